import type { Page, Request, WebSocket } from "playwright-core";
import type { Clock } from "@garner/core";
import type { Departures } from "./departures.ts";
import type { Activity } from "./activity.ts";

/** Requests of a page that are still open. */
export interface OpenRequests {
  /** Number of open requests that may bring content. */
  readonly count: () => number;
  /** The end of the last of them, in milliseconds since the epoch. */
  readonly quietSince: () => number;
  /** Number of questions of the page's scripts, asked since then, that have been open for too long to be counted there. */
  readonly overdue: (since: number) => number;
  /** The time since the page last opened a channel that is still open, such as a WebSocket; infinite if it has none. */
  readonly channelOpenForMs: () => number;
  /** Number of fonts that have not come. */
  readonly fonts: () => number;
  /** The addresses of questions of the page's scripts that are still without an answer. */
  readonly unanswered: () => readonly string[];
  /** True if the connection of the page itself broke before all of it had come. */
  readonly isCut: () => boolean;
  /** True while the page itself has not come as a whole. */
  readonly isComing: () => boolean;
  /** True if the page itself has come, something else that it asked for has not, and nothing comes any more. */
  readonly isHeldUp: () => boolean;
}

/** Requests that may stay open for ever, or bring nothing to read. */
const endlessTypes = new Set(["websocket", "eventsource", "ping", "media", "texttrack", "manifest"]);

/** Requests that scripts make for what they show. */
const questionTypes = new Set(["fetch", "xhr"]);

/** A request that is open longer than this is a connection kept waiting, unless the page has next to nothing without it. */
const longPollMs = 4_000;

/** A question that has been open for less than this was asked when it was too late for an answer. */
const leastUnansweredMs = 1_000;

/** A channel that brings a page's content begins to within this time. */
const channelMs = 2_000;

/** A page that gets nothing at all for so long waits for what does not come. */
const longestSilenceMs = 6_000;

/** Counts the page's open requests from now on. */
export function watchRequests(page: Page, clock: Clock, receivedBytes: () => number): OpenRequests {
  const open = new Map<Request, number>();
  let quietSince = clock.now();
  let isCut = false;
  let hasCome = false;
  const channels = new Map<WebSocket | Request, number>();
  const end = (request: Request) => {
    channels.delete(request);
    if (open.delete(request)) quietSince = clock.now();
  };
  const openForMs = (least: number, fits: (request: Request) => boolean = () => true) =>
    [...open].filter(([request, startedAt]) => clock.now() - startedAt >= least && fits(request));
  let received = { bytes: 0, at: clock.now() };
  const silentForMs = () => {
    const bytes = receivedBytes();
    if (bytes !== received.bytes) received = { bytes, at: clock.now() };
    return clock.now() - received.at;
  };
  const isPage = (request: Request) => request.isNavigationRequest() && request.frame() === page.mainFrame();
  page.on("request", (request) => {
    const isEndless = endlessTypes.has(request.resourceType()) || !request.url().startsWith("http");
    if (!isEndless) open.set(request, clock.now());
    if (request.resourceType() === "eventsource") channels.set(request, clock.now());
    if (isPage(request)) isCut = hasCome = false;
  });
  page.on("requestfinished", (request) => {
    end(request);
    if (isPage(request)) hasCome = true;
  });
  page.on("requestfailed", (request) => {
    end(request);
    if (isPage(request)) isCut = !/ERR_ABORTED|BLOCKED_BY_CLIENT/.test(request.failure()?.errorText ?? "");
  });
  page.on("websocket", (socket) => {
    channels.set(socket, clock.now());
    const close = () => void channels.delete(socket);
    socket.on("socketerror", close);
    socket.on("close", close);
  });
  return {
    count() {
      silentForMs();
      return open.size - openForMs(longPollMs).length;
    },
    overdue: (since) => openForMs(longPollMs, isQuestion).filter(([, startedAt]) => startedAt >= since).length,
    channelOpenForMs: () =>
      clock.now() - [...channels.values()].reduce((one, other) => Math.max(one, other), -Infinity),
    fonts: () => openForMs(0, (request) => request.resourceType() === "font").length,
    unanswered: () => openForMs(leastUnansweredMs, isQuestion).map(([request]) => request.url()),
    quietSince: () => quietSince,
    isCut: () => isCut,
    isComing: () => [...open.keys()].some(isPage),
    isHeldUp: () => silentForMs() >= longestSilenceMs && hasCome && open.size > 0,
  };
}

