import type {
  ActiveCrawls,
  CrawlDecisions,
  CreditBalance,
  DeliveryList,
  DeliveryRecord,
  JobEvent,
  JobKind,
  JobStatus,
  PlannedCrawl,
  ScrapeResult,
  SearchResult,
  UsageReport,
} from "@garner/core";
import { bodyOf, type Body } from "./body.ts";

// Turns bodies of the wire, which the server's schemas describe, back into results of the engine. All pure.

/** The result's own fields. */
export function flatOf<Result>(body: Body): Result {
  return body as Result;
}

/** `{ data }`. */
export function pageOf({ data }: Body): ScrapeResult {
  return data as ScrapeResult;
}

/** `{ data: { web?, images?, news? }, creditsUsed, warning }`. */
export function foundOf({ data, creditsUsed, warning }: Body): SearchResult {
  const told = typeof warning === "string" ? { warning } : {};
  return { results: data as SearchResult["results"], creditsUsed: creditsUsed as number, ...told };
}

/** The start of a job, without the wire's own fields. */
export function startedOf<Started>({ url: _url, urlTrace: _trace, ...started }: Body): Started {
  return started as Started;
}

/** `{ data, warning? }`. */
export function plannedOf({ data, ...more }: Body): PlannedCrawl {
  return { ...(data as PlannedCrawl), ...more };
}

/** The status of a crawl or batch; `next` is the address of the next chunk. */
export function statusOf(body: Body, { id, kind }: { readonly id: string; readonly kind: JobKind }): JobStatus {
  const { data, next, duration, errors = [], paused = false, ...rest } = body;
  const progress = rest as Omit<JobStatus, "id" | "kind" | "paused" | "pages" | "errors" | "lastSequence">;
  const { status, completed, failed } = progress;
  return {
    ...{ id, kind },
    ...progress,
    paused: paused as boolean,
    ...(duration === undefined ? {} : { durationMs: Math.round((duration as number) * 1000) }),
    // Every page is an event, and so are the start and the end.
    lastSequence: 1 + completed + failed + (status === "scraping" ? 0 : 1),
    pages: data as JobStatus["pages"],
    errors: errors as JobStatus["errors"],
    ...numberIn(next, "skip", "nextSkip"),
  };
}

/** `{ crawls }`, with the wire's names for times. */
export function activeOf({ crawls }: Body): ActiveCrawls {
  type Written = Omit<ActiveCrawls["crawls"][number], "createdAt"> & { readonly created_at: string };
  return {
    crawls: (crawls as readonly Written[]).map(({ created_at: createdAt, ...crawl }) => ({ ...crawl, createdAt })),
  };
}

/** `{ decisions, next? }`; `next` is the address of the rest. */
export function decisionsOf({ decisions, next }: Body): CrawlDecisions {
  return { decisions: decisions as CrawlDecisions["decisions"], ...numberIn(next, "after", "next") };
}

/** `{ deliveries, next? }`; `next` is the address of the rest. */
export function deliveriesOf({ deliveries, next }: Body): DeliveryList {
  return { deliveries: deliveries as DeliveryRecord[], ...numberIn(next, "skip", "nextSkip") };
}

/** `{ delivery }`. */
export function deliveryOf({ delivery }: Body): DeliveryRecord {
  return delivery as DeliveryRecord;
}

/** `{ data: { remainingCredits, … } }`. */
export function balanceOf({ data }: Body): CreditBalance {
  return data as CreditBalance;
}

/** `{ periods }`, which have their credits under two names. */
export function usageOf({ periods }: Body): UsageReport {
  type Period = UsageReport["periods"][number];
  return {
    periods: (periods as readonly (Period & { readonly creditsUsed: number })[]).map(
      ({ creditsUsed: _same, ...period }) => period,
    ),
  };
}

/** The data of a Server-Sent Event. Throws UNKNOWN_ERROR for one of another kind. */
export function eventOf(text: string): JobEvent {
  const { sequence, type, timestamp, scrapeId, url, document, code, error } = bodyOf(text);
  return {
    sequence: sequence as number,
    type: type as JobEvent["type"],
    at: Date.parse(timestamp as string),
    ...(scrapeId === undefined ? {} : { id: scrapeId as string }),
    ...(url === undefined ? {} : { url: url as string }),
    ...(document === undefined ? {} : { document }),
    ...(code === undefined ? {} : { error: { code: code as string, message: error as string } }),
  };
}

/** A number in the query of an address, under a name of the engine; nothing without an address. */
function numberIn<Name extends string>(
  address: unknown,
  parameter: string,
  name: Name,
): { readonly [Key in Name]?: number } {
  if (typeof address !== "string") return {};
  const text = new URL(address, "http://server").searchParams.get(parameter);
  return { [name]: Number(text) } as { readonly [Key in Name]: number };
}
