import { EngineError, type CallOptions, type Engine, type JobKind } from "@garner/core";
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
  const answer: EventRoute["answer"] = async (engine, request, { id, call, closing }) =>
    await eventStream(engine, { id, kind, after: lastEventId(request) }, { call, closing });
  return { kind: "events", name, method: "GET", path, answer };
}

const eventNumber = /^\d{1,15}$/;

/**
 * The place to continue from: the header that a browser's EventSource sends by itself, or `?after=`, which is the caller's
 * own words. Throws BAD_REQUEST for an `after` that is no number.
 */
function lastEventId(request: Request): number {
  const sent = request.headers.get("last-event-id");
  if (sent !== null) return eventNumber.test(sent) ? Number(sent) : 0;
  const after = new URL(request.url).searchParams.get("after") || "0";
  if (eventNumber.test(after)) return Number(after);
  throw new EngineError("BAD_REQUEST", `\`after\` must be the number of an event, not ${JSON.stringify(after)}.`);
}
