import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Turn, TurnReport } from "./engine-process.ts";

/** The cost of an engine over all pages. */
export interface Measurement {
  readonly pagesPerSecond: number;
  readonly cpuMsPerPage: number;
  readonly failures: number;
}

const engineProcess = fileURLToPath(new URL("engine-process.ts", import.meta.url));
const pagesPerTurn = 20;

/**
 * Runs every engine over all pages, in turns of a few pages each, so that a busy moment of the machine hits all of them
 * alike. Each has a process of its own: in a shared heap, one would pay for collecting the other's garbage. All pages are
 * run once before, so that just-in-time compilation is not measured.
 *
 * @param engines by name, the module that exports an `Engine`
 */
export async function measure(
  engines: Readonly<Record<string, URL>>,
  pageCount: number,
): Promise<ReadonlyMap<string, Measurement>> {
  const runners = new Map(Object.entries(engines).map(([name, module]) => [name, startEngine(module)]));
  await runAllPages(runners, pageCount);
  const reports = await runAllPages(runners, pageCount);
  for (const { stop } of runners.values()) stop();
  return new Map([...reports].map(([name, turns]) => [name, summed(turns, pageCount)]));
}

interface Runner {
  take(turn: Turn): Promise<TurnReport>;
  stop(): void;
}

function startEngine(module: URL): Runner {
  const child = fork(engineProcess, [module.href], { execArgv: process.execArgv });
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`The process of ${module.pathname} ended with code ${String(code)}.`);
  });
  died.catch(() => undefined); // whoever waits for a report is told
  return {
    take: async (turn) => {
      const answered = once(child, "message");
      child.send(turn);
      const [report] = await Promise.race([answered, died]);
      return report;
    },
    stop: () => child.disconnect(),
  };
}

async function runAllPages(
  runners: ReadonlyMap<string, Runner>,
  pageCount: number,
): Promise<ReadonlyMap<string, readonly TurnReport[]>> {
  const reports = new Map([...runners.keys()].map((name): [string, TurnReport[]] => [name, []]));
  for (let from = 0; from < pageCount; from += pagesPerTurn) {
    const turn = { from, to: Math.min(from + pagesPerTurn, pageCount) };
    for (const [name, runner] of runners) reports.get(name)?.push(await runner.take(turn));
  }
  return reports;
}

function summed(turns: readonly TurnReport[], pageCount: number): Measurement {
  const sum = (read: (turn: TurnReport) => number) => turns.reduce((total, turn) => total + read(turn), 0);
  return {
    pagesPerSecond: (pageCount / sum(({ elapsedMs }) => elapsedMs)) * 1000,
    cpuMsPerPage: sum(({ cpuMs }) => cpuMs) / pageCount,
    failures: sum(({ failures }) => failures),
  };
}
