#!/usr/bin/env node
import { redactUrls } from "@garner/core";
import { moveToRedis } from "./move-to-redis.ts";
import { runServer } from "./run-server.ts";

const [command] = process.argv.slice(2);
if (command === "move-to-redis") {
  try {
    console.log(await moveToRedis(process.env));
  } catch (error) {
    console.error(redactUrls(error instanceof Error ? error.message : String(error)));
    process.exitCode = 1;
  }
} else {
  await runServer(process.env);
}
