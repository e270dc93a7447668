#!/usr/bin/env node
import { moveToRedis } from "./move-to-redis.ts";
import { runServer } from "./run-server.ts";

const [command] = process.argv.slice(2);
await (command === "move-to-redis" ? moveToRedis(process.env) : runServer(process.env));
