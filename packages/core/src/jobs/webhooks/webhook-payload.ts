import { createHmac } from "node:crypto";
import type { JobEvent } from "../../ports/job-reader.ts";
import type { Job } from "../../ports/job-store.ts";
import type { JobKindRules } from "../kinds.ts";
import { uuidOf } from "../ids.ts";

/** An event as it is POSTed to a webhook. */
export interface WebhookMessage {
  /** Stable: the same event of the same job has the same id. */
  readonly id: string;
  /** Such as `crawl.page`. */
  readonly type: string;
  readonly body: string;
}

/** The message for an event; undefined if the webhook does not want it (contract §4.15). Pure. */
export function webhookMessage(job: Job, event: JobEvent, kind: JobKindRules): WebhookMessage | undefined {
  const { webhook } = job;
  if (webhook === undefined || event.type === "cancelled" || !webhook.events.includes(event.type)) return undefined;
  if (!kind.tellsOfPages && event.type === "page") return undefined; // only its end has something to show
  const id = uuidOf(`webhook ${job.id} ${event.sequence}`);
  const type = `${kind.eventPrefix}.${event.type}`;
  const body = JSON.stringify({
    success: event.error === undefined,
    type,
    id: job.id,
    webhookId: id,
    sequence: event.sequence,
    data: payload(job, event, kind),
    metadata: webhook.metadata,
    error: event.error?.message ?? null,
  });
  return { id, type, body };
}

function payload(job: Job, event: JobEvent, kind: JobKindRules): readonly unknown[] {
  if (event.type === "page") {
    return [
      event.error === undefined ? event.document : { metadata: { sourceURL: event.url, error: event.error.message } },
    ];
  }
  const whole = event.type === "completed" && job.result !== undefined ? kind.payload(job) : undefined;
  return whole === undefined ? [] : [whole];
}

/** `sha256=` and the hex HMAC-SHA256 of the exact bytes that are sent (requirements §6.4). Pure. */
export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body, "utf8").digest("hex")}`;
}
