import { PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { collectGarbage } from "./collect-garbage.ts";

/** Growth of what garbage may hold outside of the heap. Some hundred pages of a crawl. */
const grownBytes = 16 * 1024 * 1024;
/** A larger heap takes too long to be collected for that. */
const largestHeapBytes = 128 * 1024 * 1024;

/**
 * Keeps what lies outside of this thread's heap, such as the bodies of pages, from growing with garbage: V8 counts their bytes, and
 * collects no sooner than at 64 MB of them. Call it once, in a program.
 */
export function boundOutsideMemory(): void {
  if (process.versions["bun"] !== undefined) return;
  let leastBytes = getHeapStatistics().external_memory;
  new PerformanceObserver(() => {
    const { external_memory: bytes, used_heap_size: heapBytes } = getHeapStatistics();
    leastBytes = Math.min(leastBytes, bytes);
    if (bytes - leastBytes < grownBytes || heapBytes > largestHeapBytes) return;
    collectGarbage({ flavor: "regular" });
    leastBytes = getHeapStatistics().external_memory;
  }).observe({ entryTypes: ["gc"] });
}
