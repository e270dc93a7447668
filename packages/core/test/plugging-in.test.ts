import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startCrawlSite } from "@garner/testkit/site";
import { expect, onTestFinished, test } from "vitest";
import { createEngine, EngineError, httpSource, type EngineEvent, type MakeSource } from "../src/index.ts";

const run = promisify(execFile);
const guide = readFileSync(new URL("../../../docs/guide/plugging-in.md", import.meta.url), "utf8");
const text = `<html><head><title>Example Domain</title></head><body><main><h1>Example Domain</h1><p class="note">Prices are without tax</p>
  <p>This domain is for use in illustrative examples.</p></main></body></html>`;

const examples = Array.from(guide.matchAll(/## (.*)\n(?:(?!^##)[^])*?<!-- tested: .*-->\n\n```ts\n([^]*?)```/gm));

test.each(examples.map(([, title = "", code = ""]) => [title, code]))(
  "%s: the example of the guide",
  async (_, code) => {
    await using site = await startCrawlSite(() => ({ raw: { text, type: "text/html" } }));
    const folder = await mkdtemp(join(tmpdir(), "garner-plugging-in-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const program = code
      .replace("example-cassette", folder)
      .replaceAll("createEngine({", "createEngine({ policy: { allowPrivateNetworks: true },")
      .replaceAll("https://example.com", site.origin)
      .replaceAll('"example.com"', JSON.stringify(new URL(site.origin).host));
    const wanted = /console\.log\(.*\/\/ (.*)$/m.exec(code)?.[1];
    const cwd = fileURLToPath(new URL("..", import.meta.url));
    const { stdout } = await run(
      process.execPath,
      ["--conditions=source", "--input-type=module-typescript", "-e", program],
      { cwd },
    );
    expect(stdout.trim()).toBe(wanted);
  },
);

test("what a source throws is the cause of a scrape's failure, and an event of a job whose pages say less", async () => {
  const broken: MakeSource = (host) => ({
    ...httpSource()(host),
    capture: async () => await Promise.reject(new TypeError("the vault is closed")),
  });
  const events: EngineEvent[] = [];
  const runtime = { onEvent: (event: EngineEvent) => void events.push(event) };
  const policy = { allowPrivateNetworks: true };
  await using engine = createEngine({ sources: [broken], policy, runtime });
  const url = "http://127.0.0.1:1/";
  const scraping = engine.scrape(url);
  await expect(scraping).rejects.toBeInstanceOf(EngineError);
  await expect(scraping).rejects.toMatchObject({
    code: "UNKNOWN_ERROR",
    cause: { name: "TypeError", message: "the vault is closed" },
  });
  const job = engine.batchScrape([url]);
  const { errors } = await job.result();
  expect(errors?.[0]).toMatchObject({ code: "UNKNOWN_ERROR", error: "Something unexpected went wrong." });
  expect(events).toContainEqual({ type: "page-error", id: job.id, url, error: "TypeError: the vault is closed" });
});

test("every place has an example", () => {
  expect(examples.map(([, title]) => title)).toEqual(["Sources", "Cassettes", "Formats", "Hooks", "Site profiles"]);
  for (const [, , code = ""] of examples)
    expect(code.split("\n").filter((line) => !/^import |^$/.test(line)).length).toBeLessThanOrEqual(11);
});
