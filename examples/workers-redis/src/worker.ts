import { getPriority, setPriority } from "node:os";
import { createEngine } from "@garner/core";
import { sharedConfig } from "./config.ts";

setPriority(Math.max(10, getPriority())); // who waits for an answer of the API goes first
const { stores, config } = sharedConfig();
const engine = createEngine(config);
engine.jobs.work({ concurrency: 20 });
console.log(`Worker ${process.pid} works.`);

process.once("SIGTERM", () => void stop());

async function stop(): Promise<void> {
  await engine[Symbol.asyncDispose](); // what is under way goes back to the queue
  await stores[Symbol.asyncDispose]();
}
