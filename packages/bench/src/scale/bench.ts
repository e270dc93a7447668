/**
 * Runs the benchmarks of scale, or those that are named, one after the other, each in a process of its own and with a Redis of
 * its own: `npm run bench:scale -- single-scrapes`.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const named = process.argv.slice(2);
const all = ["pages", "single-scrapes", "queues", "frontier"];
for (const name of named.length > 0 ? named : all) {
  console.log(`\n${name}\n`);
  execFileSync(process.execPath, [...process.execArgv, fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    stdio: "inherit",
  });
}
