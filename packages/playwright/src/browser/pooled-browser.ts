import type { BrowserContext, BrowserContextOptions, CDPSession } from "playwright-core";
import type { Clock } from "@garner/core";
import type { Engine } from "../identity/identity.ts";
import type { LaunchedBrowser } from "./launch.ts";
import type { EgressProxy } from "../egress/proxy.ts";
import { createRooms, type Rooms } from "./rooms.ts";
import { endIfLarger, endProcess, residentBytes } from "./processes.ts";
import { unlessEnded } from "./unless-ended.ts";
import { reasonToRetire, type RetirementLimits } from "./retirement.ts";

/** A running browser, and its measurements. */
export interface PooledBrowser {
  readonly engine: Engine;
  readonly pid: number;
  readonly openPages: () => number;
  /** Counts a page until the returned function is called. */
  enter(): () => void;
  /** Opens a context that shares nothing with any other. A browser that does not answer in time is killed. */
  openContext(options: BrowserContextOptions): Promise<BrowserContext>;
  closeContext(context: BrowserContext): Promise<void>;
  readonly rooms: Rooms;
  /** Fires when it is gone. */
  readonly gone: AbortSignal;
  /** True if it runs and answers. */
  readonly isUsable: () => boolean;
  /** The reason why it should serve no further page; undefined while it may. */
  readonly reasonToRetire: () => string | undefined;
  /**
   * Asks the browser for a sign of life, and kills it when there is none. Ends pages that take too much memory, and
   * measures a browser without pages.
   */
  checkPulse(): Promise<void>;
  /** Ends it and all of its processes. */
  close(): Promise<void>;
}

/** A browser that leaves a DevTools question unanswered for so long is hung. */
const answerTimeoutMs = 10_000;
const closeTimeoutMs = 5_000;

/** The options for wrapping a browser. */
export interface PooledBrowserOptions {
  readonly clock: Clock;
  readonly limits: RetirementLimits & { readonly maxPageBytes: number; readonly maxPagesPerBrowser: number };
  readonly egress: EgressProxy;
}

/** Wraps a browser that was just launched. */
export async function poolBrowser(
  { browser, folder, ended }: LaunchedBrowser,
  { clock, limits, egress }: PooledBrowserOptions,
): Promise<PooledBrowser> {
  const session = await browser.newBrowserCDPSession();
  const { userAgent } = await session.send("Browser.getVersion");
  const pid = await browserPid(session);
  const startedAt = clock.now();
  const openingMs: number[] = [];
  const idleBytes: number[] = [];
  let pages = 0;
  let openPages = 0;

  const ending = new AbortController();
  const gone = ending.signal;
  const tellGone = () => ending.abort(new Error("The browser has been closed."));
  browser.once("disconnected", tellGone);
  if (!browser.isConnected()) tellGone();
  const inTime = createPatience({ clock, gone, end: () => endProcess(pid, folder) });

  async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const openedAt = clock.now();
    const context = await inTime(browser.newContext(options));
    openingMs.push(clock.now() - openedAt);
    return context;
  }

  // A browser that cannot close a context in time has been ended, and the context with it.
  const closeContext = (context: BrowserContext) => inTime(context.close()).catch(() => undefined);
  const maxFree = limits.maxPagesPerBrowser;
  const rooms = createRooms({ clock, egress, maxFree, openContext, closeContext });

  return {
    engine: { version: browser.version(), userAgent },
    pid,
    openPages: () => openPages,
    gone,
    isUsable: () => browser.isConnected(),
    enter() {
      openPages += 1;
      pages += 1;
      return () => void (openPages -= 1);
    },
    openContext,
    closeContext,
    rooms,
    reasonToRetire: () => reasonToRetire({ pages, ageMs: clock.now() - startedAt, openingMs, idleBytes }, limits),
    async checkPulse() {
      await rooms.sweep();
      const { processInfo } = await inTime(session.send("SystemInfo.getProcessInfo"));
      const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
      await Promise.all(renderers.map((renderer) => endIfLarger(renderer, limits.maxPageBytes)));
      if (openPages > 0) return;
      const bytes = await residentBytes(processInfo.map((one) => one.id));
      if (bytes !== undefined && openPages === 0) idleBytes.push(bytes);
    },
    async close() {
      browser.close().catch(() => undefined); // it is gone, or its process is ended below
      const waited = new AbortController();
      await Promise.race([ended, clock.sleep(closeTimeoutMs, waited.signal)]);
      waited.abort();
      await endProcess(pid, folder);
    },
  };
}

interface Silence extends Pick<PooledBrowser, "gone"> {
  readonly clock: Clock;
  /** Ends the browser. */
  readonly end: () => Promise<unknown>;
}

/** Waits for a browser's work, and ends the browser if it takes too long. */
function createPatience({ clock, gone, end }: Silence) {
  return async <T>(work: Promise<T>): Promise<T> => {
    const answered = new AbortController();
    const silence = clock.sleep(answerTimeoutMs, answered.signal).then(async () => {
      await end();
      throw new Error(`The browser did not answer within ${answerTimeoutMs} ms and was ended.`);
    });
    silence.catch(() => undefined); // it answered
    try {
      return await unlessEnded(Promise.race([work, silence]), gone);
    } finally {
      answered.abort();
    }
  };
}

async function browserPid(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const main = processInfo.find((one) => one.type === "browser");
  if (main === undefined) throw new Error("The browser does not tell its process id.");
  return main.id;
}
