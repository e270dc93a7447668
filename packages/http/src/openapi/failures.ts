import { errorTable, type ErrorCode } from "@garner/core";
import { z } from "zod";
import type { OperationName } from "../routes/route.ts";
import type { ComponentSchemas } from "./component-schemas.ts";

const codes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

/** The body of the answer to a failure, as callers read it. */
const Failure = z
  .object({
    success: z.literal(false),
    code: z.enum(codes).describe("For programs; stable."),
    error: z.string().describe("For people; may change."),
    details: z
      .unknown()
      .optional()
      .describe(
        "What programs may want to know. Of `BAD_REQUEST`, every issue: a list of `{ code, path, message, keys? }`.",
      ),
  })
  .describe("A failure.");

const anyOperation: readonly ErrorCode[] = [
  "BAD_REQUEST",
  "UNAUTHORIZED",
  "FORBIDDEN",
  "RATE_LIMITED",
  "ABORTED",
  "UNKNOWN_ERROR",
  "ENGINE_DISPOSED",
  "OVERLOADED",
  "STORE_UNAVAILABLE",
];
const anyBody: readonly ErrorCode[] = ["BAD_REQUEST_INVALID_JSON", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];

const page: readonly ErrorCode[] = [
  "CREDITS_EXHAUSTED",
  "URL_BLOCKED",
  "SCRAPE_NO_CACHED_DATA",
  "SCRAPE_DNS_RESOLUTION_ERROR",
  "SCRAPE_SSL_ERROR",
  "SCRAPE_SITE_ERROR",
  "PAGE_TOO_LARGE",
  "UNSUPPORTED_CONTENT",
  "CAPABILITY_MISSING",
  "PROVIDER_FAILED",
];
const jobStart: readonly ErrorCode[] = ["CREDITS_EXHAUSTED", "URL_BLOCKED", "CONFLICT", "CAPABILITY_MISSING"];
const job: readonly ErrorCode[] = ["JOB_NOT_FOUND"];
const changedJob: readonly ErrorCode[] = ["JOB_NOT_FOUND", "CONFLICT"];

/** What can go wrong with each operation, besides what can go wrong with all of them. */
const ownCodes: Readonly<Record<OperationName, readonly ErrorCode[]>> = {
  scrape: [...page, "SCRAPE_TIMEOUT", "ACTION_FAILED", "EXTRACTION_FAILED"],
  map: [...page, "MAP_TIMEOUT"],
  search: ["CREDITS_EXHAUSTED", "SCRAPE_TIMEOUT", "CAPABILITY_MISSING", "PROVIDER_FAILED"],
  startCrawl: [...jobStart, "EXTRACTION_FAILED", "PROVIDER_FAILED"],
  activeCrawls: [],
  getCrawl: job,
  cancelCrawl: changedJob,
  pauseCrawl: changedJob,
  resumeCrawl: changedJob,
  crawlErrors: job,
  explainCrawl: job,
  startBatchScrape: [...jobStart, "JOB_NOT_FOUND"],
  getBatchScrape: job,
  cancelBatchScrape: changedJob,
  pauseBatchScrape: changedJob,
  resumeBatchScrape: changedJob,
  batchScrapeErrors: job,
  startExtract: jobStart,
  getExtract: job,
  cancelExtract: changedJob,
  planCrawl: ["CREDITS_EXHAUSTED", "CAPABILITY_MISSING", "EXTRACTION_FAILED", "PROVIDER_FAILED"],
  listDeliveries: [],
  replayDelivery: changedJob,
  creditBalance: [],
  creditUsage: [],
  concurrency: [],
  queueStatus: [],
};

/** The codes that a caller of an operation may meet. */
export function codesOf(operation: OperationName, { hasBody }: { readonly hasBody: boolean }): readonly ErrorCode[] {
  return [...anyOperation, ...(hasBody ? anyBody : []), ...ownCodes[operation]];
}

/** What watchers of a job may meet. */
export const watchCodes: readonly ErrorCode[] = [...anyOperation, ...job];

/** Failures as responses by status, and one for whatever else there may be. */
export function failureResponses(
  failures: readonly ErrorCode[],
  schemas: ComponentSchemas,
): Readonly<Record<string, unknown>> {
  const reference = schemas.output("Failure", Failure);
  const byStatus = Map.groupBy(
    codes.filter((code) => failures.includes(code)),
    (code) => errorTable[code].status,
  );
  const responses = [...byStatus].map(([status, these]) => {
    const schema = { allOf: [reference, { type: "object", properties: { code: { type: "string", enum: these } } }] };
    const description = these.map((code) => `\`${code}\`: ${errorTable[code].raisedWhen}.`).join("\n\n");
    return [String(status), { description, headers: headersOf(status), content: { "application/json": { schema } } }];
  });
  return { ...Object.fromEntries(responses), default: { $ref: "#/components/responses/Failure" } };
}

/** The response that stands for every failure, with examples of it. */
export function anyFailure(schemas: ComponentSchemas, examples: object): object {
  return {
    description:
      "Any other failure. `ROUTE_NOT_FOUND` and `METHOD_NOT_ALLOWED`, with an `Allow` header, are of addresses that are not here.",
    headers: { ...headersOf(503), allow: { $ref: "#/components/headers/allow" } },
    content: { "application/json": { schema: schemas.output("Failure", Failure), ...examples } },
  };
}

function headersOf(status: number): Readonly<Record<string, object>> {
  const more = status === 401 ? ["www-authenticate"] : status === 429 || status === 503 ? ["retry-after"] : [];
  return Object.fromEntries(["x-request-id", ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
