import { createHmac } from "node:crypto";
import { ExtractOutcome } from "../extract/settings.ts";
import type { JobEvent } from "../ports/job-reader.ts";
import type { Job } from "../ports/job-store.ts";
import { jobKinds } from "./kinds.ts";
import { uuidOf } from "./ids.ts";

/** An event as it is POSTed to a webhook. */
export interface WebhookMessage {
  /** Stable: the same event of the same job has the same id. */
  readonly id: string;
  /** Such as `crawl.page`. */
  readonly type: string;
  readonly body: string;
}

/** The message for an event; undefined if the webhook does not want it (contract §4.15). Pure. */
export function webhookMessage(job: Job, event: JobEvent): WebhookMessage | undefined {
  const { webhook } = job;
  if (webhook === undefined || event.type === "cancelled" || !webhook.events.includes(event.type)) return undefined;
  if (job.kind === "extract" && event.type === "page") return undefined; // only its end has something to show
  const id = uuidOf(`webhook ${job.id} ${event.sequence}`);
  const type = `${jobKinds[job.kind].eventPrefix}.${event.type}`;
  const body = JSON.stringify({
    success: event.error === undefined,
    type,
    id: job.id,
    webhookId: id,
    sequence: event.sequence,
    data: payload(job, event),
    metadata: webhook.metadata,
    error: event.error?.message ?? null,
  });
  return { id, type, body };
}

function payload(job: Job, event: JobEvent): readonly unknown[] {
  if (event.type === "page") {
    return [
      event.error === undefined ? event.document : { metadata: { sourceURL: event.url, error: event.error.message } },
    ];
  }
  if (event.type !== "completed" || job.result === undefined) return [];
  return job.kind === "extract" ? [extractPayload(job)] : [job.result];
}

function extractPayload(job: Job): unknown {
  const { data, sources, tokensUsed, pagesRead } = ExtractOutcome.parse(job.result);
  return { success: true, data, extractId: job.id, llmUsage: tokensUsed, totalUrlsScraped: pagesRead, sources };
}

/** `sha256=` and the hex HMAC-SHA256 of the exact bytes that are sent (requirements §6.4). Pure. */
export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body, "utf8").digest("hex")}`;
}
