import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeOwnAuthority, type CertificateFiles } from "./site/own-authority.ts";
import { reservedPort } from "./site/reserved-port.ts";

/** A Redis of one's own on loopback. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** The id of its process, for signals. */
  readonly pid: () => number;
  /** Ends it as a power cut does, and starts it again on what it wrote. */
  restart(): Promise<void>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
  /** The beginning of what it answers to a command of one line. */
  tell(command: string): Promise<string>;
}

/** Options of {@link startRedisServer}. */
export interface RedisServerOptions {
  /** Writes every command to disk before it is answered. */
  readonly isDurable?: boolean;
  /** Further settings, as on the command line: `["--maxmemory", "100mb"]`. */
  readonly settings?: readonly string[];
  /** The address of this machine to listen on. */
  readonly host?: string;
  /** A command that runs the server as its own last arguments. */
  readonly within?: readonly string[];
  /** The server; `REDIS_SERVER` of the environment, or `redis-server`, when not given. */
  readonly program?: string;
}

/** The address of a running Redis for tests, if one is set. */
export function givenRedisUrl(): string | undefined {
  return process.env["REDIS_URL"] || undefined;
}

/** The program of a Redis to start for tests: `REDIS_SERVER`, such as the path of a `valkey-server`. */
const installed = () => process.env["REDIS_SERVER"] || "redis-server";

/** Starts `redis-server` on a free port and in a folder of its own. Says plainly when there is none to start. */
export async function startRedisServer({
  isDurable = false,
  settings = [],
  host = "127.0.0.1",
  within = [],
  program = installed(),
}: RedisServerOptions = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "garner-redis-"));
  const port = await reservedPort("127.0.0.1");
  const durable = isDurable ? ["--appendonly", "yes", "--appendfsync", "always"] : ["--appendonly", "no"];
  const network = ["--port", `${port}`, "--bind", host, "--protected-mode", "no"];
  const parameters = [...network, "--save", "", ...durable, "--dir", folder, ...settings];
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const [command = program, ...rest] = [...within, program, ...parameters];
    const started = spawn(command, rest, { stdio: "ignore" });
    const failed = once(started, "error").then(([error]: unknown[]) => error);
    child = started;
    for (;;) {
      const outcome = await Promise.race([failed, answers({ host, port })]);
      if (outcome === true) return;
      if (outcome !== false) throw new Error(absent, { cause: outcome });
      if (started.exitCode !== null) throw new Error(`${program} ended at once with ${started.exitCode}.`);
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
    url: `redis://${host}:${port}`,
    port,
    pid: () => child?.pid ?? 0,
    start,
    kill,
    tell: (command) => tell({ host, port }, command),
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

/** A Redis behind TLS on loopback, whose certificate an authority of its own has signed. */
export interface TlsRedisServer extends AsyncDisposable {
  readonly url: string;
  /** The file of the authority's certificate. */
  readonly authority: string;
  /** A certificate for clients, by the same authority. */
  readonly client: CertificateFiles;
}

/** Options of {@link startTlsRedisServer}. */
export interface TlsRedisServerOptions {
  /** The names of its certificate; `IP:127.0.0.1` when not given. */
  readonly subjects?: string;
  /** True if clients have to show a certificate too. */
  readonly asksClients?: boolean;
}

/** Starts a Redis that speaks TLS to clients. */
export async function startTlsRedisServer({
  subjects = "IP:127.0.0.1",
  asksClients = false,
}: TlsRedisServerOptions = {}): Promise<TlsRedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "garner-redis-tls-"));
  const authority = makeOwnAuthority(folder);
  const { certificate, key } = authority.issue("server", subjects);
  const port = await reservedPort("127.0.0.1");
  const files = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-ca-cert-file", authority.certificate];
  const asking = ["--tls-auth-clients", asksClients ? "yes" : "no"];
  const server = await startRedisServer({ settings: ["--tls-port", `${port}`, ...files, ...asking] });
  return {
    url: `rediss://127.0.0.1:${port}`,
    authority: authority.certificate,
    client: authority.issue("client", "DNS:client.example"),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A cluster of Redis on loopback. */
export interface RedisCluster extends AsyncDisposable {
  readonly urls: readonly string[];
}

const slotCount = 16_384;
const host = "127.0.0.1";

/** Starts so many primaries that share the slots between them; resolves when each knows of all. */
export async function startRedisCluster(size = 3): Promise<RedisCluster> {
  const servers: RedisServer[] = [];
  const busPorts: number[] = [];
  for (let index = 0; index < size; index += 1) {
    const busPort = await reservedPort("127.0.0.1");
    const files = ["--cluster-config-file", "nodes.conf", "--cluster-port", `${busPort}`];
    servers.push(await startRedisServer({ settings: ["--cluster-enabled", "yes", ...files] }));
    busPorts.push(busPort);
  }
  const first = (index: number) => Math.floor((index * slotCount) / size);
  for (const [index, { port }] of servers.entries()) {
    await tell({ host, port }, `CLUSTER ADDSLOTSRANGE ${first(index)} ${first(index + 1) - 1}`);
    const [other] = servers;
    if (index > 0) await tell({ host, port }, `CLUSTER MEET 127.0.0.1 ${other?.port} ${busPorts[0]}`);
  }
  const knowsAll = async ({ port }: RedisServer) => {
    const facts = await tell({ host, port }, "CLUSTER INFO");
    return facts.includes("cluster_state:ok") && facts.includes(`cluster_size:${size}`);
  };
  for (const server of servers) while (!(await knowsAll(server))) await sleep(50);
  return {
    urls: servers.map(({ url }) => url),
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server[Symbol.asyncDispose]();
    },
  };
}

interface Place {
  readonly host: string;
  readonly port: number;
}

/** True if Redis answers a PING. */
async function answers(place: Place): Promise<boolean> {
  return /^(?:\+PONG|-NOAUTH)/.test(await tell(place, "PING").catch(() => ""));
}

/** The beginning of what Redis answers to a command. */
async function tell(place: Place, command: string): Promise<string> {
  const socket = connect(place);
  socket.setTimeout(1000, () => socket.destroy(new Error("Redis does not answer.")));
  try {
    socket.write(`${command}\r\n`);
    const [chunk]: unknown[] = await once(socket, "data");
    return String(chunk);
  } finally {
    socket.destroy();
  }
}
