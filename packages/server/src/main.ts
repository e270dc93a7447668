#!/usr/bin/env node
import { boundMemoryArenas, runServer } from "./run.ts";

const usage = `garner-server                 runs the server; environment variables are its settings
garner-server move-to-redis   moves what is in DATA_DIR to REDIS_URL; stop all servers before
garner-server --help          prints this

The variables are described in docs/guide/configuration.md.`;

const [command, ...rest] = process.argv.slice(2);
if (command === undefined) {
  boundMemoryArenas();
  await runServer(process.env);
} else if (command === "--help" || command === "-h") console.log(usage);
else if (command === "move-to-redis" && rest.length === 0) await move();
else {
  console.error(`garner-server does not know \`${[command, ...rest].join(" ")}\`.\n\n${usage}`);
  process.exitCode = 2;
}

async function move(): Promise<void> {
  const { moveToRedis } = await import("./move-to-redis.ts");
  const { redactUrls } = await import("@garner/core");
  try {
    console.log(await moveToRedis(process.env));
  } catch (error) {
    console.error(redactUrls(error instanceof Error ? error.message : String(error)));
    process.exitCode = 1;
  }
}
