import { ScrapeResult, type CallOptions, type Engine, type JobEvent, type JobKind } from "@garner/core";
import { z } from "zod";

/** The interval of comments that show proxies and clients a live connection. */
const heartbeatMs = 15_000;

/**
 * A job's events as Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html): each event's
 * id is its number in the job, so a client that comes back with `Last-Event-ID` misses nothing, also after a restart.
 * The stream ends with the job. Throws JOB_NOT_FOUND before it begins.
 */
export async function eventStream(
  engine: Engine,
  from: { readonly id: string; readonly kind: JobKind; readonly after: number },
  { call, closing }: { readonly call: CallOptions; readonly closing: AbortSignal | undefined },
): Promise<Response> {
  await engine.jobs.get({ id: from.id, kind: from.kind, limit: 1 }, call);
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, call.signal, closing].filter((each) => each !== undefined));
  const events = engine.jobs.events(from, { ...call, signal });
  const encoder = new TextEncoder();
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode("retry: 1000\n\n"));
      heartbeat = setInterval(() => {
        // A client that reads nothing gets no more: unread frames would pile up here.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(": still here\n\n"));
      }, heartbeatMs);
    },
    async pull(controller) {
      try {
        const { value, done } = await events.next();
        if (done !== true) return controller.enqueue(encoder.encode(frame(from.id, value)));
        controller.close();
      } catch (thrown) {
        // The caller has gone, or the job has expired: either way the stream is over.
        if (closing?.aborted === true) controller.close();
        else controller.error(thrown);
      }
      clearInterval(heartbeat);
    },
    cancel(reason) {
      clearInterval(heartbeat);
      gone.abort(reason);
    },
  });
  const headers = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  };
  return new Response(stream, { headers });
}

/** An event of a job as its watchers get it, in `data`; its `sequence` is the id of the frame, its `type` the event. */
export const JobEventMessage = z.object({
  type: z.enum(["started", "page", "completed", "failed", "cancelled"]),
  id: z.string().describe("The job's id."),
  sequence: z.int().describe("The event's number in its job."),
  timestamp: z.string().describe("ISO 8601."),
  scrapeId: z.string().optional().describe("Of a page."),
  url: z.string().optional().describe("Of a page."),
  success: z.boolean().optional().describe("Of a page: whether it could be scraped."),
  document: ScrapeResult.optional().describe("Of a page that could be scraped."),
  code: z.string().optional().describe("Why a page or the job failed."),
  error: z.string().optional().describe("The same in words."),
});

function frame(jobId: string, { sequence, type, at, id, url, document, error }: JobEvent): string {
  const data = {
    type,
    id: jobId,
    sequence,
    timestamp: new Date(at).toISOString(),
    ...(type === "page" ? { scrapeId: id, url, success: error === undefined } : {}),
    ...(document === undefined ? {} : { document }),
    ...(error === undefined ? {} : { code: error.code, error: error.message }),
  };
  return `id: ${sequence}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
