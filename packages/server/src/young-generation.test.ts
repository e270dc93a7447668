import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const module = new URL("young-generation.ts", import.meta.url);

/** Makes and drops objects in many turns of the event loop, and prints the most bytes that the young generation had. */
const program = (bounded: boolean) => `
  import { getHeapSpaceStatistics } from "node:v8";
  import { setImmediate } from "node:timers/promises";
  ${bounded ? `(await import("${module.href}")).boundYoungGeneration();` : ""}
  const kept = [];
  let most = 0;
  for (let turn = 0; turn < 1000; turn += 1) {
    kept.push(Array.from({ length: 2000 }, (_, index) => ({ turn, index })));
    if (kept.length > 100) kept.shift();
    most = Math.max(most, getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size);
    await setImmediate();
  }
  console.log(most);`;

function mostBytes(bounded: boolean): number {
  const args = ["--conditions=source", "--input-type=module", "--eval", program(bounded)];
  return Number(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

test("the young generation of a busy process stays within a few megabytes, where V8 alone would take a multiple", () => {
  const bounded = mostBytes(true);
  expect(bounded).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect(mostBytes(false)).toBeGreaterThan(bounded);
});
