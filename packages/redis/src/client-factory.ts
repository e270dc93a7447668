import { openClient, type Client, type ConnectionOptions } from "./connection.ts";

/** Connections of BullMQ: producers are told at once when Redis is away, consumers wait for it. */
export interface ClientFactory extends AsyncDisposable {
  readonly forCommands: Client;
  /** The connection of this process's consumers; BullMQ opens another one to wait on. */
  forConsumers(): Client;
}

/** Opens connections when they are first needed. */
export function clientFactory(server: Pick<ConnectionOptions, "url" | "tls">, forCommands: Client): ClientFactory {
  let consumers: Client | undefined;
  return {
    forCommands,
    forConsumers() {
      if (consumers !== undefined) return consumers;
      consumers = openClient(server, { maxRetriesPerRequest: null });
      consumers.on("error", () => undefined); // the worker reports it
      return consumers;
    },
    async [Symbol.asyncDispose]() {
      consumers?.disconnect();
    },
  };
}
