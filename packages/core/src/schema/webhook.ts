import { z } from "zod";
import { Headers } from "./fields/headers.ts";
import { loginAsHeader } from "./fields/login-as-header.ts";
import { WebUrl } from "./fields/web-url.ts";
import type * as Written from "./types.generated.ts";

/** The events of a job that a webhook may want. */
export const WebhookEventName = z.enum(["started", "page", "completed", "failed"]);

const maxMetadataCharacters = 65_536;

/** The caller's own data, which every payload repeats; so it is bounded. */
const WebhookMetadata = z
  .record(z.string(), z.unknown())
  .refine((metadata) => JSON.stringify(metadata).length <= maxMetadataCharacters, {
    error: `must be at most ${maxMetadataCharacters} characters of JSON`,
  });

/** A webhook in its object form (requirements §6.1). */
export const WebhookObject = z.strictObject({
  url: WebUrl.describe("Endpoint that receives the POSTs."),
  headers: Headers.default({}).describe("Headers added to every delivery."),
  metadata: WebhookMetadata.default({}).describe("Echoed in every payload."),
  events: z
    .array(WebhookEventName)
    .default(["started", "page", "completed", "failed"])
    .describe("The events that are delivered; all when not given."),
});
/** A webhook with all defaults filled in. */
export type WebhookSettings = z.output<typeof WebhookObject>;

/** The receiver of a job's events: a URL, or an object with options. */
export const Webhook = z
  .union([WebUrl, WebhookObject])
  .describe("The receiver of the job's events: a URL or an object.");

/** The object form of a webhook, with a name and password of its URL in an `Authorization` header. Pure. */
export function webhookSettings(webhook: z.output<typeof Webhook> | undefined): WebhookSettings | undefined {
  const settings = typeof webhook === "string" ? WebhookObject.parse({ url: webhook }) : webhook;
  return settings && loginAsHeader(settings);
}

/** One webhook delivery, as the delivery log shows it. */
export const DeliveryRecord = z
  .object({
    id: z.string().describe("Stable across retries and replays; the payload's `webhookId`."),
    jobId: z.string(),
    sequence: z.int().describe("The event's number in its job."),
    type: z.string().describe("Such as `crawl.page`."),
    url: z.string(),
    status: z.enum(["pending", "delivered", "failed"]),
    attempts: z.int(),
    responseStatus: z.int().optional().describe("HTTP status of the newest answer."),
    error: z.string().optional().describe("Why the newest attempt failed."),
    createdAt: z.string().describe("ISO 8601."),
    lastAttemptAt: z.string().optional(),
    nextAttemptAt: z.string().optional(),
  })
  .meta({ id: "DeliveryRecord" });
export type DeliveryRecord = Written.DeliveryRecord;

/** A filter of deliveries. */
export const ListDeliveriesRequest = z.strictObject({
  jobId: z.string().max(100).optional().describe("Only those of this job."),
  status: z.enum(["pending", "delivered", "failed"]).optional(),
  skip: z.int().min(0).default(0),
  limit: z.int().min(1).max(1000).default(100),
});
export type ListDeliveriesRequest = Written.ListDeliveriesRequest;

/** Deliveries, newest first. `nextSkip` is the following `skip` if there are more. */
export const DeliveryList = z
  .object({ deliveries: z.array(DeliveryRecord), nextSkip: z.int().optional() })
  .meta({ id: "DeliveryList" });
export type DeliveryList = Written.DeliveryList;

/** Sends a delivery again, now. */
export const ReplayDeliveryRequest = z.strictObject({ id: z.string().max(100) });
export type ReplayDeliveryRequest = Written.ReplayDeliveryRequest;
