import { EngineError } from "@garner/core";
import { documentShelf, type DocumentShelf, type LargeDocuments } from "./large-documents.ts";
import { Cluster, Redis as RedisClient } from "ioredis";

/** The address of Redis: one server, or first nodes of a cluster, as a list or with commas. `rediss://` is for TLS. */
export type RedisAddress = string | readonly string[];

/** The rules for checking the certificate of a Redis behind TLS. */
export interface RedisTls {
  /** Certificates to trust in place of the usual authorities, as PEM. */
  readonly ca?: string | readonly string[] | undefined;
  /** The name that the certificate is for, when it is not the host of the URL. */
  readonly servername?: string | undefined;
}

/** A connection to one server or to a cluster. */
export type Client = RedisClient | Cluster;

/** A parameter of a command. */
export type Argument = string | number | Buffer;

/** A script and the name that the connection knows it by. Its keys stand in one hash slot. */
export interface Script {
  readonly name: string;
  readonly keys: number;
  readonly lua: string;
}

/** A connection that answers, or says in our words why it can't. */
export interface Connection {
  readonly client: Client;
  /** The beginning of all keys. */
  readonly prefix: string;
  readonly documents: DocumentShelf;
  /** Sends commands. Throws STORE_UNAVAILABLE if Redis can't be reached, or refuses them. */
  ask<T>(question: (client: Client) => Promise<T>): Promise<T>;
  /** Runs a script on these keys. Buffers come back for `asBytes`. Throws like {@link Connection.ask}. */
  run<T>(script: Script, keys: readonly string[], values: readonly Argument[], asBytes?: "asBytes"): Promise<T>;
  close(): Promise<void>;
}

/** Options of a connection. */
export interface ConnectionOptions {
  readonly largeDocuments?: LargeDocuments | undefined;
  readonly url: RedisAddress;
  readonly tls?: RedisTls | undefined;
  readonly prefix: string;
  /** The longest a command may take; then the store counts as unavailable. */
  readonly commandTimeoutMs: number;
}

/** Opens a connection. Nothing is thrown here: the first command reports an unreachable server. */
export function connect({ url, tls, prefix, commandTimeoutMs, largeDocuments }: ConnectionOptions): Connection {
  const client = openClient({ url, tls }, { maxRetriesPerRequest: 1, commandTimeout: commandTimeoutMs });
  client.on("error", () => undefined); // each command reports it
  const defined = new Set<string>();
  const ask = async <T>(question: (asked: Client) => Promise<T>): Promise<T> => {
    try {
      return await question(client);
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  };
  return {
    ...{ client, prefix, ask, documents: documentShelf(prefix, largeDocuments) },
    async run<T>(
      { name, keys: numberOfKeys, lua }: Script,
      keys: readonly string[],
      values: readonly Argument[],
      asBytes?: "asBytes",
    ) {
      if (!defined.has(name)) client.defineCommand(name, { numberOfKeys, lua });
      defined.add(name);
      const commands = client as unknown as Readonly<Record<string, (...parts: readonly Argument[]) => Promise<T>>>;
      const command = asBytes === undefined ? name : `${name}Buffer`;
      return await ask(async () => {
        const answer = await commands[command]?.call(client, ...keys, ...values);
        return answer as T;
      });
    },
    async close() {
      client.disconnect();
    },
  };
}

/** Opens a client of one server, or of a cluster. */
export function openClient({ url, tls }: Pick<ConnectionOptions, "url" | "tls">, options: CommandOptions): Client {
  const shared = {
    // A late answer is asked for again by the code that needs it; a server that is away is looked for without end.
    ...options,
    reconnectOnError: (error: Error) => error.message.startsWith("READONLY"), // it was a primary
  };
  const retryStrategy = (times: number) => Math.min(100 * times, 1000);
  const nodes = typeof url === "string" ? url.split(",") : url;
  const [{ username = "", password = "", protocol = "" } = {}] = nodes.map((node) => new URL(node));
  const login = {
    ...(username === "" ? {} : { username: decodeURIComponent(username) }),
    ...(password === "" ? {} : { password: decodeURIComponent(password) }),
  };
  const secured = protocol === "rediss:" ? { tls: toTlsOptions(tls) } : {};
  if (typeof url === "string" && nodes.length === 1)
    return new RedisClient(url, { ...shared, ...secured, retryStrategy });
  const redisOptions = { ...shared, ...login, ...secured };
  return new Cluster(nodes.map(nodeOf), { redisOptions, clusterRetryStrategy: retryStrategy });
}

/** Limits of waiting for a server. */
export interface CommandOptions {
  /** The number of times a command is sent again after the connection broke; null for no limit. */
  readonly maxRetriesPerRequest: number | null;
  readonly commandTimeout?: number;
}

function toTlsOptions({ ca, servername }: RedisTls = {}) {
  return { ...(ca === undefined ? {} : { ca: [ca].flat() }), ...(servername === undefined ? {} : { servername }) };
}

function nodeOf(address: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(address);
  return { host: hostname, port: Number(port || 6379) };
}

/** The failure of a request to Redis, as an error for callers. A mistake of a script stays one. */
export function storeFailure(thrown: unknown): unknown {
  if (EngineError.is(thrown) || !(thrown instanceof Error) || isMistake(thrown.message)) return thrown;
  const reason = reasons.find(([sign]) => thrown.message.includes(sign))?.[1] ?? "Redis can't be reached";
  return new EngineError("STORE_UNAVAILABLE", `The store does not work: ${reason}.`, { cause: thrown });
}

const reasons: readonly (readonly [sign: string, reason: string])[] = [
  ["OOM ", "Redis is out of memory and refuses writes; raise `maxmemory`, or delete jobs"],
  ["MISCONF", "Redis can't write to its disk"],
  ["READONLY", "this Redis is a replica, which takes no writes"],
  ["LOADING", "Redis is starting, and reads its data"],
  ["BUSY ", "Redis is busy with a script"],
  ["CLUSTERDOWN", "the Redis cluster is down"],
  ["MASTERDOWN", "the primary of this Redis is down"],
  ["NOREPLICAS", "Redis has too few replicas to take writes"],
  ["TRYAGAIN", "the Redis cluster is moving keys"],
  ["NOAUTH", "Redis wants a password: put it into the URL, as in `redis://:password@host:6379`"],
  ["WRONGPASS", "Redis refuses the name or the password of the URL"],
  ["NOPERM", "this user of Redis may not do what the store needs"],
  ["Command timed out", "Redis does not answer in time"],
];

function isMistake(message: string): boolean {
  return /^(?:ERR (?!max number of clients)|WRONGTYPE|CROSSSLOT|EXECABORT)/.test(message);
}
