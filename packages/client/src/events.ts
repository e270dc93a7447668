import { EngineError } from "@garner/core/errors";
import type { CallOptions, JobEvent, JobKind } from "@garner/core";
import { createParser } from "eventsource-parser";
import { eventOf, statusOf } from "./envelopes.ts";
import { jobPath } from "./job-routes.ts";
import type { Transport } from "./transport.ts";

/** A range of a job's events. */
export interface EventQuery {
  readonly id: string;
  readonly kind: JobKind;
  /** The sequence number of the last event that is known. */
  readonly after?: number | undefined;
}

/**
 * The events of a crawl or batch as they come, each once and in order. A connection that breaks is made again, and goes
 * on after the last event; throws OVERLOADED when the server is gone. Ends with the job.
 */
export async function* jobEvents(
  { id, kind, after = 0 }: EventQuery,
  call: CallOptions,
  transport: Transport,
): AsyncGenerator<JobEvent, void> {
  const path = jobPath(kind, id);
  let last = after;
  for (let failures = 0; ; failures += 1) {
    let hasEnded = false;
    const headers = { accept: "text/event-stream", "last-event-id": String(last) };
    const response = await transport.open({ method: "GET", path: `${path}/events`, headers, call });
    for await (const event of untilBroken(messagesOf(response))) {
      if (event.sequence <= last) continue;
      last = event.sequence;
      failures = 0;
      hasEnded = event.type !== "started" && event.type !== "page";
      yield event;
    }
    const end = transport.stopped(call);
    if (end !== undefined) throw end;
    if (hasEnded) return;
    // A proxy may cut a stream so that it looks ended.
    const status = statusOf(await transport.ask({ method: "GET", path, query: { limit: 1 }, call }), { id, kind });
    if (status.status !== "scraping" && last >= status.lastSequence) return;
    // The server is there: proxies cut streams that are quiet for long, as those of a paused job are.
    await transport.backOff(Math.min(failures, maxBackOffs), call);
  }
}

/** After so many quiet streams the wait before the next one grows no more. */
const maxBackOffs = 3;

/** The values before the connection breaks, if it does. An error of their reader stays the reader's. */
async function* untilBroken<Value>(values: AsyncIterable<Value>): AsyncGenerator<Value, void> {
  const iterator = values[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch((thrown: unknown) => {
        if (EngineError.is(thrown)) throw thrown;
        return undefined;
      });
      if (next === undefined || next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** The events of one answer. Rejects when its connection breaks; throws UNKNOWN_ERROR for an invalid event. */
async function* messagesOf(response: Response): AsyncGenerator<JobEvent, void> {
  if (response.body === null) return;
  let events: JobEvent[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(eventOf(data)) });
  // Not every browser iterates over streams.
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events;
      events = [];
    }
  } finally {
    await reader.cancel().catch(() => undefined); // it may be broken
  }
}
