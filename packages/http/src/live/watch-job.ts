import { setImmediate as nextTurn } from "node:timers/promises";
import {
  EngineError,
  type CallOptions,
  type Engine,
  type ErrorCode,
  type JobStatus,
  type ScrapeResult,
} from "@garner/core";
import type { WebSocket } from "ws";
import { status, statusBody, type PageForm } from "../wire/job-envelopes.ts";
import { jsonPieces } from "../wire/json-pieces.ts";
import type { Place, Places } from "../wire/places.ts";

/** A job by its address. */
export interface WatchedJob {
  readonly id: string;
  /** The required kind; crawl or batch when not given. */
  readonly kind?: "crawl" | "batch";
  /** The path of its status, without its id. */
  readonly statusPath: string;
  /** The form of its pages. */
  readonly page: PageForm;
}

/** The needs of watching a job. */
export interface Watch {
  readonly engine: Engine;
  readonly call: CallOptions;
  /** The contract's address for callers. */
  readonly baseUrl: string;
  /** The places of large frames that wait for their reader. */
  readonly places: Places;
}

/** The most pages one chunk may have: its bytes limit it earlier. */
const limit = 10_000;

/**
 * Sends a watcher the news of a job until it ends (contract §2.14): `catchup` with its state, a `document` for every
 * further page, a `snapshot` with the pages of the end, and `done` or `error`. Every page comes exactly once before the
 * snapshot. A frame carries at most one chunk of pages; when the snapshot has no room for all, its `next` leads on, as
 * that of a status does. Throws like the engine.
 */
export async function watchJob(client: WebSocket, job: WatchedJob, watch: Watch): Promise<void> {
  const { engine, call, baseUrl, places } = watch;
  const { id, page } = job;
  const query = job.kind === undefined ? { id } : { id, kind: job.kind };
  const soFar = await engine.jobs.get({ ...query, limit }, call);
  if (soFar.kind === "extract") throw new EngineError("JOB_NOT_FOUND", "This job has no pages to watch.");
  const hasEnded = soFar.status !== "scraping" && soFar.nextSkip === undefined;
  // Watchers take any status but `scraping` for the end, and would miss the pages that do not fit this chunk.
  const state: JobStatus = hasEnded ? soFar : { ...soFar, status: "scraping" };
  await send(client, { type: "catchup", data: { ...statusBody(state), data: soFar.pages.map(page.write) } }, places);

  let known = soFar.pages.length;
  for await (const { document } of engine.jobs.events(query, call)) {
    if (document === undefined) continue;
    if (known > 0) known -= 1;
    else await send(client, { type: "document", data: page.write(document as ScrapeResult) }, places);
  }

  const end = hasEnded ? soFar : await engine.jobs.get({ ...query, limit }, call);
  if (end.status === "failed") return await endWatch(client, { type: "error", error: end.error ?? "The job failed." });
  if (!hasEnded)
    await send(client, { type: "snapshot", data: status(job.statusPath, page).write(end, {}, baseUrl) }, places);
  const isCancelled = end.status === "cancelled";
  await endWatch(
    client,
    isCancelled ? { type: "error", error: "The job was cancelled." } : { type: "done", data: statusBody(end) },
  );
}

/** A close reason without news of the job, in JSON as older clients want it. */
export const noLastWord = "{}";

/** The last word to a watcher, as a frame and, if it fits, as the close reason, which older clients read as JSON. */
export async function endWatch(client: WebSocket, frame: object, code = 1000): Promise<void> {
  // Watchers leave once they know of the end.
  if (client.readyState !== client.OPEN) return;
  await send(client, frame);
  const reason = JSON.stringify(frame);
  client.close(code, Buffer.byteLength(reason) <= 120 ? reason : noLastWord);
}

const closeCodes: Partial<Record<ErrorCode, number>> = { JOB_NOT_FOUND: 1008, UNAUTHORIZED: 3000, FORBIDDEN: 3003 };

/** The close code of a connection after a failure. */
export function closeCodeOf(code: ErrorCode): number {
  return closeCodes[code] ?? 1011;
}

/**
 * Sends one message, in fragments, each in its own turn of the event loop and none before the one before it is gone.
 * One of several fragments holds a place meanwhile.
 */
async function send(client: WebSocket, message: object, places?: Places): Promise<void> {
  const pieces = jsonPieces(message);
  let place: Place | undefined;
  try {
    for (let piece = pieces.next(); piece.done !== true;) {
      const next = pieces.next();
      if (next.done !== true) place ??= places?.take(() => client.terminate());
      await sendFragment(client, piece.value, next.done === true);
      place?.touch();
      if (next.done !== true) await nextTurn();
      piece = next;
    }
  } finally {
    place?.[Symbol.dispose]();
  }
}

function sendFragment(client: WebSocket, text: string, isLast: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    client.send(text, { fin: isLast }, (error) => (error instanceof Error ? reject(error) : resolve()));
  });
}
