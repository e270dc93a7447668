import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Takes and drops a lot of memory, then does nothing but look until most of it was given back. */
const program = `
  import { getHeapStatistics } from "node:v8";
  import { setTimeout } from "node:timers/promises";
  const { giveBackSpareMemory } = await import("${new URL("spare-memory.ts", import.meta.url).href}");
  giveBackSpareMemory();
  const heldBytes = () => getHeapStatistics().total_heap_size;
  let kept = Array.from({ length: 1_000_000 }, (_, index) => ({ index, name: "page " + index }));
  const most = heldBytes();
  kept = undefined;
  while (heldBytes() > most / 3) await setTimeout(50);
  console.log(most);`;

test("a process that has nothing to do any more gives memory back", () => {
  const args = ["--conditions=source", "--input-type=module", "--eval", program];
  const most = Number(execFileSync(process.execPath, args, { encoding: "utf8", timeout: 100_000 }));
  expect(most).toBeGreaterThan(50_000_000);
});
