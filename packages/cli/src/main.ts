#!/usr/bin/env node
// Loaded in here: what keeps `garner` from running, such as a Node that is too old, is told in one sentence.
try {
  const [{ run }, { processTerminal }] = await Promise.all([import("./run.ts"), import("./terminal.ts")]);
  process.exitCode = await run(process.argv.slice(2), processTerminal());
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown));
  process.exitCode = 1;
}
