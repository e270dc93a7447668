import type { CallOptions, Engine, JobKind } from "@garner/core";
import type { Addressed } from "./match.ts";
import { eventStream } from "../wire/sse.ts";

/** A route that answers with the events of a job as they come. */
export interface EventRoute extends Addressed {
  readonly kind: "events";
  /** Its name in the description of the API. */
  readonly name: string;
  readonly answer: (engine: Engine, request: Request, asked: EventRequest) => Promise<Response>;
}

/** A request for the events of a job. */
export interface EventRequest {
  readonly id: string;
  readonly call: CallOptions;
  /** Ends the stream. */
  readonly closing: AbortSignal | undefined;
}

/** Server-Sent Events of crawls and batches. */
export const eventRoutes: readonly EventRoute[] = [
  eventRoute("crawlEvents", "/v2/crawl/{id}/events", "crawl"),
  eventRoute("batchScrapeEvents", "/v2/batch/scrape/{id}/events", "batch"),
];

function eventRoute(name: string, path: Addressed["path"], kind: JobKind): EventRoute {
  const answer: EventRoute["answer"] = (engine, request, { id, call, closing }) =>
    eventStream(engine, { id, kind, after: lastEventId(request) }, { call, closing });
  return { kind: "events", name, method: "GET", path, answer };
}

/** The place to continue from: the header that a browser's EventSource sends by itself, or `?after=`. */
function lastEventId(request: Request): number {
  const text = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after") ?? "0";
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
