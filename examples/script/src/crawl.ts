import { parseArgs } from "node:util";
import { createEngine, EngineError, type JobProgress } from "@garner/core";

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
  const job = engine.crawl({ url, limit: Number(values.limit) }, { onProgress: drawBar });
  for await (const page of job) console.log(`${page.metadata.url}  ${page.metadata.title ?? ""}`);
} catch (error) {
  if (!EngineError.is(error)) throw error;
  console.error(`\n${error.code}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await engine[Symbol.asyncDispose]();
}

/** A bar on the last line of a terminal; nothing where the output goes elsewhere. */
function drawBar({ completed, total, failed, status }: JobProgress): void {
  if (!process.stderr.isTTY) return;
  const width = 30;
  const done = Math.round((width * completed) / Math.max(1, total));
  const bar = "█".repeat(done) + "░".repeat(width - done);
  const end = status === "scraping" ? "" : "\n";
  process.stderr.write(`\r\u001B[K${bar} ${completed}/${total} pages${failed > 0 ? `, ${failed} failed` : ""}${end}`);
}
