#!/usr/bin/env node
import { boundMemoryArenas, runServer } from "./run.ts";

const [command] = process.argv.slice(2);
if (command === "move-to-redis") {
  const { moveToRedis } = await import("./move-to-redis.ts");
  const { redactUrls } = await import("@garner/core");
  try {
    console.log(await moveToRedis(process.env));
  } catch (error) {
    console.error(redactUrls(error instanceof Error ? error.message : String(error)));
    process.exitCode = 1;
  }
} else {
  boundMemoryArenas();
  await runServer(process.env);
}
