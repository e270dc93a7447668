#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// Modules loaded from here on are compiled once, and read from the cache at the next start.
enableCompileCache();
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
  const { runServer } = await import("./run-server.ts");
  await runServer(process.env);
}
