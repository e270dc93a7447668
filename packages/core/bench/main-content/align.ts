/**
 * Marks which tokens of `page` belong to `truth`, both in reading order. Anchors on runs of words that occur once in
 * each (patience diff), then fills the gaps between anchors by a longest common subsequence, or by shared runs of
 * words where a gap is too large for that.
 */
export function align(page: readonly string[], truth: readonly string[]): Uint8Array {
  const matched = new Uint8Array(page.length);
  const words = new Map<string, number>();
  const number = (word: string): number => {
    const known = words.get(word);
    if (known !== undefined) return known;
    words.set(word, words.size + 1);
    return words.size;
  };
  const a = Int32Array.from(page, number);
  const b = Int32Array.from(truth, number);
  alignRange({ a, b, matched }, [0, a.length, 0, b.length], 5);
  return matched;
}

interface Sides {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly matched: Uint8Array;
}
type Range = readonly [number, number, number, number];

function alignRange(sides: Sides, [a0, a1, b0, b1]: Range, run: number): void {
  if (a0 >= a1 || b0 >= b1) return;
  if ((a1 - a0) * (b1 - b0) <= 6_000_000) {
    subsequence(sides, [a0, a1, b0, b1]);
    return;
  }
  const anchors = longestIncreasing(uniqueRuns(sides, [a0, a1, b0, b1], run));
  if (anchors.length === 0) {
    if (run > 1) alignRange(sides, [a0, a1, b0, b1], run - 1);
    else sharedRuns(sides, [a0, a1, b0, b1]);
    return;
  }
  let [previousA, previousB] = [a0, b0];
  for (const [left, right] of anchors) {
    if (left > previousA && right > previousB) alignRange(sides, [previousA, left, previousB, right], run);
    let length = 0;
    while (
      left + length < a1 &&
      right + length < b1 &&
      sides.a[left + length] === sides.b[right + length] &&
      length < run
    ) {
      sides.matched[left + length] = 1;
      length += 1;
    }
    previousA = Math.max(previousA, left + length);
    previousB = Math.max(previousB, right + length);
  }
  alignRange(sides, [previousA, a1, previousB, b1], run);
}

function runsOf(tokens: Int32Array, from: number, to: number, run: number): Map<string, number> {
  const seen = new Map<string, number>();
  for (let start = from; start + run <= to; start += 1) {
    const key = tokens.subarray(start, start + run).join(" ");
    seen.set(key, seen.has(key) ? -1 : start);
  }
  return seen;
}

function uniqueRuns({ a, b }: Sides, [a0, a1, b0, b1]: Range, run: number): [number, number][] {
  const left = runsOf(a, a0, a1, run);
  const pairs: [number, number][] = [];
  for (const [key, right] of runsOf(b, b0, b1, run)) {
    const start = left.get(key);
    if (right >= 0 && start !== undefined && start >= 0) pairs.push([start, right]);
  }
  return pairs.sort((one, other) => one[1] - other[1]);
}

function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([left], index) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[0] ?? 0) < left) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  });
  const chain: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) chain.push(pair);
  }
  return chain.reverse();
}

/** Longest common subsequence that prefers unbroken runs. */
function subsequence({ a, b, matched }: Sides, [a0, a1, b0, b1]: Range): void {
  const width = b1 - b0 + 1;
  const best = new Float32Array((a1 - a0 + 1) * width);
  for (let i = a1 - 1; i >= a0; i -= 1) {
    for (let j = b1 - 1; j >= b0; j -= 1) {
      const at = (i - a0) * width + (j - b0);
      let score = Math.max(best[at + width] ?? 0, best[at + 1] ?? 0);
      if (a[i] === b[j]) {
        const runs = i + 1 < a1 && j + 1 < b1 && a[i + 1] === b[j + 1];
        score = Math.max(score, (best[at + width + 1] ?? 0) + (runs ? 1.5 : 1));
      }
      best[at] = score;
    }
  }
  let [i, j] = [a0, b0];
  while (i < a1 && j < b1) {
    const at = (i - a0) * width + (j - b0);
    const score = best[at] ?? 0;
    const runs = i + 1 < a1 && j + 1 < b1 && a[i + 1] === b[j + 1];
    if (a[i] === b[j] && Math.abs(score - (best[at + width + 1] ?? 0) - (runs ? 1.5 : 1)) < 1e-3) {
      matched[i] = 1;
      i += 1;
      j += 1;
    } else if (score === (best[at + width] ?? 0)) i += 1;
    else j += 1;
  }
}

function sharedRuns({ a, b, matched }: Sides, [a0, a1, b0, b1]: Range): void {
  const run = Math.min(5, b1 - b0);
  const right = runsOf(b, b0, b1, run);
  for (let start = a0; start + run <= a1; start += 1) {
    if (right.delete(a.subarray(start, start + run).join(" "))) matched.fill(1, start, start + run);
  }
}
