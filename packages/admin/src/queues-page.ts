import { createHash, timingSafeEqual } from "node:crypto";
import { checkOptions, option, type QueueView } from "@garner/core";
import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import type { Queue as BullQueue } from "bullmq";
import { boardRoutes, decoded } from "./board-routes.ts";
import { EmbeddedQueue } from "./embedded-queue.ts";

/** The queue to show, and the key that opens it. */
export interface QueuesPageOptions {
  /** Lets its owner look, retry and promote. At least 16 characters. */
  readonly key: string;
  /** The `bullQueue` of `@garner/redis`, alone or with its `browserBullQueue`, or the `queueView` of `@garner/sqlite`. */
  readonly queue: BullQueue | readonly BullQueue[] | QueueView;
}

/** Answers requests for the page, and with `undefined` all others. */
export type QueuesPage = (request: Request) => Promise<Response | undefined>;

const leastKeyLength = 16;
const place = "/admin/queues";
/** Everything comes from the server itself. */
const headers = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'self'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/**
 * The page of a queue: tasks, delays, failures, retry and promote, at `/admin/queues` for who sends the key (`Authorization:
 * Bearer`, or as the password of HTTP Basic, which a browser asks for), and at `/admin/{key}/queues` (contract §1.9). A wrong key
 * there is a 404. Throws BAD_REQUEST for a key that can be guessed, and without a queue.
 */
export function queuesPage(options: QueuesPageOptions): QueuesPage {
  checkOptions<QueuesPageOptions>("queuesPage", options, {
    key: option.text.min(leastKeyLength),
    queue: option.object.or(option.object.array().min(1)),
  });
  const { key, queue } = options;
  const { adapter, answer } = boardRoutes();
  const isEmbedded = "list" in queue;
  const boards = isEmbedded
    ? [new EmbeddedQueue(queue)]
    : [queue].flat().map((each) => new BullMQAdapter(each, { allowRetries: true }));
  createBullBoard({
    queues: boards,
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: "Garner", hideRedisDetails: isEmbedded } },
  });
  const isKey = (word: string) => timingSafeEqual(sha256(word), sha256(key));

  return async (request) => {
    const { pathname } = new URL(request.url);
    const basePath = basePathOf(pathname, isKey);
    if (basePath === undefined) return undefined;
    if (basePath === place && !isKey(keyOf(request))) return refusal();
    if (request.method !== "GET" && isFromElsewhere(request))
      return new Response("From another site.", { status: 403 });
    const path = pathname.slice(basePath.length) || "/";
    const answered = await answer(request, path, `${prefixOf(request)}${basePath}/`);
    for (const [name, value] of Object.entries(headers)) answered.headers.set(name, value);
    return answered;
  };
}

/** The prefix of the page in a path; undefined for a path outside the page, and for a wrong key. */
function basePathOf(pathname: string, isKey: (word: string) => boolean): string | undefined {
  if (pathname === place || pathname.startsWith(`${place}/`)) return place;
  const [, word] = /^\/admin\/([^/]+)\/queues(?:\/|$)/.exec(pathname) ?? [];
  return word !== undefined && isKey(decoded(word) ?? "") ? `/admin/${word}/queues` : undefined;
}

/** The path below which a proxy shows the server, as it says itself: the page's own addresses begin with it. */
function prefixOf(request: Request): string {
  const prefix = request.headers.get("x-forwarded-prefix") ?? "";
  return /^(?:\/[\w.~-]+)+$/.test(prefix) ? prefix : "";
}

function keyOf(request: Request): string {
  const [, scheme = "", value = ""] = /^(\w+)\s+(\S+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
  if (scheme.toLowerCase() === "bearer") return value;
  if (scheme.toLowerCase() !== "basic") return "";
  const pair = Buffer.from(value, "base64").toString();
  return pair.slice(pair.indexOf(":") + 1);
}

/** A browser sends the password of HTTP Basic even if another page asks it to; old browsers tell only which page. */
function isFromElsewhere(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = request.headers.get("origin");
  if (origin === null) return false; // no browser
  return !URL.canParse(origin) || new URL(origin).host !== (request.headers.get("host") ?? new URL(request.url).host);
}

function refusal(): Response {
  return new Response("The admin key is wanted.", {
    status: 401,
    headers: { ...headers, "www-authenticate": 'Basic realm="Garner queues", charset="UTF-8"' },
  });
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
