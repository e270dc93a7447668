import { fork } from "node:child_process";

// A worker uses one core, so start as many as there are; one that dies is started again.
const count = Number(process.argv[2] ?? 2);
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
let isStopping = false;
const workers = new Set(Array.from({ length: count }, start));

function start() {
  const worker = fork(new URL(`worker.${extension}`, import.meta.url));
  worker.once("exit", () => {
    workers.delete(worker);
    if (!isStopping) workers.add(start());
  });
  return worker;
}

process.once("SIGTERM", () => {
  isStopping = true;
  for (const worker of workers) worker.kill();
});
