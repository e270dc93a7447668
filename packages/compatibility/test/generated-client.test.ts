import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";
import { apiKey, serve } from "./serve.ts";

const run = promisify(execFile);
const installed = fileURLToPath(new URL("../node_modules", import.meta.url));

const program = `
import createClient from "openapi-fetch";
import type { paths } from "./api.ts";

const [baseUrl = "", site = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: "Bearer ${apiKey}" } });
const scraped = await client.POST("/v2/scrape", { body: { url: site + "/p/1", formats: ["markdown", { type: "links" }] } });
const markdown: string | undefined = scraped.data?.data.markdown;
const failed = await client.POST("/v2/scrape", { body: { url: "nothing here" } });
const code: "BAD_REQUEST" | "BAD_REQUEST_INVALID_JSON" | string | undefined = failed.error?.code;
const started = await client.POST("/v2/crawl", { body: { url: site, limit: 2 } });
const id = started.data?.id ?? "";
const job = await client.GET("/v2/crawl/{id}", { params: { path: { id }, query: { limit: 1 } } });
console.log(JSON.stringify({ markdown, status: failed.response.status, code, job: job.data?.success }));
// @ts-expect-error: there is no such option
await client.POST("/v2/map", { body: { url: site, sitemap: "perhaps" } });
`;

test("a client that openapi-typescript generates from the description compiles, and scrapes", async () => {
  await using served = await serve();
  const folder = await mkdtemp(join(tmpdir(), "garner-generated-"));
  try {
    // What has a default need not be sent.
    const options = { defaultNonNullable: false };
    const api = astToString(await openapiTS(new URL(`${served.url}/openapi.json`), options));
    await writeFile(join(folder, "api.ts"), api);
    await writeFile(join(folder, "main.ts"), program);
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    await symlink(installed, join(folder, "node_modules"));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      module: "nodenext",
      lib: ["es2023", "dom"],
      types: [],
      skipLibCheck: true,
    };
    await writeFile(join(folder, "node.d.ts"), "declare const process: { argv: string[] };");
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const tsc = join(installed, "typescript/bin/tsc");
    const compiled = await run(process.execPath, [tsc, "-p", folder]).catch(({ stdout }: { stdout: string }) => ({
      stdout,
    }));
    expect(compiled.stdout).toBe("");
    const { stdout } = await run(process.execPath, [join(folder, "main.ts"), served.url, served.site]);
    expect(JSON.parse(stdout)).toEqual({
      markdown: expect.stringContaining("Page number 1"),
      status: 400,
      code: "BAD_REQUEST",
      job: true,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
