import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { startBareServer, startFixtureSite, type BareServer } from "@garner/testkit/site";
import { build, type BuildOptions } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packAll, root } from "../src/pack.ts";
import { bytesOf, filesBelow } from "./installation.ts";

// The engine alone, as npm would install it into an empty folder.

const run = promisify(execFile);
const maxInstalledBytes = 26_000_000;
let folder: string;
let project: string;
let modules: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "garner-core-"));
  project = join(folder, "project");
  modules = join(project, "node_modules");
  await mkdir(project);
  const core = (await packAll(folder)).find(({ name }) => name === "@garner/core");
  if (core === undefined) throw new Error("The engine was not packed.");
  await writeFile(
    join(project, "package.json"),
    JSON.stringify({ type: "module", private: true, dependencies: { [core.name]: `file:${core.tarball}` } }),
  );
  await writeFile(join(project, "pnpm-workspace.yaml"), JSON.stringify({ nodeLinker: "hoisted" }));
  await run("pnpm", ["install", "--prefer-offline", "--no-frozen-lockfile"], { cwd: project });
}, 180_000);
afterAll(() => rm(folder, { recursive: true }));

test("it is small, builds nothing, and runs nothing while it is installed", async () => {
  const files = await filesBelow(modules);
  expect(await bytesOf(files)).toBeLessThan(maxInstalledBytes);
  expect(files.filter((file) => file.endsWith(".node") || basename(file) === "binding.gyp")).toEqual([]);
  const manifests = files.filter((file) => basename(file) === "package.json");
  const busy = await Promise.all(
    manifests.map(async (file) => {
      const { scripts = {}, gypfile = false } = JSON.parse(await readFile(file, "utf8")) as Manifest;
      const steps = ["preinstall", "install", "postinstall"].filter((step) => Object.hasOwn(scripts, step));
      return gypfile || steps.length > 0 ? [file] : [];
    }),
  );
  expect(manifests.length).toBeGreaterThan(20);
  expect(busy.flat()).toEqual([]);
});

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly gypfile?: boolean;
}

test("what it has done by other threads is at the address that it gives them", async () => {
  const program = `
    import { readdirSync } from "node:fs";
    const folder = new URL("./node_modules/@garner/core/dist/", import.meta.url);
    const files = readdirSync(folder).filter((file) => file.endsWith(".js") && file !== "transform-worker.js");
    const modules = await Promise.all(files.map((file) => import(new URL(file, folder))));
    const works = new Set(modules.flatMap(Object.values).filter((each) => each?.module && each.run && each.name));
    const lost = [];
    for (const work of works) if ((await import(work.module))[work.name] !== work) lost.push(work.name);
    console.log(JSON.stringify({ names: [...works].map(({ name }) => name), lost }));
  `;
  await writeFile(join(project, "works.js"), program);
  const { stdout } = await run(process.execPath, ["works.js"], { cwd: project });
  expect(JSON.parse(stdout)).toEqual({ names: expect.arrayContaining(["sortLinks", "findLinks"]), lost: [] });
});

test("its errors are printed under their name", async () => {
  await writeFile(join(project, "wrong.js"), 'import { scrape } from "@garner/core"; await scrape({ url: "" });');
  const failed = run(process.execPath, ["wrong.js"], { cwd: project });
  await expect(failed).rejects.toMatchObject({ stderr: expect.stringMatching(/^EngineError: `url` must be/m) });
});

describe("its types", () => {
  const program = `
    import { crawl, createEngine, scrape, type LanguageModel, type ScrapeOutcome } from "@garner/core";
    declare const model: LanguageModel;
    const outcome: ScrapeOutcome = await scrape({ url: "https://example.com", formats: ["markdown", "links"] });
    const markdown: string | undefined = outcome.markdown;
    const links: readonly string[] = outcome.links ?? [];
    await using engine = createEngine({ models: { language: model } });
    for await (const page of engine.crawl({ url: "https://example.com" })) console.log(page.metadata.title, markdown, links);
    console.log((await crawl({ url: "https://example.com" }).result()).pages.length);
    // @ts-expect-error -- a wrong option is an error
    await scrape({ url: "https://example.com", onlyMainContnet: true });
    // @ts-expect-error -- so is a model's name without its model
    createEngine({ models: { language: "openai/gpt-5" } });
  `;
  test.each([
    ["NodeNext", "NodeNext"],
    ["ESNext", "Bundler"],
  ])("hold in a strict project of module %s, resolution %s", async (module, moduleResolution) => {
    await writeFile(join(project, "main.ts"), program);
    const compilerOptions = {
      module,
      moduleResolution,
      target: "ES2023",
      lib: ["ES2023", "ESNext.Disposable"],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      typeRoots: [join(root, "node_modules", "@types")],
      types: ["node"],
    };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
    const { stdout } = await run("pnpm", ["exec", "tsc", "-p", join(project, "tsconfig.json")], { cwd: root });
    expect(stdout).toBe("");
  });
});

