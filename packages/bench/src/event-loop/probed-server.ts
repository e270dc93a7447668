import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProbeReport } from "./probe.ts";

/** The standalone server in a process of its own, with a probe in its event loop and data of its own. */
export interface ProbedServer extends AsyncDisposable {
  readonly url: string;
  /** The state of the server's event loop meanwhile. */
  probe(work: () => Promise<unknown>): Promise<ProbeReport>;
}

/** Starts the server from its source, for pages on loopback that are asked for as fast as can be. */
export async function startProbedServer(environment: Readonly<Record<string, string>> = {}): Promise<ProbedServer> {
  const folder = mkdtempSync(join(tmpdir(), "garner-bench-"));
  const entry = fileURLToPath(new URL("../../../server/src/main.ts", import.meta.url));
  const server = fork(entry, {
    execArgv: ["--conditions=source", "--import", new URL("probe.ts", import.meta.url).href],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: {
      ...process.env,
      PORT: "0",
      LOG_LEVEL: "silent",
      DATA_DIR: folder,
      ALLOW_PRIVATE_NETWORKS: "true",
      POLITENESS: JSON.stringify({ respectRobots: false, startRate: 1000, maxRate: 1000 }),
      ...environment,
    },
  });
  return {
    url: await addressOf(server),
    async probe(work) {
      server.send("start");
      await work();
      const answer = once(server, "message");
      server.send("stop");
      return (await answer)[0] as ProbeReport;
    },
    async [Symbol.asyncDispose]() {
      if (server.exitCode === null) {
        server.kill();
        await once(server, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The message of the server once it listens. */
async function addressOf(server: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let printed = "";
  server.stdout?.on("data", (chunk) => {
    printed += String(chunk);
    const address = /listens on (http:\S+?)\.?\s/.exec(printed)?.[1];
    if (address !== undefined) resolve(address);
  });
  server.once("exit", () => reject(new Error(`The server did not start: ${printed}`)));
  return await promise;
}
