import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Calls a function until V8 has long found it worth optimizing, first in the start of a program and then after it. */
const program = `
  const { startUnoptimized } = await import("${new URL("start-unoptimized.ts", import.meta.url).href}");
  const callOften = (called) => { for (let turn = 0; turn < 5_000_000; turn += 1) called(turn); };
  await startUnoptimized(async () => callOften(function inTheStart(turn) { return turn + 1; }));
  callOften(function afterTheStart(turn) { return turn + 1; });`;

test("V8 optimizes nothing while a program starts, and everything that is worth it from then on", () => {
  // The optimizing compilers tell on standard output what they do.
  const args = ["--trace-opt", "--conditions=source", "--input-type=module", "--eval", program];
  const told = execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 100_000_000 });
  expect(told).not.toMatch(/inTheStart/);
  expect(told).toMatch(/marking .*afterTheStart/);
});
