import { Redis as RedisClient } from "ioredis";
import { openClient, type Client, type ConnectionOptions } from "./connection.ts";

/** The connections of some consumers: they wait for a Redis that is away. */
export interface ConsumerClients {
  readonly client: Client;
  /** Closes it, and those that BullMQ has opened like it: whoever waits on one gets an error. */
  cutOff(): void;
}

/** Connections of BullMQ: producers are told at once when Redis is away. */
export interface ClientFactory extends AsyncDisposable {
  readonly forCommands: Client;
  openConsumers(): ConsumerClients;
}

/** Opens connections when they are needed. */
export function clientFactory(server: Pick<ConnectionOptions, "url" | "tls">, forCommands: Client): ClientFactory {
  const opened: ConsumerClients[] = [];
  return {
    forCommands,
    openConsumers() {
      const consumers = openConsumers(server);
      opened.push(consumers);
      return consumers;
    },
    async [Symbol.asyncDispose]() {
      for (const consumers of opened) consumers.cutOff();
    },
  };
}

/** Remembers the connections that BullMQ opens by duplicating one, to wait on. */
function openConsumers(server: Pick<ConnectionOptions, "url" | "tls">): ConsumerClients {
  const tracked: Client[] = [];
  function track(opened: Client): Client {
    opened.on("error", () => undefined); // the worker reports it
    tracked.push(opened);
    const duplicate = opened.duplicate.bind(opened) as (...parameters: readonly unknown[]) => Client;
    return Object.assign(opened, {
      duplicate: (...parameters: readonly unknown[]) => track(duplicate(...parameters)),
      disconnect: opened instanceof RedisClient ? disconnecting(opened) : opened.disconnect.bind(opened),
    });
  }
  return {
    client: track(openClient(server, { maxRetriesPerRequest: null })),
    cutOff() {
      for (const client of tracked) client.disconnect();
    },
  };
}

/**
 * A way to disconnect that always ends. The client's own, between two tries to connect, forgets the next try and tells
 * nobody that it is over, which BullMQ waits for: so that try is left to it, and is the last.
 */
function disconnecting(client: RedisClient): (reconnect?: boolean) => void {
  const disconnect = client.disconnect.bind(client);
  return (reconnect = false) => {
    if (client.status !== "reconnecting" || reconnect) return disconnect(reconnect);
    client.options.retryStrategy = () => null;
    client.once("connect", () => disconnect());
  };
}
