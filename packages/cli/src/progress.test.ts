import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { progressLine } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

function screen(): { readonly terminal: Terminal; readonly told: string[] } {
  const told: string[] = [];
  const terminal: Terminal = {
    variables: {},
    print: () => {},
    tell: (text) => void told.push(text),
    isInteractive: true,
    showsProgress: true,
    columns: () => 80,
    readInput: async () => undefined,
    input: new PassThrough(),
    signal: new AbortController().signal,
    styled: (_style, text) => text,
  };
  return { terminal, told };
}

test("a line that was ended is not drawn again by news that come late, and notes are still told", () => {
  const { terminal, told } = screen();
  const line = progressLine(terminal, () => 0);
  const progress = { completed: 1, failed: 0, total: 2 };
  line.show(progress, "");
  line.clear();
  line.show(progress, "");
  line.end();
  expect(told.map((text) => text.includes("1/2 pages"))).toEqual([true, false, true, false]);
  told.length = 0;
  line.show(progress, "");
  line.note("failed");
  expect(told).toEqual(["failed\n"]);
});
