import { EngineError, scrape } from "@garner/core";

const url = process.argv[2];
if (url === undefined) {
  console.error("Which page? Run: node dist/index.js https://example.com");
  process.exit(2);
}

try {
  const { markdown } = await scrape({ url });
  console.log(markdown);
} catch (error) {
  if (!EngineError.is(error)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
