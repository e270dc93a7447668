import type { BrowserContext, CDPSession, Page } from "playwright-core";
import type { Clock } from "@garner/core";

/** A page of a room, and the DevTools session that a capture has with it. */
export interface RoomPage {
  readonly page: Page;
  readonly session: CDPSession;
  /** Fires when the page's process has ended: it answers nothing any more, not even that. */
  readonly crashed: AbortSignal;
}

/** A page that takes longer to become empty is not used again. */
const longestEmptyingMs = 5_000;

/**
 * Limits of the heap of a page's process, in bytes. Above `least` it is collected before the next page, which costs as much as
 * a tenth of an ordinary page; above `most` the process is not used again.
 */
const heapBytes = { least: 24_000_000, most: 256_000_000 };

/** Events that captures listen to. The driver listens to others. */
const captureEvents = ["request", "requestfinished", "requestfailed", "dialog", "worker", "download"] as const;

/** Opens the page of a room. */
export async function openRoomPage(context: BrowserContext): Promise<RoomPage> {
  const page = await context.newPage();
  const crash = new AbortController();
  page.once("crash", () => crash.abort(new Error("The page has crashed.")));
  return { page, crashed: crash.signal, session: await context.newCDPSession(page) };
}

/**
 * Makes a room's page as good as new: an empty document, no history, no name, nobody who listens. The old session, which
 * holds the page's scripts, ends last. Throws for a page that does not become empty in time, or has filled its process.
 */
export async function emptyRoomPage(room: RoomPage, clock: Clock): Promise<RoomPage> {
  const emptied = new AbortController();
  const tooLate = clock.sleep(longestEmptyingMs, emptied.signal).then(() => {
    throw new Error("The page did not become empty in time.");
  });
  tooLate.catch(() => undefined); // it became empty
  try {
    return await Promise.race([empty(room), tooLate]);
  } finally {
    emptied.abort();
  }
}

async function empty({ page, crashed, session }: RoomPage): Promise<RoomPage> {
  const context = page.context();
  context.removeAllListeners("page");
  for (const event of captureEvents) page.removeAllListeners(event);
  const usedBytes = await heapOf(session);
  if (usedBytes > heapBytes.most) throw new Error("The page has filled its process.");
  await Promise.all([
    page.goto("about:blank", { timeout: longestEmptyingMs }),
    ...context.pages().map((one) => (one === page ? undefined : one.close())),
  ]);
  await session.send("Page.resetNavigationHistory");
  await session.detach();
  const next = await context.newCDPSession(page);
  await next.send("Runtime.evaluate", { expression: `window.name = ""` });
  if (usedBytes > heapBytes.least) await next.send("HeapProfiler.collectGarbage");
  return { page, crashed, session: next };
}

async function heapOf(session: CDPSession): Promise<number> {
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send("Runtime.getHeapUsage");
  return usedSize + embedderHeapUsedSize + backingStorageSize;
}
