import { parseArgs } from "node:util";
import { createEngine, EngineError, type JobProgress, type ScrapeResult } from "@garner/core";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: "string", default: "100" }, "allow-private": { type: "boolean", default: false } },
});
const [url] = positionals;
if (url === undefined) {
  console.error("Which site? Run: node dist/crawl.js https://example.com --limit 50");
  process.exit(2);
}

const engine = createEngine({ policy: { allowPrivateNetworks: values["allow-private"] } });
try {
  const job = engine.crawl({ url, limit: Number(values.limit) });
  await Promise.all([drawBar(job.progress), printPages(job)]);
} catch (error) {
  if (!EngineError.is(error)) throw error;
  console.error(`\n${error.code}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await engine[Symbol.asyncDispose]();
}

async function printPages(pages: AsyncIterable<Pick<ScrapeResult, "metadata">>): Promise<void> {
  for await (const { metadata } of pages) console.log(`${metadata.url}  ${metadata.title ?? ""}`);
}

/** A bar on the last line of a terminal; nothing where the output goes elsewhere. */
async function drawBar(progress: AsyncIterable<JobProgress>): Promise<void> {
  if (!process.stderr.isTTY) return;
  const width = 30;
  for await (const { completed, total, failed, status } of progress) {
    const done = Math.round((width * completed) / Math.max(1, total));
    const bar = "█".repeat(done) + "░".repeat(width - done);
    const end = status === "scraping" ? "" : "\n";
    process.stderr.write(`\r\u001B[K${bar} ${completed}/${total} pages${failed > 0 ? `, ${failed} failed` : ""}${end}`);
  }
}