describe("bundled by esbuild into one file", () => {
  // Everything that is loaded late: documents, workers, patterns that run in linear time, the validator of schemas.
  const program = `
    import { createEngine, scrape, workerTransformer } from "@garner/core";
    const [article, report, handbook] = process.argv.slice(2);
    const policy = { allowPrivateNetworks: true };
    const schema = { type: "object", properties: { mood: { type: "string", pattern: "^calm" } } };
    const model = {
      specificationVersion: "v4", provider: "test", modelId: "test",
      doGenerate: async () => ({ content: [{ type: "text", text: '{"mood":"calm"}' }] }),
    };
    async function main() {
      const page = await scrape({ url: article }, { policy });
      const transformer = workerTransformer({ inProcessBytes: 0 });
      const engine = createEngine({ policy, content: { transformer }, models: { language: model }, stores: { cache: false } });
      const again = await engine.scrape({ url: article, formats: ["markdown", { type: "json", schema }] });
      const documents = [];
      for (const url of [report, handbook]) documents.push((await engine.scrape({ url })).markdown.length > 100);
      const crawled = await engine.crawl({ url: article, limit: 1, includePaths: ["^/art"] }).result();
      await engine[Symbol.asyncDispose]();
      await transformer[Symbol.asyncDispose]?.();
      const same = again.markdown === page.markdown;
      console.log(JSON.stringify({ markdown: page.markdown, same, json: again.json, documents, crawled: crawled.completed }));
    }
    main();
  `;
  // Some dependencies are CommonJS and call \`require\`, which an ES module does not have.
  const banner = {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  };

  test.each<[string, BuildOptions]>([
    ["mjs", { format: "esm", banner }],
    ["cjs", { format: "cjs", logOverride: { "empty-import-meta": "silent" } }],
  ])("as .%s it scrapes anywhere, with documents; without its workers it says so and goes on", async (name, format) => {
    const entry = join(project, "app.js");
    await writeFile(entry, program);
    const elsewhere = await mkdtemp(join(folder, "elsewhere-"));
    const outfile = join(elsewhere, `app.${name}`);
    const { warnings } = await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", ...format });
    expect(warnings).toEqual([]);
    await using site = await startFixtureSite();
    await using documents = await startDocuments();
    const addresses = [`${site.origin}/article`, `${documents.origin}/report.pdf`, `${documents.origin}/handbook.docx`];
    const { stdout, stderr } = await run(process.execPath, [outfile, ...addresses], { cwd: elsewhere });
    expect(JSON.parse(stdout)).toEqual({
      markdown: expect.stringContaining("# The lighthouse on the cape"),
      same: true,
      json: { mood: "calm" },
      documents: [true, true],
      crawled: 1,
    });
    expect(stderr).toContain("pages are read in the calling thread");
  });
});

test("bundled into an ES module without `require`, it says what to do", async () => {
  const entry = join(project, "without.js");
  await writeFile(
    entry,
    `import { scrape } from "@garner/core";
    await scrape({ url: "http://127.0.0.1:1/" }, { policy: { allowPrivateNetworks: true } }).catch((error) => console.log(error.message));`,
  );
  const outfile = join(await mkdtemp(join(folder, "without-")), "app.mjs");
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm" });
  const { stdout } = await run(process.execPath, [outfile]);
  expect(stdout).toContain("Leave @garner/core out of the bundle, or begin it with: import { createRequire");
});

/** The documents among the fixtures, as a server gives them that knows nothing of them. */
function startDocuments(): Promise<BareServer> {
  const documents = join(root, "packages", "testkit", "fixtures", "documents");
  return startBareServer((request, response) => {
    response.setHeader("content-type", "application/octet-stream");
    createReadStream(join(documents, basename(request.url ?? ""))).pipe(response);
  });
}
