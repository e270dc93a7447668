/** Runs the benchmarks of jobs, one after the other, each in a process of its own. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

for (const name of ["small-jobs.ts", "crawl-loop.ts", "frontier.ts", "sitemaps.ts"]) {
  console.log(`\n${name}\n`);
  execFileSync(process.execPath, [...process.execArgv, fileURLToPath(new URL(name, import.meta.url))], {
    stdio: "inherit",
  });
}
