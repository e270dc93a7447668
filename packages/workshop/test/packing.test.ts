import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startFixtureSite } from "@garner/testkit/site";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packAll, root, type PackedPackage } from "../src/pack.ts";

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "garner-packing-"));
});
afterAll(() => rm(folder, { recursive: true }));

// What a user writes: the engine as a function, and the contract over HTTP.
const program = `
import { createEngine, scrape, workerTransformer } from "@garner/core";
import { createHandler } from "@garner/http";
import { garner } from "@garner/express";

const url = process.argv[2];
const policy = { allowPrivateNetworks: true };
const { markdown } = await scrape({ url }, { policy });
await using transformer = workerTransformer({ inProcessBytes: 0 });
await using engine = createEngine({ policy, content: { transformer } });
const handler = createHandler(engine, { authenticate: () => ({ team: "t", apiKey: "k" }) });
const answer = await handler(
  new Request("http://garner.test/v2/scrape", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url, maxAge: 0 }),
  }),
);
const { success, data } = await answer.json();
console.log(JSON.stringify({ markdown, same: success && data.markdown === markdown, express: typeof garner(engine) }));
`;

/** Types that the AI SDK names and does not bring; the README of `@garner/ai` says so. */
const typesOfOthers = { "@types/json-schema": "7.0.15" };
let packages: readonly PackedPackage[];
let project: string;

beforeAll(async () => {
  packages = await packAll(folder);
  project = join(folder, "project");
  await mkdir(project);
  const byName = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
  await writeFile(
    join(project, "package.json"),
    JSON.stringify({ type: "module", private: true, dependencies: { ...byName, ...typesOfOthers } }),
  );
  // The packages name each other by version; here those versions are the tarballs.
  await writeFile(join(project, "pnpm-workspace.yaml"), JSON.stringify({ overrides: byName, nodeLinker: "hoisted" }));
  await writeFile(join(project, "main.js"), program);
  await run("pnpm", ["install", "--prefer-offline", "--ignore-scripts", "--no-frozen-lockfile"], { cwd: project });
}, 400_000);

test("the packed packages install into an empty project, and scrape", async () => {
  // The contract suites of the test kit are written for a test runner.
  const loadable = (await doors()).filter((door) => door !== "@garner/testkit");
  const imports = loadable.map((door) => `await import(${JSON.stringify(door)});`);
  const loaded = await run(process.execPath, ["-e", [...imports, 'console.log("all")'].join("\n")], { cwd: project });
  expect(loaded.stdout).toBe("all\n");
  await using site = await startFixtureSite();
  const { stdout } = await run(process.execPath, ["main.js", `${site.origin}/article`], { cwd: project });
  expect(JSON.parse(stdout)).toEqual({
    markdown: expect.stringContaining("# The lighthouse on the cape"),
    same: true,
    express: "function",
  });

  // Bundled with the browser's package, as the guide to bundlers says; what finds its own files stays outside.
  await writeFile(
    join(project, "browser.js"),
    `import { playwright } from "@garner/playwright";\n${program}\nplaywright();`,
  );
  const outfile = join(project, "bundle.mjs");
  await build({
    ...{ entryPoints: [join(project, "browser.js")], outfile, bundle: true, platform: "node", format: "esm" },
    external: ["playwright-core", "express"],
    banner: { js: bannerOfGuide() },
    logLevel: "silent",
  });
  const bundled = await run(process.execPath, [outfile, `${site.origin}/article`], { cwd: project });
  expect(bundled.stdout).toBe(stdout);
}, 400_000);

test.each([
  ["NodeNext", "NodeNext"],
  ["ESNext", "Bundler"],
])(
  "their types hold in a strict project of module %s, resolution %s, libraries checked",
  async (module, resolution) => {
    const lines = (await doors()).map(
      (name, index) => `import * as door${index} from "${name}";\nconsole.log(door${index});`,
    );
    await writeFile(join(project, "types.ts"), lines.join("\n"));
    const compilerOptions = {
      module,
      moduleResolution: resolution,
      target: "ES2023",
      lib: ["ES2024", "ESNext.Disposable", "DOM", "DOM.Iterable"],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      typeRoots: [join(root, "node_modules", "@types")],
      types: ["node"],
    };
    const file = join(project, `tsconfig.${resolution}.json`);
    await writeFile(file, JSON.stringify({ compilerOptions, files: ["types.ts"] }));
    const { stdout } = await run("pnpm", ["exec", "tsc", "-p", file], { cwd: root }).catch(
      (failure: { readonly stdout: string }) => failure,
    );
    expect(stdout).toBe("");
  },
);

/** Everything that a user can import: the entries of every published package. */
async function doors(): Promise<readonly string[]> {
  const entries = packages.map(async ({ name }) => {
    const manifest = await readFile(join(project, "node_modules", name, "package.json"), "utf8");
    const { exports } = JSON.parse(manifest) as { readonly exports: Readonly<Record<string, unknown>> };
    return Object.keys(exports).map((path) => `${name}${path.slice(1)}`);
  });
  return (await Promise.all(entries)).flat();
}

function bannerOfGuide(): string {
  const guide = readFileSync(join(root, "docs", "decisions", "0014-install-size.md"), "utf8");
  return /--banner:js='([^']+)'/.exec(guide)?.[1] ?? "";
}
