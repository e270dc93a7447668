import { errorTable, type ErrorCode } from "@garner/core";
import { z } from "zod";
import type { OperationName } from "../routes/route.ts";
import type { ComponentSchemas, JsonSchema } from "./component-schemas.ts";

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
  "EXTENSION_FAILED",
  "CAPABILITY_MISSING",
  "PROVIDER_FAILED",
];
const jobStart: readonly ErrorCode[] = ["CREDITS_EXHAUSTED", "URL_BLOCKED", "CONFLICT", "CAPABILITY_MISSING"];
const job: readonly ErrorCode[] = ["JOB_NOT_FOUND"];
const changedJob: readonly ErrorCode[] = ["JOB_NOT_FOUND", "CONFLICT"];

/** The error codes of each operation, besides those that all have. */
const ownCodes: Readonly<Record<OperationName, readonly ErrorCode[]>> = {
  scrape: [...page, "SCRAPE_TIMEOUT", "ACTION_FAILED", "EXTRACTION_FAILED"],
  getScrape: job,
  parseFile: [
    "CREDITS_EXHAUSTED",
    "UNSUPPORTED_CONTENT",
    "EXTENSION_FAILED",
    "SCRAPE_TIMEOUT",
    "EXTRACTION_FAILED",
    "CAPABILITY_MISSING",
    "PROVIDER_FAILED",
  ],
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

/** The error codes for watchers of a job. */
export const watchCodes: readonly ErrorCode[] = [...anyOperation, ...job];

/** Collects the responses to failures: responses with the same codes are one. */
export interface FailureResponses {
  /** References by status, and one for whatever else there may be. */
  of(failures: readonly ErrorCode[]): Readonly<Record<string, JsonSchema>>;
  /** All responses by name, once they are collected. */
  all(): Readonly<Record<string, object>>;
}

/** Makes an empty collection; `examples` are of a failure. */
export function createFailureResponses(schemas: ComponentSchemas, examples: object): FailureResponses {
  const body = schemas.output("Failure", Failure);
  const named = new Map<string, object>([
    [
      "Failure",
      {
        description:
          "Any other failure. `ROUTE_NOT_FOUND` and `METHOD_NOT_ALLOWED`, with an `Allow` header, are of addresses that are not here.",
        headers: { ...headersOf(503), allow: { $ref: "#/components/headers/allow" } },
        content: { "application/json": { schema: body, ...examples } },
      },
    ],
  ]);

  function responseOf(these: readonly ErrorCode[], status: number): JsonSchema {
    const name = these.map(pascalCase).join("Or");
    const schema = { allOf: [body, { type: "object", properties: { code: { type: "string", enum: these } } }] };
    const description = these.map((code) => `\`${code}\`: ${errorTable[code].raisedWhen}.`).join("\n\n");
    named.set(name, { description, headers: headersOf(status), content: { "application/json": { schema } } });
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    of(failures) {
      const present = codes.filter((code) => failures.includes(code));
      const byStatus = Map.groupBy(present, (code) => errorTable[code].status);
      const responses = [...byStatus].map(([status, these]) => [String(status), responseOf(these, status)] as const);
      return { ...Object.fromEntries(responses), default: { $ref: "#/components/responses/Failure" } };
    },
    all: () => Object.fromEntries(named),
  };
}

/** `SCRAPE_TIMEOUT` → `ScrapeTimeout` */
function pascalCase(code: string): string {
  return code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function headersOf(status: number): Readonly<Record<string, object>> {
  const more = status === 401 ? ["www-authenticate"] : status === 429 || status === 503 ? ["retry-after"] : [];
  return Object.fromEntries(["x-request-id", ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
