// Follows every quickstart and every example's README word by word, in an empty folder, with the packages as they would
// be published: with npm and pnpm, on the oldest Node that Garner runs on and on the newest. Arguments name pages, and
// `--node 24 --with npm` one combination.
import { globSync } from "node:fs";
import { parseArgs } from "node:util";
import { startRedisServer } from "@garner/testkit/site";
import { root } from "../pack.ts";
import { follow, type Manager } from "./follow.ts";
import { startSurroundings } from "./surroundings.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { node: { type: "string", default: "22.19,24" }, with: { type: "string", default: "npm,pnpm" } },
});
const followed = ["docs/quickstart/*.md", "docs/adapters/{hono,fastify}.md", "examples/*/README.md"];
const pages = positionals.length > 0 ? positionals : globSync(followed, { cwd: root }).toSorted();
const managers = (["npm", "pnpm"] as const).filter((manager) => values.with.split(",").includes(manager));

let failures = 0;
await using surroundings = await startSurroundings();
await using redis = await startRedisServer();
for (const version of values.node.split(",")) {
  const environment = await surroundings.environment(version);
  for (const manager of managers) for (const page of pages) await report(page, { version, manager, environment });
}
console.log(failures === 0 ? "Every page can be followed." : `${failures} failed.`);
process.exitCode = failures === 0 ? 0 : 1;

interface Combination {
  readonly version: string;
  readonly manager: Manager;
  readonly environment: Readonly<Record<string, string>>;
}

async function report(page: string, { version, manager, environment }: Combination): Promise<void> {
  const startedAt = performance.now();
  const isOfRedis = page.includes("redis");
  const variables = { ...environment, ...(isOfRedis ? { REDIS_URL: redis.url } : {}) };
  const failure = await follow(page, { manager, environment: variables }).then(
    () => "",
    (error: Error) => `\n${error.message}`,
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (failure !== "") failures += 1;
  console.log(`${failure === "" ? "ok  " : "FAIL"}  Node ${version}, ${manager}: ${page} (${seconds} s)${failure}`);
}
