import type { BrowserContext, BrowserContextOptions } from "playwright-core";
import type { Clock } from "@garner/core";
import type { EgressProxy } from "../egress/proxy.ts";
import type { EgressRules, EgressSession } from "../egress/session.ts";
import { emptyRoomPage, openRoomPage, type RoomPage } from "./room-page.ts";

/**
 * A browser context with one page, and its way out, for one capture at a time. Between two captures the page shows an
 * empty document, and all storage is cleared; the browser's cache of scripts, styles and fonts and the page's process
 * stay, which saves most of a capture's cost.
 */
export interface Room extends RoomPage {
  readonly context: BrowserContext;
  readonly egress: EgressSession;
  /** True if another capture was here before, and its traces have to be cleared. */
  readonly isUsed: boolean;
  /** Addresses of documents that the browser may have kept, which are always to come anew. */
  readonly documents: Set<string>;
}

/** A capture's demands on its room. */
export interface RoomWish extends EgressRules {
  readonly options: BrowserContextOptions;
  /** The driver answers the proxy's challenge by itself. */
  readonly driverHasCredentials: boolean;
  /** Captures with the same text may follow one another in a room; undefined for one that needs a room of its own. */
  readonly sharesAs: string | undefined;
}

/** The rooms of a browser. */
export interface Rooms {
  /** Resolves with a room of the caller's own, its page empty. Rejects when the signal fires on the way. */
  take(wish: RoomWish, signal: AbortSignal): Promise<Room>;
  /** Closes a room, or keeps one that is clean: where nothing went wrong, and nothing goes on. */
  leave(room: Room, isClean: boolean): Promise<void>;
  /** Closes rooms that nobody has come to. */
  sweep(): Promise<void>;
}

/** The parts of rooms. */
export interface RoomsOptions {
  readonly clock: Clock;
  readonly egress: EgressProxy;
  /** Rooms that are kept for the next capture; of more, the oldest is closed. */
  readonly maxFree: number;
  openContext(options: BrowserContextOptions): Promise<BrowserContext>;
  closeContext(context: BrowserContext): Promise<void>;
}

/** The limits on the age of a browser's cache, and on the number of captures that a site could link. */
const longestUse = { ms: 60_000, captures: 50 };

interface KnownRoom extends Room {
  readonly wish: RoomWish;
  readonly openedAt: number;
  readonly captures: number;
}

/** Opens no room yet. */
export function createRooms(options: RoomsOptions): Rooms {
  const { clock, maxFree, closeContext } = options;
  const free = new Set<KnownRoom>();
  const taken = new Map<Room, KnownRoom>();
  const isFresh = (room: KnownRoom) =>
    clock.now() - room.openedAt < longestUse.ms && room.captures < longestUse.captures && !room.egress.isHungUp();

  async function close({ context, egress }: Room): Promise<void> {
    egress[Symbol.dispose]();
    await closeContext(context);
  }

  function keep(room: KnownRoom): void {
    const drop = (): void => {
      if (free.delete(room)) void close(room);
    };
    free.add(room);
    room.crashed.addEventListener("abort", drop, { once: true });
    if (room.crashed.aborted) drop();
  }

  return {
    async take(wish, signal) {
      const found = [...free].find((one) => isFresh(one) && suits(one.wish, wish));
      if (found !== undefined) free.delete(found);
      const room = found ?? (await openRoom(wish, signal, options));
      room.egress.renew();
      taken.set(room, room);
      return room;
    },
    async leave(room, isClean) {
      const known = taken.get(room);
      taken.delete(room);
      if (known?.wish.sharesAs === undefined || !isClean || !isFresh(known)) return await close(room);
      try {
        keep({ ...known, ...(await emptyRoomPage(room, clock)), isUsed: true, captures: known.captures + 1 });
      } catch {
        await close(room);
        return;
      }
      const [oldest] = free;
      if (free.size > maxFree && oldest !== undefined && free.delete(oldest)) await close(oldest);
    },
    async sweep() {
      const stale = [...free].filter((room) => !isFresh(room));
      for (const room of stale) free.delete(room);
      await Promise.all(stale.map(close));
    },
  };
}

async function openRoom(wish: RoomWish, signal: AbortSignal, options: RoomsOptions): Promise<KnownRoom> {
  const { clock, egress: proxy, openContext, closeContext } = options;
  const egress = proxy.open(wish);
  const { username, password } = egress;
  const credentials = wish.driverHasCredentials ? { username, password } : {};
  let leave = () => egress[Symbol.dispose]();
  const giveUp = () => leave();
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    const context = await openContext({ ...wish.options, proxy: { server: proxy.server, ...credentials } });
    leave = () => {
      egress[Symbol.dispose]();
      void closeContext(context);
    };
    signal.throwIfAborted();
    const page = await openRoomPage(context);
    const documents = new Set<string>();
    return { ...page, context, egress, documents, isUsed: false, wish, openedAt: clock.now(), captures: 0 };
  } catch (thrown) {
    giveUp();
    throw thrown;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

function suits(one: RoomWish, other: RoomWish): boolean {
  return (
    one.sharesAs !== undefined &&
    one.sharesAs === other.sharesAs &&
    one.guard === other.guard &&
    one.maxBytes === other.maxBytes &&
    one.upstream?.url.href === other.upstream?.url.href
  );
}
