import { execFile, execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { startFixtureSite } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { root } from "../src/pack.ts";

// What the built packages say and do in other runtimes than the one they are made for. Those that are not on the PATH
// are left out.

const run = promisify(execFile);
const packages = ["core", "http", "express", "playwright", "search", "sqlite"];

/** Programs of a name on the PATH, with the version that they print when they get the parameters. */
function runtimes(
  name: string,
  parameters: readonly string[],
): readonly { readonly path: string; readonly version: string }[] {
  const folders = new Set((process.env["PATH"] ?? "").split(delimiter));
  return [...folders].flatMap((folder) => {
    const path = join(folder, name);
    try {
      return [{ path, version: execFileSync(path, parameters, { encoding: "utf8", timeout: 20_000 }).trim() }];
    } catch {
      return []; // it is not there, or does not run
    }
  });
}

/**
 * Imports a package in another runtime, which evaluates the code after the parameters. Resolves with what it said, or with the
 * message of what it threw.
 */
async function importIn(program: string, parameters: readonly string[], name: string): Promise<string> {
  const code = `import("@garner/${name}").then(() => console.log("ok"), ({ message }) => console.log(message))`;
  const { stdout } = await run(program, [...parameters, code], { cwd: join(root, "packages", name) });
  return stdout.trim();
}

describe("a Node that is too old", () => {
  const versions =
    'console.log(process.versions.node.split(".").map(Number).map((n) => String(n).padStart(4, "0")).join("."))';
  const [old] = runtimes("node", ["-e", versions]).filter(({ version }) => version < "0022.0019" && version >= "0018");

  test.for([...packages, "server", "cli"])("is told so in one sentence by @garner/%s", async (name, { skip }) => {
    if (old === undefined) return skip("there is none on the PATH");
    const said = await importIn(old.path, ["-e"], name);
    expect(said).toMatch(/^Garner needs Node 22\.19 or newer; this is Node \d+\.\d+\.\d+\.$/);
  });

  const program = `
    const versions = { ...process.versions, node: "22.18.0" };
    Object.defineProperty(process, "versions", { value: versions });`;
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(program)}`];

  test("is known by its version", async () => {
    expect(await importIn(process.execPath, [...preload, "-e"], "core")).toBe(
      "Garner needs Node 22.19 or newer; this is Node 22.18.0.",
    );
    expect(await importIn(process.execPath, ["-e"], "core")).toBe("ok");
  });

  test.for(["cli", "server"])("is told so in one line by the program of @garner/%s", async (name) => {
    const main = join(root, "packages", name, "dist", "main.js");
    await expect(run(process.execPath, [...preload, main])).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: "Garner needs Node 22.19 or newer; this is Node 22.18.0.\n",
    });
  });

  test("is what every manifest refuses", () => {
    for (const folder of readdirSync(join(root, "packages"))) {
      const manifest = join(root, "packages", folder, "package.json");
      const { engines } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly engines: unknown };
      expect(engines, folder).toEqual({ node: ">=22.19" });
    }
  });
});

describe.for([
  { name: "bun", evaluate: ["-e"], print: "console.log(Bun.version)" },
  { name: "deno", evaluate: ["eval", "--node-modules-dir=manual"], print: "console.log(Deno.version.deno)" },
])("$name", ({ name, evaluate, print }) => {
  const [runtime] = runtimes(name, [...evaluate, print]);

  test("imports every package, and scrapes with cookies, threads and the guard", async ({ skip }) => {
    if (runtime === undefined) return skip("there is none on the PATH");
    for (const each of packages) expect(await importIn(runtime.path, evaluate, each)).toBe("ok");
    await using site = await startFixtureSite();
    const program = `
      import { createEngine, workerTransformer } from "@garner/core";
      const url = ${JSON.stringify(`${site.origin}/article`)};
      const policy = { allowPrivateNetworks: true };
      await using here = createEngine({ policy });
      const { markdown } = await here.scrape({ url });
      await using there = createEngine({ policy, content: { transformer: workerTransformer({ inProcessBytes: 0 }) } });
      const inThread = await there.scrape({ url });
      await using guarded = createEngine();
      const { code } = await guarded.scrape({ url }).catch((error) => error);
      console.log(JSON.stringify({ markdown, isSame: inThread.markdown === markdown, warning: inThread.warning, code }));`;
    const { stdout } = await run(runtime.path, [...evaluate, program], { cwd: join(root, "packages", "core") });
    expect(JSON.parse(stdout)).toEqual({
      markdown: expect.stringContaining("# The lighthouse on the cape"),
      isSame: true,
      code: "URL_BLOCKED",
    });
  });
});
