import { EventEmitter, once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { startBareServer } from "./site/bare-server.ts";

/** The payload of a webhook, as the contract shows it. */
export interface WebhookPayload {
  readonly success: boolean;
  readonly type: string;
  readonly id: string;
  readonly webhookId: string;
  readonly sequence: number;
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly metadata: unknown;
  readonly error: string | null;
}

/** One request that a receiver got. */
export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  readonly body: Buffer;
  readonly message: WebhookPayload;
}

/** A receiver of webhooks on loopback. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  /** Every request so far, in order. */
  readonly received: readonly ReceivedWebhook[];
  /** Resolves with all requests so far once one of them is of this type. */
  has(type: string): Promise<readonly ReceivedWebhook[]>;
}

/**
 * Starts a receiver that answers each request with the next of these statuses, with 204 when they are used up, and not at
 * all for 0.
 */
export async function startWebhookReceiver(statuses: readonly number[] = []): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const arrivals = new EventEmitter();
  const left = [...statuses];
  const server = await startBareServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      received.push({ headers: request.headers, body, message: JSON.parse(body.toString()) as WebhookPayload });
      const status = left.shift() ?? 204;
      if (status !== 0) response.writeHead(status, { location: "http://127.0.0.1:1/" }).end();
      arrivals.emit("request");
    });
  });
  return {
    url: `${server.origin}/hook`,
    received,
    async has(type) {
      while (!received.some(({ message }) => message.type === type)) await once(arrivals, "request");
      return received;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
