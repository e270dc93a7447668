import { expect, test } from "vitest";
import { follow } from "../src/follow/follow.ts";
import { stepsOf } from "../src/follow/steps.ts";
import { startSurroundings } from "../src/follow/surroundings.ts";

// One page of `npm run matrix`, on the oldest Node: the whole engine over SQLite, from the registry to a folder of files.
test("the quickstart of the command line can be followed with npm, on the oldest Node", async () => {
  await using surroundings = await startSurroundings();
  const environment = await surroundings.environment("22.19");
  await follow("docs/quickstart/cli.md", { manager: "npm", environment });
}, 400_000);

test("a page is its files, its commands and what they print, in their order", () => {
  const block = (language: string, ...lines: readonly string[]) => ["```" + language, ...lines, "```", ""].join("\n");
  const page = [
    block("sh", "npm install @garner/core"),
    block("ts", "// src/main.ts", "run();"),
    block("ts", "shown();"),
    block("sh", "node src/main.ts"),
    block("text", "Listening on http://127.0.0.1:3000"),
    `<!-- not run: it takes a key -->\n\n${block("sh", "node ask.ts")}`,
  ].join("\n");
  expect(stepsOf(page)).toEqual([
    { kind: "run", commands: "npm install @garner/core\n", line: 1 },
    { kind: "write", file: "src/main.ts", text: "// src/main.ts\nrun();\n" },
    { kind: "run", commands: "node src/main.ts\n", line: 14, prints: "Listening on http://127.0.0.1:3000\n" },
  ]);
});
