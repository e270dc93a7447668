#!/usr/bin/env node
// Loaded dynamically, so that a Node too old for it gets one sentence instead of a stack.
try {
  const [{ run }, { processTerminal }] = await Promise.all([import("./run.ts"), import("./terminal.ts")]);
  process.exitCode = await run(process.argv.slice(2), processTerminal());
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown));
  process.exitCode = 1;
}
