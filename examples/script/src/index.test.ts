import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startFixtureSite, type FixtureSite } from "@garner/testkit/site";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const source = fileURLToPath(new URL("index.ts", import.meta.url));
let site: FixtureSite;
let folder: string;

beforeAll(async () => {
  site = await startFixtureSite();
  folder = await mkdtemp(join(tmpdir(), "garner-script-"));
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

describe("the script", () => {
  test("prints a page as Markdown", async () => {
    const { stdout } = await run(process.execPath, [
      "--conditions=source",
      source,
      `${site.origin}/article`,
      "--allow-private",
    ]);
    expect(stdout).toContain("# The lighthouse on the cape");
  });

  test("says why the content is what it is", async () => {
    const args = ["--conditions=source", source, `${site.origin}/article`, "--allow-private", "--explain"];
    const { stderr } = await run(process.execPath, args);
    expect(stderr).toContain("The content is body > main > article");
    expect(stderr).toMatch(/^- body > footer: .*\(\d+ characters\)$/m);
  });

  test("says what it needs, and what went wrong", async () => {
    await expect(run(process.execPath, ["--conditions=source", source])).rejects.toMatchObject({ code: 2 });
    const blocked = run(process.execPath, ["--conditions=source", source, `${site.origin}/article`]);
    await expect(blocked).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("URL_BLOCKED") });
  });

  test("works as one bundled file, anywhere", async () => {
    const outfile = join(folder, "scrape.mjs");
    await build({
      entryPoints: [source],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      conditions: ["source"],
      // Dependencies that are CommonJS call `require`, which an ES module does not have.
      banner: {
        js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
      },
      logLevel: "silent",
    });
    const { stdout } = await run(process.execPath, [outfile, `${site.origin}/article`, "--allow-private"], {
      cwd: folder,
    });
    expect(stdout).toContain("# The lighthouse on the cape");
  });
});
