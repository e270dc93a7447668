import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const module = new URL("outside-memory.ts", import.meta.url);

/** Holds the last twenty bodies of 100 KB, as a crawl does, and prints the most bytes outside of the heap at any time. */
const program = (bounded: boolean) => `
  import { getHeapStatistics } from "node:v8";
  import { setImmediate } from "node:timers/promises";
  const { boundYoungGeneration } = await import("${new URL("young-generation.ts", import.meta.url).href}");
  boundYoungGeneration();
  ${bounded ? `(await import("${module.href}")).boundOutsideMemory();` : ""}
  const kept = [];
  let most = 0;
  for (let turn = 0; turn < 2000; turn += 1) {
    kept.push(new Uint8Array(100_000));
    Array.from({ length: 20_000 }, (_, index) => ({ turn, index }));
    if (kept.length > 20) kept.shift();
    most = Math.max(most, getHeapStatistics().external_memory);
    await setImmediate();
  }
  console.log(most);`;

function mostBytes(bounded: boolean): number {
  const args = ["--conditions=source", "--input-type=module", "--eval", program(bounded)];
  return Number(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

test("bodies that nobody needs any more don't pile up, where V8 alone would hold a multiple of them", () => {
  const bounded = mostBytes(true);
  expect(bounded).toBeLessThan(32_000_000);
  expect(mostBytes(false)).toBeGreaterThan(bounded * 1.5);
});