const isQuestion = (request: Request): boolean => questionTypes.has(request.resourceType());

/** The inputs and time limits of settling. */
export interface RestOptions {
  readonly clock: Clock;
  readonly requests: OpenRequests;
  readonly departures: Departures;
  /** Asks the page for its activity; undefined between two documents. */
  readonly observe: () => Promise<Activity | undefined>;
  /** The start of what the page does that is waited for, in milliseconds since the epoch. */
  readonly since: number;
  /** The end of waiting, whatever the page does, in milliseconds since the epoch. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** The shortest wait: an action may start something that takes a moment to show. */
  readonly leastMs: number;
  /** The longest wait for an idle page that shows nothing, or a sign that more is coming. */
  readonly patienceMs: number;
}

/** Pages that say where they lead give their visitors time to read it. */
const leavingMs = 6_000;

const quietMs = 150;
const pollMs = 50;

/** A page that grows more often than this while an answer or a channel is open is being sent it bit by bit. */
const stillMs = 1_000;

/**
 * Waits until the page is built, by activity: it has loaded and is not on its way elsewhere, its tree has stopped
 * growing, no request that may bring content is open, and no short timer is left. A request that has been open for long
 * counts only while the page has hardly any text. A page without scripts is ready when it is parsed. Returns true if the
 * page came to rest; endless pages are left at `until`.
 */
export async function untilAtRest(options: RestOptions): Promise<boolean> {
  const { clock, signal } = options;
  const startedAt = clock.now();
  const busy = watchBusy(options.requests);
  if (options.leastMs > 0) await clock.sleep(options.leastMs, signal);
  while (clock.now() < options.until) {
    const activity = await observeUntil(options);
    const waitedMs = clock.now() - startedAt;
    const isPatient = waitedMs < (activity?.isLeaving === true ? leavingMs : options.patienceMs);
    const isBusy = activity !== undefined && busy(activity);
    if (activity !== undefined && isAtRest(activity, options, { isPatient, isBusy })) return true;
    await clock.sleep(pollMs, signal);
  }
  return false;
}

/**
 * Returns a check that is true while the page may still be processing its last answer, which takes a while on a busy
 * machine. It waits for two idle times: the first may have been asked for before the answer.
 */
function watchBusy(requests: OpenRequests): (activity: Activity) => boolean {
  let since: number | undefined;
  let idlesBefore = 0;
  return ({ idles }) => {
    if (requests.count() > 0 || requests.quietSince() !== since) idlesBefore = idles;
    since = requests.quietSince();
    idlesBefore = Math.min(idlesBefore, idles); // another document counts anew
    return idles - idlesBefore < 2;
  };
}

interface Moment {
  readonly isPatient: boolean;
  readonly isBusy: boolean;
}

function isAtRest(activity: Activity, options: RestOptions, { isPatient, isBusy }: Moment): boolean {
  const { clock, requests, departures } = options;
  if (requests.isCut()) return activity.quietForMs >= quietMs;
  if (requests.count() > 0 || departures.isLeaving()) return false;
  if (activity.ready !== "complete" && requests.isHeldUp()) return activity.quietForMs >= quietMs;
  if (activity.ready === "loading") return false;
  const isStill = activity.quietForMs >= stillMs;
  if (requests.overdue(options.since) > 0 && (activity.isSparse || !isStill)) return false;
  const channelOpenForMs = requests.channelOpenForMs();
  if (activity.isSparse && (channelOpenForMs < channelMs || (channelOpenForMs < Infinity && !isStill))) return false;
  if (!activity.hasScripts) return activity.ready === "complete";
  const isQuiet = activity.quietForMs >= quietMs && clock.now() - requests.quietSince() >= quietMs;
  if (activity.ready !== "complete" || !isQuiet || isBusy || activity.timers > 0) return false;
  return !((activity.isWaiting || activity.isLeaving) && isPatient);
}

/** The activity, if it comes in time: a page that another document is on its way to gives none. */
async function observeUntil({ clock, signal, until, observe }: RestOptions): Promise<Activity | undefined> {
  const observed = new AbortController();
  const tooLate = clock.sleep(until - clock.now(), AbortSignal.any([signal, observed.signal])).then(() => undefined);
  tooLate.catch(() => undefined); // it came in time, or the capture is over
  try {
    return await Promise.race([observe(), tooLate]);
  } finally {
    observed.abort();
  }
}
