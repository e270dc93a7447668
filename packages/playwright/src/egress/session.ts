import { randomBytes } from "node:crypto";
import { Agent } from "node:http";
import type { Duplex } from "node:stream";
import { EngineError, networkError, type EgressGuard } from "@garner/core";
import type { Upstream } from "./upstream.ts";

/** The addresses that one browser context may reach, and the way there. */
export interface EgressRules {
  readonly guard: EgressGuard;
  /** The proxy server outside that the traffic leaves through; without it, connections are made directly. */
  readonly upstream?: Upstream | undefined;
  /** Bytes that all answers together may have; more than that ends the session's connections. */
  readonly maxBytes: number;
}

/** One browser context's way out: its rules, its secret, its open connections, and its failures. */
export interface EgressSession extends Disposable {
  readonly rules: EgressRules;
  readonly username: string;
  readonly password: string;
  /** Connections of plain HTTP requests; no other context shares them. */
  readonly agent: Agent;
  /** Keeps an eye on a connection: it is closed with the session. */
  watch<Stream extends Duplex>(stream: Stream): Stream;
  count(bytes: number): void;
  /** Bytes of all answers since the last {@link EgressSession.renew}. */
  readonly receivedBytes: () => number;
  /** Begins to count anew, for the next capture in its context. */
  renew(): void;
  /** Ends all connections, and lets no other begin. */
  hangUp(): void;
  readonly isHungUp: () => boolean;
  succeed(url: URL): void;
  fail(url: URL, thrown: unknown): void;
  /** The failure of the last connection to the URL's host; undefined if there was none. */
  failureAt(url: URL): EngineError | undefined;
  /** Notes that a failure is the upstream proxy's own, which says nothing about a site. */
  blameProxy(failure: EngineError): EngineError;
  isOfProxy(failure: unknown): boolean;
}

/** Opens a session with a name and password of its own. */
export function createSession(rules: EgressRules): EgressSession {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const streams = new Set<Duplex>();
  const failures = new Map<string, EngineError>();
  const failuresOfProxy = new WeakSet<EngineError>();
  let receivedBytes = 0;
  let isHungUp = false;
  const hangUp = () => {
    isHungUp = true;
    agent.destroy();
    for (const stream of streams) stream.destroy();
  };
  return {
    rules,
    username: randomBytes(12).toString("hex"),
    password: randomBytes(24).toString("hex"),
    agent,
    watch(stream) {
      streams.add(stream);
      stream.once("close", () => streams.delete(stream));
      return stream;
    },
    count(bytes) {
      receivedBytes += bytes;
      if (receivedBytes > rules.maxBytes) hangUp();
    },
    receivedBytes: () => receivedBytes,
    renew() {
      receivedBytes = 0;
      failures.clear();
    },
    hangUp,
    isHungUp: () => isHungUp,
    succeed: (url) => failures.delete(keyOf(url)),
    fail: (url, thrown) => failures.set(keyOf(url), networkError(thrown, url)),
    failureAt: (url) => failures.get(keyOf(url)),
    blameProxy(failure) {
      failuresOfProxy.add(failure);
      return failure;
    },
    isOfProxy: (failure) => EngineError.is(failure) && failuresOfProxy.has(failure),
    [Symbol.dispose]: hangUp,
  };
}

/** The host of a URL as `net.connect` takes it: an IPv6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** The host and port: a tunnel knows no more of a URL. */
function keyOf(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === "http:" ? "80" : "443")}`;
}
