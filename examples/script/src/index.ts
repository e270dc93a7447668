import { parseArgs } from "node:util";
import { EngineError, scrape } from "@garner/core";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "allow-private": { type: "boolean", default: false } },
});
const [url] = positionals;
if (url === undefined) {
  console.error("Which page? Run: node dist/index.js https://example.com");
  process.exit(2);
}

try {
  const { markdown } = await scrape({ url }, { policy: { allowPrivateNetworks: values["allow-private"] } });
  console.log(markdown);
} catch (error) {
  if (!EngineError.is(error)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
