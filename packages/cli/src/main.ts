#!/usr/bin/env node
// Loaded dynamically, so that a failure to start, such as a Node too old, is one sentence and no stack.
try {
  const [{ run }, { processTerminal }] = await Promise.all([import("./run.ts"), import("./terminal.ts")]);
  process.exitCode = await run(process.argv.slice(2), processTerminal());
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown));
  process.exitCode = 1;
}
