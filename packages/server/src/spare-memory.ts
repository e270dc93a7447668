import { PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { collectGarbage } from "./collect-garbage.ts";

/** Less than this is not worth the pause of a collection. */
const leastBytes = 4 * 1024 * 1024;
/** The first time it is the garbage of loading; later on, work may go on at any moment. */
const quietMs = { afterStart: 1_000, later: 10_000 } as const;

/**
 * Gives memory back to the system whenever this process has had nothing to do for some seconds: V8 by itself keeps what
 * it took for loading, or for a crawl, until it needs to collect again. Quiet is when it collected nothing. Call it once,
 * in a program.
 */
export function giveBackSpareMemory(): void {
  if (process.versions["bun"] !== undefined) return;
  let timer: NodeJS.Timeout | undefined;
  let keptBytes = 0;
  const collect = () => {
    timer = undefined;
    if (getHeapStatistics().total_heap_size < keptBytes + leastBytes) return;
    collectGarbage({ flavor: "last-resort" });
    keptBytes = getHeapStatistics().total_heap_size;
  };
  const observer = new PerformanceObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(collect, keptBytes === 0 ? quietMs.afterStart : quietMs.later).unref();
  });
  observer.observe({ entryTypes: ["gc"] });
}
