import type { ConnectionOptions as TlsOptions } from "node:tls";
import { onlyGiven } from "@garner/core";
import { documentShelf, type DocumentShelf, type LargeDocuments } from "./large-documents.ts";
import { Cluster, Redis as RedisClient } from "ioredis";
import { sendTogether } from "./send-together.ts";
import { storeFailure, type Refusal } from "./store-failure.ts";

/**
 * The address of Redis: one server, or first nodes of a cluster, as a list or with commas. `rediss://` is for TLS, and
 * `unix:///run/redis.sock?db=1&password=…` for a socket of this machine.
 */
export type RedisAddress = string | readonly string[];

/** The certificates of a Redis behind TLS, and of its clients. */
export interface RedisTls {
  /** Certificates to trust in place of the usual authorities, as PEM. */
  readonly ca?: string | readonly string[] | undefined;
  /** The name that the certificate is for, when it is not the host of the URL. */
  readonly servername?: string | undefined;
  /** The certificate that this client shows, and its key, as PEM, for a Redis that asks for one. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
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
  const isAnonymous = isBehindTls(url) && tls?.cert === undefined;
  let refusal: Refusal | undefined;
  client.on("error", (error: Error) => (refusal = { error, isAnonymous })); // each command reports it
  client.on("ready", () => (refusal = undefined));
  const defined = new Set<string>();
  const ask = async <T>(question: (asked: Client) => Promise<T>): Promise<T> => {
    try {
      return await question(client);
    } catch (thrown) {
      throw storeFailure(thrown, refusal);
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

const isBehindTls = (url: RedisAddress): boolean => [url].flat().some((node) => node.startsWith("rediss:"));

/** Opens a client of one server, or of a cluster. */
export function openClient(server: Pick<ConnectionOptions, "url" | "tls">, options: CommandOptions): Client {
  const client = makeClient(server, options);
  sendTogether(client);
  return client;
}

function makeClient({ url, tls }: Pick<ConnectionOptions, "url" | "tls">, options: CommandOptions): Client {
  const retryStrategy = (times: number) => Math.min(100 * times, 1000);
  const shared = {
    // A late answer is asked for again by the code that needs it; a server that is away is looked for without end.
    ...options,
    reconnectOnError: (error: Error) => error.message.startsWith("READONLY"), // it was a primary
  };
  if (typeof url === "string" && url.startsWith("unix:"))
    return new RedisClient(url.replace(/^unix:(?:\/\/)?/, ""), { ...shared, retryStrategy });
  const nodes = typeof url === "string" ? url.split(",") : url;
  const [{ username = "", password = "", protocol = "" } = {}] = nodes.map((node) => new URL(node));
  const login = {
    ...(username === "" ? {} : { username: decodeURIComponent(username) }),
    ...(password === "" ? {} : { password: decodeURIComponent(password) }),
  };
  const secured = protocol === "rediss:" ? { tls: tlsOptions(tls) } : {};
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

/** TLS takes no undefined for the absence of an option. */
function tlsOptions({ ca, ...others }: RedisTls = {}): TlsOptions {
  return onlyGiven({ ...others, ca: ca === undefined ? undefined : [ca].flat() });
}

function nodeOf(address: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(address);
  return { host: hostname, port: Number(port || 6379) };
}
