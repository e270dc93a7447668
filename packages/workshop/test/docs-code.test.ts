import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { root } from "../src/pack.ts";

const run = promisify(execFile);

/** What a block without imports may use: an engine, and what a reader would have at hand. */
const surroundings = `import { createEngine, type Engine } from "@garner/core";
declare const engine: Engine;
declare const url: string, id: string;
`;

/** Packages that a guide mentions and nothing here installs. */
const notInstalled = ["@keyv/redis"];

interface Block {
  /** Such as `docs/guide/crawl.md, line 3`. */
  readonly place: string;
  readonly code: string;
}

function blocksOf(file: string): readonly Block[] {
  const markdown = readFileSync(join(root, file), "utf8");
  return Array.from(markdown.matchAll(/^```ts\n(.*?)^```/gms), ({ 1: code = "", index }) => ({
    place: `${file}, line ${markdown.slice(0, index).split("\n").length}`,
    code,
  }));
}

test("the code in README and docs compiles", async () => {
  const files = globSync(["*.md", "docs/**/*.md", "packages/*/*.md"], { cwd: root });
  // What imports the reader's own files is a sketch of them.
  const blocks = files.flatMap(blocksOf).filter(({ code }) => !/from "\.{1,2}\//.test(code));
  expect(blocks.length).toBeGreaterThan(20);
  const folder = await mkdtemp(join(tmpdir(), "garner-docs-"));
  try {
    await writeProject(folder, blocks);
    const compiled = await run("pnpm", ["exec", "tsc", "-p", folder], { cwd: root }).catch(
      (failure: { stdout: string }) => failure,
    );
    const complaints = compiled.stdout.split("\n").filter((line) => /block-\d+\.ts/.test(line));
    const named = complaints.map((line) =>
      line.replace(/^.*block-(\d+)\.ts/, (_, number) => blocks[Number(number)]?.place ?? ""),
    );
    expect(named).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** A project of a reader: every block is a module of its own, beside the packages that the blocks name. */
async function writeProject(folder: string, blocks: readonly Block[]): Promise<void> {
  for (const [number, { code }] of blocks.entries()) {
    const before = /^import /m.test(code) ? "" : surroundings;
    await writeFile(join(folder, `block-${number}.ts`), `${before}${code}\nexport {};\n`);
  }
  const names = new Set(
    blocks.flatMap(({ code }) => Array.from(code.matchAll(/ from "([^"]+)"/g), ([, name = ""]) => name)),
  );
  for (const name of names) {
    const packageName = name
      .split("/")
      .slice(0, name.startsWith("@") ? 2 : 1)
      .join("/");
    if (!name.startsWith("node:") && !notInstalled.includes(name)) await link(packageName, folder);
  }
  await link("@types/node", folder);
  await link("@types/express", folder);
  await writeFile(
    join(folder, "not-installed.d.ts"),
    notInstalled.map((name) => `declare module "${name}";`).join("\n"),
  );
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: "ESNext",
    lib: ["ESNext"],
    module: "NodeNext",
    customConditions: ["source"],
    allowImportingTsExtensions: true,
    types: ["node"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
}

/** Puts a package of the workspace, or what one of its members depends on, within reach of a folder. */
async function link(name: string, folder: string): Promise<void> {
  const own = join(root, "packages", name.replace("@garner/", ""));
  const homes = [join(root, "node_modules"), ...globSync(join(root, "{packages,examples}/*/node_modules"))];
  const found = name.startsWith("@garner/")
    ? own
    : homes.map((home) => join(home, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is used in the docs, and no package depends on it.`);
  const place = join(folder, "node_modules", name);
  await mkdir(dirname(place), { recursive: true });
  if (!existsSync(place)) await symlink(found, place);
}
