import { execFile } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeBlocksOf, type CodeBlock } from "../src/docs/code-blocks.ts";
import { startExampleWeb } from "../src/follow/example-web.ts";
import { root } from "../src/pack.ts";

const run = promisify(execFile);

/** What a block without imports may use: an engine, and what a reader would have at hand. */
const surroundings = `import { createEngine, type Engine } from "@garner/core";
declare const engine: Engine;
declare const url: string, id: string;
`;

/** Packages that a guide mentions and nothing here installs. */
const notInstalled = ["@keyv/redis"];

const pages = globSync(["*.md", "docs/**/*.md", "{packages,examples}/*/*.md"], { cwd: root }).toSorted();
const blocks = pages.flatMap(codeBlocksOf).filter(({ isSketch }) => !isSketch);
let folder: string;

/** Each page is a project of a reader of its own, so that the files that it names find each other. */
const fileOf = ({ page, file }: CodeBlock) => join(folder, page.replaceAll(/[^\w-]/g, "_"), file);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "garner-docs-"));
  for (const block of blocks) {
    const file = fileOf(block);
    const before = /^import /m.test(block.code) ? "" : surroundings;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${before}${block.code}\nexport {};\n`);
    const source = join(root, dirname(block.page), "src");
    const copied = join(dirname(file), "src");
    if (block.page.startsWith("examples/") && !existsSync(copied)) await symlink(source, copied);
  }
  await writeProject();
});
afterAll(() => rm(folder, { recursive: true }));

test("the code of README, docs, packages and examples compiles", async () => {
  expect(blocks.length).toBeGreaterThan(60);
  const compiled = await run("pnpm", ["exec", "tsc", "-p", folder], { cwd: root }).catch(
    (failure: { stdout: string }) => failure,
  );
  const named = compiled.stdout.split("\n").flatMap((line) => {
    const block = blocks.find((candidate) => line.includes(`${fileOf(candidate).slice(folder.length)}(`));
    return block === undefined ? [] : [`${block.place}: ${line.replace(/^.*?: /, "")}`];
  });
  expect(named).toEqual([]);
});

test("its programs run", async () => {
  // Quickstarts and examples are followed word by word instead.
  const programs = blocks.filter(({ page, isProgram }) => isProgram && !/^(?:docs\/quickstart|examples)\//.test(page));
  expect(programs.length).toBeGreaterThan(30);
  await using web = await startExampleWeb(folder);
  const runner = fileURLToPath(new URL("../src/docs/run-programs.ts", import.meta.url));
  const running = run(process.execPath, ["--conditions=source", runner, ...programs.map(fileOf)], {
    cwd: folder,
    env: { ...process.env, ...web.environment, PORT: "0" },
    maxBuffer: 16 * 1024 * 1024,
  });
  running.child.stdin?.end();
  const { stderr } = await running;
  const failures = stderr.split("\n").filter((line) => line.startsWith("FAILED "));
  const placed = failures.map((line) => {
    const [, file, why] = /^FAILED (\S+) (.*)$/.exec(line) ?? [];
    return `${programs.find((block) => fileOf(block) === file)?.place ?? line}: ${why}`;
  });
  expect(placed).toEqual([]);
});

/** The packages that the blocks name, and how they are compiled. */
async function writeProject(): Promise<void> {
  const imports = blocks.flatMap(({ code }) =>
    Array.from(code.matchAll(/ from "([^".][^"]*)"/g), ([, name = ""]) => name),
  );
  for (const name of new Set(imports)) {
    const packageName = name
      .split("/")
      .slice(0, name.startsWith("@") ? 2 : 1)
      .join("/");
    if (!name.startsWith("node:") && !notInstalled.includes(name)) await link(packageName);
  }
  for (const types of ["@types/node", "@types/express", "@types/react"]) await link(types);
  const ambient = notInstalled.map((name) => `declare module "${name}";`).join("\n");
  await writeFile(join(folder, "not-installed.d.ts"), ambient);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: "ESNext",
    lib: ["ESNext"],
    module: "ESNext",
    moduleResolution: "Bundler",
    jsx: "react-jsx",
    customConditions: ["source"],
    allowImportingTsExtensions: true,
    types: ["node"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts", "**/*.tsx"] }));
}

/** Puts a package of the workspace, or what one of its members depends on, within reach of the folder. */
async function link(name: string): Promise<void> {
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
