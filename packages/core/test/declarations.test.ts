import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

// What editors show and compilers know of the engine: read off the declarations that are published.

const run = promisify(execFile);
const core = fileURLToPath(new URL("..", import.meta.url));
const compiler = fileURLToPath(new URL("../../../node_modules/.bin/tsc", import.meta.url));
let folder: string;
let types: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "garner-declarations-"));
  await run(compiler, [
    "-p",
    core,
    "--emitDeclarationOnly",
    "--declarationMap",
    "false",
    "--outDir",
    join(folder, "core"),
  ]);
  await symlink(join(core, "node_modules"), join(folder, "node_modules"));
  types = await readFile(join(folder, "core/schema/types.generated.d.ts"), "utf8");
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

/** What the compiler says about each of several programs that use the declarations. */
async function complaintsAbout(
  programs: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const head = `import { createEngine, defineFormat, readPage, type Engine } from "./core/index.js";
declare const engine: Engine;
const url = "https://example.com";
`;
  const files = new Map(
    Object.entries(programs).map(([name, program], index) => [name, { file: `program-${index}.mts`, program }]),
  );
  for (const { file, program } of files.values()) await writeFile(join(folder, file), head + program);
  const options = {
    compilerOptions: {
      ...{
        strict: true,
        noEmit: true,
        module: "NodeNext",
        target: "ES2023",
        skipLibCheck: false,
        noErrorTruncation: true,
      },
      ...{
        lib: ["ES2024", "ESNext.Disposable"],
        types: ["node"],
        typeRoots: [join(core, "../../node_modules/@types")],
      },
    },
    files: [...files.values()].map(({ file }) => file),
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(options));
  const { stdout } = await run(compiler, ["-p", folder]).catch((failure: { stdout: string }) => failure);
  const errors = stdout.split("\n").filter((line) => line.includes("error TS"));
  const known = [...files].map(([name, { file }]) => [name, errors.filter((line) => line.includes(file))] as const);
  const elsewhere = errors.filter((line) => !line.includes("program-"));
  return new Map([...known, ["elsewhere", elsewhere]]);
}

/** The members of an interface that have no comment above them. */
function uncommented(source: string, name: string): readonly string[] {
  const body = new RegExp(`export interface ${name}\\b[^{]*\\{\\n([^]*?)\\n\\}`).exec(source)?.[1] ?? "";
  const lines = body.split("\n");
  const members = lines.flatMap((line, index) => (/^ {4}(?:readonly )?[\w[].*[(:]/.test(line) ? [index] : []));
  expect(members.length, name).toBeGreaterThan(0);
  return members.flatMap((index) => ((lines[index - 1] ?? "").endsWith("*/") ? [] : [lines[index]?.trim() ?? ""]));
}

describe("the declarations", () => {
  test("tell what every option does", () => {
    for (const request of [
      "ScrapeOptions",
      "ScrapeRequest",
      "CrawlRequest",
      "BatchScrapeRequest",
      "MapRequest",
      "SearchRequest",
    ])
      expect([
        request,
        uncommented(types, request).filter((member) => !/^readonly (?:type|webhook|location)\??:/.test(member)),
      ]).toEqual([request, []]);
    for (const option of ["onlyMainContent", "maxAge", "formats"])
      expect(types).toMatch(new RegExp(`\\*/\\n\\s+readonly ${option}\\?:`));
  });

  test("tell what every method and every part of the configuration does", async () => {
    const read = async (file: string) => await readFile(join(folder, "core", file), "utf8");
    const [engine, groups, config, handle] = await Promise.all(
      ["engine.d.ts", "engine-groups.d.ts", "config.d.ts", "jobs/handle.d.ts"].map(read),
    );
    expect(uncommented(engine ?? "", "Engine")).toEqual([]);
    for (const name of ["JobStarters", "EngineJobs", "EngineWebhooks", "EngineUsage"])
      expect(uncommented(groups ?? "", name)).toEqual([]);
    for (const name of ["EngineConfig", "ContentConfig", "NetworkConfig", "StoresConfig", "RuntimeConfig", "Policy"])
      expect(uncommented(config ?? "", name)).toEqual([]);
    expect(uncommented(handle ?? "", "JobHandle").filter((member) => !member.startsWith("[Symbol"))).toEqual([]);
  });

  test("have no index signature in a result but for the names of `<meta>`", () => {
    expect(types.match(/^ {4}\[\w+: string\]/gm)).toBeNull();
    expect(types.match(/\[name: `[^\]]*\]/g)).toHaveLength(1);
  });
});

const wrong = {
  "result.markdwon": `void (await engine.scrape(url)).markdwon;`,
  "a format that was not asked for": `void (await engine.scrape({ url, formats: ["links"] })).markdown;`,
  "a job that is taken for a promise": `void (await engine.crawl(url)).pages;`,
  "an unknown option": `void engine.scrape({ url, waitfor: 3 });`,
  "an unknown part of the configuration": `createEngine({ browser: undefined });`,
};

test("programs that use them compile without the `dom` library, show readable types, and fail where they are wrong", async () => {
  const complaints = await complaintsAbout({
    right: `
const formats = ["markdown", "links"] as const;
const { markdown, links } = await engine.scrape({ url, formats });
for await (const page of engine.crawl({ url, scrapeOptions: { formats } })) console.log(page.markdown.length, page.links);
console.log(markdown, links, (await readPage({ html: "", url })).markdown);
createEngine({ hooks: { document: (document) => document.querySelector("aside")?.remove() } });
void defineFormat;`,
    result: `export const scraped: never = await engine.scrape({ url, formats: ["markdown", "links"] });`,
    handle: `export const handle: never = engine.crawl(url);`,
    ...wrong,
  });
  expect([complaints.get("right"), complaints.get("elsewhere")]).toEqual([[], []]);
  const shown = (name: string) => /Type '(.*)' is not assignable/.exec(complaints.get(name)?.[0] ?? "")?.[1];
  expect(shown("result")).toMatch(/^\{ .*markdown: string; links: string\[\];.*\}$/);
  expect(shown("result")).not.toMatch(/Always|FieldsOf|infer/);
  expect(shown("handle")).toMatch(/^JobHandle<\{ .*markdown: string;/);
  for (const name of Object.keys(wrong)) expect([name, complaints.get(name)?.length]).toEqual([name, 1]);
});
