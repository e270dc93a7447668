import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { repeatsIn } from "../src/check/repeats.ts";
import { circlesIn } from "../src/check/rooms.ts";

/** A folder with these files, which is gone afterwards. */
async function treeOf(files: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), "garner-check-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

const statements = (...names: readonly string[]) =>
  names.map((name) => `  const ${name} = read("${name}");`).join("\n");
const shared = statements("one", "two", "three", "four", "five", "six");

test("a stretch of code that stands twice is found, whatever stands around and between its lines", async () => {
  await using tree = await treeOf({
    "a.ts": `import { read } from "./read.ts";\n\nexport function a() {\n${shared}\n}\n`,
    "b.ts": `// Another.\nfunction b() {\n${shared.replaceAll("\n", "\n\n  // a reason\n")}\n  return one;\n}\n`,
    "c.ts": `function c() {\n${statements("one", "two", "three", "four", "five", "seven")}\n}\n`,
    "a.test.ts": shared,
  });
  const search = { patterns: ["*.ts"], exclude: [], fewest: 6 };
  expect(repeatsIn(tree.root, search)).toEqual([{ places: ["a.ts:4", "b.ts:3"], lines: 6 }]);
  expect(repeatsIn(tree.root, { ...search, exclude: ["b.ts"] })).toEqual([]);
});

test("folders and files that import each other are circles, types and lazy imports included", async () => {
  await using tree = await treeOf({
    "one/a.ts": 'import type { B } from "../two/b.ts";\nexport type A = B;\n',
    "one/c.ts": 'export { d } from "./d.ts";\nexport const c = 1;\n',
    "one/d.ts": 'import type { e } from "./e.ts";\nexport const d = (): typeof e | undefined => undefined;\n',
    "one/e.ts": 'export const e = () => import("./c.ts");\n',
    "two/b.ts": 'import { c } from "../one/c.ts";\nexport type B = typeof c;\n',
  });
  expect(circlesIn(tree.root)).toEqual([
    { folder: ".", rooms: ["one", "two"], because: ["one/a.ts → two/b.ts", "two/b.ts → one/c.ts"] },
    {
      folder: "one",
      rooms: ["c.ts", "d.ts", "e.ts"],
      because: ["one/c.ts → one/d.ts", "one/d.ts → one/e.ts", "one/e.ts → one/c.ts"],
    },
  ]);
});
