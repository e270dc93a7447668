/** Runs the benchmarks of scale, one after the other, each in a process of its own and with a Redis of its own. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

for (const name of ["pages.ts", "single-scrapes.ts", "queues.ts", "frontier.ts"]) {
  console.log(`\n${name}\n`);
  execFileSync(process.execPath, [...process.execArgv, fileURLToPath(new URL(name, import.meta.url))], {
    stdio: "inherit",
  });
}
