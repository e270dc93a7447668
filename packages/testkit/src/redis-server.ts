import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { reservedPort } from "./site/reserved-port.ts";

/** A Redis of one's own on loopback. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  /** The id of its process, for signals. */
  readonly pid: () => number;
  /** Ends it as a power cut does, and starts it again on what it wrote. */
  restart(): Promise<void>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
}

/** How a {@link startRedisServer} is set up. */
export interface RedisServerOptions {
  /** Writes every command to disk before it is answered. */
  readonly isDurable?: boolean;
  /** Further settings, as on the command line: `["--maxmemory", "100mb"]`. */
  readonly settings?: readonly string[];
}

/** Where tests find a Redis that runs already, if somebody set it. */
export function givenRedisUrl(): string | undefined {
  return process.env["REDIS_URL"] || undefined;
}

/** Starts `redis-server` on a free port and in a folder of its own. Says plainly when there is none to start. */
export async function startRedisServer({
  isDurable = false,
  settings = [],
}: RedisServerOptions = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "garner-redis-"));
  const port = await reservedPort("127.0.0.1");
  const durable = isDurable ? ["--appendonly", "yes", "--appendfsync", "always"] : ["--appendonly", "no"];
  const parameters = [
    "--port",
    `${port}`,
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    ...durable,
    "--dir",
    folder,
    ...settings,
  ];
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn("redis-server", parameters, { stdio: "ignore" });
    const failed = once(started, "error").then(([error]: unknown[]) => error);
    child = started;
    for (;;) {
      const outcome = await Promise.race([failed, answers(port)]);
      if (outcome === true) return;
      if (outcome !== false) throw new Error(absent, { cause: outcome });
      if (started.exitCode !== null) throw new Error(`redis-server ended at once with ${started.exitCode}.`);
      await sleep(20);
    }
  }

  async function kill(): Promise<void> {
    const ending = child;
    child = undefined;
    if (ending === undefined || ending.exitCode !== null) return;
    const gone = once(ending, "exit");
    ending.kill("SIGKILL");
    await gone;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => child?.pid ?? 0,
    start,
    kill,
    async restart() {
      await kill();
      await start();
    },
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

const absent =
  "There is no redis-server to test with: install Debian's package `redis-server`, or set REDIS_URL to one that runs.";

/** Whether Redis answers a PING. */
async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  socket.setTimeout(1000, () => socket.destroy());
  try {
    socket.write("PING\r\n");
    const [chunk]: unknown[] = await once(socket, "data");
    return /^(?:\+PONG|-NOAUTH)/.test(String(chunk));
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
