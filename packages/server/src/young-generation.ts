import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Enough for what is young while pages are crawled; a larger one costs memory and saves no time that can be measured. */
const wantedBytes = 8 * 1024 * 1024;

/** Threads that start later have this from the beginning, as their limits allow no more. */
const threadSemiSpaceMb = 4;

/** The share of the young generation that is worth a collection as soon as a thread is idle. A page fills all of it. */
const collectedWhenIdlePercent = 40;

/**
 * Keeps the young generation of this process's main thread small for as long as the process lives: V8 doubles it as it likes,
 * to more than 100 MB under a crawl, and takes its limit only on the command line; how fast it grows can be told at any
 * time. In all threads, whatever is new is young. Call it before the program loads its modules.
 */
export function boundYoungGeneration(): void {
  if (process.versions["bun"] !== undefined) return;
  setFlagsFromString(`--min-semi-space-size=${threadSemiSpaceMb}`);
  // V8 would make what often survives, such as the elements of a page, old from the start. Dead with their page, they would
  // keep all that is young and hangs on them until the old generation is collected.
  setFlagsFromString("--no-allocation-site-pretenuring");
  // Between two pages there is little to keep: collected then, nobody waits for it.
  setFlagsFromString(`--minor-gc-task-trigger=${collectedWhenIdlePercent}`);
  let growth = 0;
  const growBy = (factor: number) => {
    if (factor !== growth) setFlagsFromString(`--semi-space-growth-factor=${factor}`);
    growth = factor;
  };
  growBy(1);
  // V8 makes it smaller when there is little to do, so that it has to be let grow again.
  new PerformanceObserver(() => growBy(youngBytes() < wantedBytes ? 2 : 1)).observe({ entryTypes: ["gc"] });
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
}
