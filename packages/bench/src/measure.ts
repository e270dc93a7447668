/** What an engine cost over all pages. */
export interface Measurement {
  readonly pagesPerSecond: number;
  /** User and system time together. */
  readonly cpuMsPerPage: number;
  readonly failures: number;
}

type Engine<Page> = (page: Page) => unknown;

const warmUpPages = 60;
const pagesPerTurn = 20;

/**
 * Runs every engine over all pages, in turns of a few pages each, so that a busy moment of the machine hits all of them
 * alike. The first pages are run once before, so that just-in-time compilation is not measured.
 */
export async function measure<Page>(
  engines: Readonly<Record<string, Engine<Page>>>,
  pages: readonly Page[],
): Promise<ReadonlyMap<string, Measurement>> {
  const tallies = new Map(Object.keys(engines).map((name) => [name, { cpuMs: 0, wallMs: 0, failures: 0 }]));
  for (const engine of Object.values(engines))
    for (const page of pages.slice(0, warmUpPages)) await attempt(engine, page);
  for (let start = 0; start < pages.length; start += pagesPerTurn) {
    const turn = pages.slice(start, start + pagesPerTurn);
    for (const [name, engine] of Object.entries(engines)) {
      const tally = tallies.get(name);
      if (tally === undefined) continue;
      const cpu = process.cpuUsage();
      const startedAt = performance.now();
      for (const page of turn) if (!(await attempt(engine, page))) tally.failures += 1;
      const { user, system } = process.cpuUsage(cpu);
      tally.cpuMs += (user + system) / 1000;
      tally.wallMs += performance.now() - startedAt;
    }
  }
  return new Map(
    [...tallies].map(([name, { cpuMs, wallMs, failures }]) => [
      name,
      { pagesPerSecond: (pages.length / wallMs) * 1000, cpuMsPerPage: cpuMs / pages.length, failures },
    ]),
  );
}

async function attempt<Page>(engine: Engine<Page>, page: Page): Promise<boolean> {
  try {
    await engine(page);
    return true;
  } catch {
    return false; // counted: an engine that fails on a page is not faster for it
  }
}
