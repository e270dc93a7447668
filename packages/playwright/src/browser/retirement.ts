/** The limits after which a browser is replaced by a fresh one. */
export interface RetirementLimits {
  readonly maxPages: number;
  readonly maxAgeMs: number;
  /** The growth of the memory of all of a browser's processes since it was new. */
  readonly maxGrowthBytes: number;
}

/** Everything known about a browser's life so far. */
export interface BrowserHistory {
  readonly pages: number;
  readonly ageMs: number;
  /** The time to open each context, oldest first: the browser's own work, whatever the pages were. */
  readonly openingMs: readonly number[];
  /** Memory of all its processes at times when no page was open, oldest first. */
  readonly idleBytes: readonly number[];
}

const sampleSize = 12;

/** Slower than at first by this factor, and by more than a person would call noise. */
const slowdown = { factor: 4, leastMs: 150 };

/** The reason why a browser should serve no further page; undefined while it may. Pure. */
export function reasonToRetire(history: BrowserHistory, limits: RetirementLimits): string | undefined {
  if (history.pages >= limits.maxPages) return `it has served ${history.pages} pages`;
  if (history.ageMs >= limits.maxAgeMs) return `it is ${Math.round(history.ageMs / 60_000)} minutes old`;
  const [first] = history.idleBytes;
  const last = history.idleBytes.at(-1);
  if (first !== undefined && last !== undefined && last - first > limits.maxGrowthBytes)
    return `its memory has grown by ${Math.round((last - first) / 1024 / 1024)} MB`;
  if (history.openingMs.length < 2 * sampleSize) return undefined;
  const atFirst = median(history.openingMs.slice(0, sampleSize));
  const lately = median(history.openingMs.slice(-sampleSize));
  const isSlow = lately > atFirst * slowdown.factor && lately - atFirst > slowdown.leastMs;
  return isSlow ? `opening a page takes ${Math.round(lately)} ms instead of ${Math.round(atFirst)} ms` : undefined;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
