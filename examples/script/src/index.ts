import { parseArgs } from "node:util";
import { EngineError, scrape } from "@garner/core";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "allow-private": { type: "boolean", default: false }, explain: { type: "boolean", default: false } },
});
const [url] = positionals;
if (url === undefined) {
  console.error("Which page? Run: node dist/index.js https://example.com [--explain] [--allow-private]");
  process.exit(2);
}

try {
  const policy = { allowPrivateNetworks: values["allow-private"] };
  const { markdown, explanation } = await scrape({ url }, { policy }, { explain: values.explain });
  console.log(markdown);
  const { winner, removed = [] } = explanation?.mainContent ?? {};
  if (winner !== undefined) console.error(`The content is ${winner.path}, with a score of ${winner.score}. Removed:`);
  const { removedCharacters = 0 } = explanation?.invisible ?? {};
  if (removedCharacters > 0) console.error(`- text that nobody could have seen (${removedCharacters} characters)`);
  for (const { path, reason, characters } of removed) console.error(`- ${path}: ${reason} (${characters} characters)`);
} catch (error) {
  if (!EngineError.is(error)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
