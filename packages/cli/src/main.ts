#!/usr/bin/env node
// Loading takes a moment, and whoever stops it then is told the same as later.
const stop = () => {
  console.error("Stopped.");
  process.exit(130);
};
process.on("SIGINT", stop).on("SIGTERM", stop);
// Loaded dynamically, so that a failure to start, such as a Node too old, is one sentence and no stack.
try {
  const [{ run }, { processTerminal }] = await Promise.all([import("./run.ts"), import("./terminal.ts")]);
  const terminal = processTerminal();
  process.off("SIGINT", stop).off("SIGTERM", stop);
  process.exitCode = await run(process.argv.slice(2), terminal);
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown));
  process.exitCode = 1;
}
