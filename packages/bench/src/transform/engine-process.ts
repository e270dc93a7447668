import { pagesToTransform, type Page } from "./pages.ts";

/** The default export of an engine's module: turns a page into a user's result, or throws. */
export type Engine = (page: Page) => unknown;

/** Pages to run, by their place in the list. */
export interface Turn {
  readonly from: number;
  readonly to: number;
}

/** The cost of a turn for the process that the engine runs in. */
export interface TurnReport {
  /** User and system time of all threads together: the collector's and the compiler's too. */
  readonly cpuMs: number;
  readonly elapsedMs: number;
  /** Pages on which the engine threw: no engine is faster for that. */
  readonly failures: number;
}

async function run(engine: Engine, pages: readonly Page[]): Promise<TurnReport> {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  let failures = 0;
  for (const page of pages) {
    try {
      await engine(page);
    } catch {
      failures += 1;
    }
  }
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, elapsedMs: performance.now() - startedAt, failures };
}

/** Started with an engine's module as argument, this process answers every turn that it is sent with a report. */
const engine: Engine = (await import(process.argv[2] ?? "")).default;
const pages = pagesToTransform() ?? [];
process.on("message", (turn: Turn) => void answer(turn));

async function answer({ from, to }: Turn): Promise<void> {
  process.send?.(await run(engine, pages.slice(from, to)));
}
