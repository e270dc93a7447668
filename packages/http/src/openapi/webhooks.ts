import { ScrapeResult } from "@garner/core";
import { z } from "zod";
import type { ComponentSchemas } from "./component-schemas.ts";

const FailedPage = z.object({ metadata: z.looseObject({ sourceURL: z.string(), error: z.string() }) });

function payloadOf(type: string, entry: z.ZodType) {
  return z.object({
    success: z.boolean(),
    type: z.literal(type),
    id: z.string().describe("The job's id."),
    webhookId: z.string().describe("The same for every attempt to deliver this event."),
    sequence: z.int().describe("The event's number in its job."),
    data: z.array(entry),
    metadata: z.record(z.string(), z.unknown()).describe("What the job's webhook asked to be told."),
    error: z.string().nullable(),
  });
}

const nothing = z.never();
const page = z.union([ScrapeResult, FailedPage]);
const extracted = z.looseObject({ success: z.boolean(), data: z.unknown(), extractId: z.string() });

const events: readonly (readonly [type: string, entry: z.ZodType, summary: string])[] = [
  ["crawl.started", nothing, "A crawl has begun."],
  ["crawl.page", page, "A page of a crawl was scraped, or could not be."],
  ["crawl.completed", nothing, "A crawl has ended."],
  ["crawl.failed", nothing, "A crawl could not go on."],
  ["batch_scrape.started", nothing, "A batch has begun."],
  ["batch_scrape.page", page, "A page of a batch was scraped, or could not be."],
  ["batch_scrape.completed", nothing, "A batch has ended."],
  ["batch_scrape.failed", nothing, "A batch could not go on."],
  ["extract.started", nothing, "An extraction has begun."],
  ["extract.completed", extracted, "An extraction has ended."],
  ["extract.failed", nothing, "An extraction failed."],
];

/** The body POSTed for an event, by its type. */
export const webhookPayloads = Object.fromEntries(events.map(([type, entry]) => [type, payloadOf(type, entry)]));

const signature = (name: string) => ({
  name,
  in: "header",
  description:
    "`sha256=` and the hex HMAC-SHA256 of the body under the webhook secret; absent without one. The operator may have chosen another name.",
  schema: { type: "string" },
});

/** The requests POSTed to the webhooks of jobs (requirements §6), by type. */
export function webhooksOf(schemas: ComponentSchemas): Readonly<Record<string, object>> {
  const entries = events.map(([type, , summary]) => {
    const name = `${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Webhook`;
    const post = {
      operationId: name,
      summary,
      tags: ["Webhooks"],
      parameters: ["X-Service-Signature", "X-Firecrawl-Signature"].map(signature),
      requestBody: {
        required: true,
        content: { "application/json": { schema: schemas.output(name, webhookPayloads[type] ?? z.never()) } },
      },
      responses: {
        "2XX": { description: "Delivered." },
        "4XX": { description: "Sent again later, as is every answer that is not 2xx, up to six attempts." },
      },
    };
    return [type, { post }] as const;
  });
  return Object.fromEntries(entries);
}
