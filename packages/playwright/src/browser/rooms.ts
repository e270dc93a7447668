import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import type { Clock } from "@garner/core";
import type { EgressProxy } from "../egress/proxy.ts";
import type { EgressRules, EgressSession } from "../egress/session.ts";

/**
 * A browser context and its way out, for one capture at a time. A page's storage is cleared before the next one; the
 * browser's cache of scripts, styles and fonts is not, which saves most of a page's cost.
 */
export interface Room {
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
  take(wish: RoomWish): Promise<Room>;
  /** Closes a room, or keeps one that is clean: where nothing went wrong, and nothing goes on. */
  leave(room: Room, isClean: boolean): Promise<void>;
  /** Closes rooms that nobody has come to. */
  sweep(): Promise<void>;
}

/** The parts of rooms. */
export interface RoomsOptions {
  readonly clock: Clock;
  readonly egress: EgressProxy;
  openContext(options: BrowserContextOptions): Promise<BrowserContext>;
  /** Closes all pages but one, which it opens when there is none, and returns it. */
  empty(context: BrowserContext, keeper: Page | undefined): Promise<Page>;
  closeContext(context: BrowserContext): Promise<void>;
}

/** The limits on the age of a browser's cache, and on the number of captures that a site could link. */
const longestUse = { ms: 60_000, captures: 50 };

interface KnownRoom extends Room {
  readonly wish: RoomWish;
  readonly openedAt: number;
  readonly captures: number;
  /** A blank page: without one, Chromium starts two processes for the next page and compiles its scripts again. */
  readonly keeper: Page | undefined;
}

/** Opens no room yet. */
export function createRooms({ clock, egress: proxy, openContext, empty, closeContext }: RoomsOptions): Rooms {
  const free = new Set<KnownRoom>();
  const taken = new Map<Room, KnownRoom>();
  const isFresh = (room: KnownRoom) =>
    clock.now() - room.openedAt < longestUse.ms && room.captures < longestUse.captures && !room.egress.isHungUp();

  async function open(wish: RoomWish): Promise<KnownRoom> {
    const egress = proxy.open(wish);
    const { username, password } = egress;
    const credentials = wish.driverHasCredentials ? { username, password } : {};
    try {
      const context = await openContext({ ...wish.options, proxy: { server: proxy.server, ...credentials } });
      const documents = new Set<string>();
      return { context, egress, documents, isUsed: false, wish, openedAt: clock.now(), captures: 0, keeper: undefined };
    } catch (thrown) {
      egress[Symbol.dispose]();
      throw thrown;
    }
  }

  async function close({ context, egress }: Room): Promise<void> {
    egress[Symbol.dispose]();
    await closeContext(context);
  }

  return {
    async take(wish) {
      const found = [...free].find((one) => isFresh(one) && suits(one.wish, wish));
      if (found !== undefined) free.delete(found);
      const room = found ?? (await open(wish));
      room.egress.renew();
      taken.set(room, room);
      return room;
    },
    async leave(room, isClean) {
      const known = taken.get(room);
      taken.delete(room);
      if (known?.wish.sharesAs === undefined || !isClean || !isFresh(known)) return await close(room);
      room.context.removeAllListeners("page");
      try {
        const keeper = await empty(room.context, known.keeper);
        free.add({ ...known, keeper, isUsed: true, captures: known.captures + 1 });
      } catch {
        await close(room);
      }
    },
    async sweep() {
      const stale = [...free].filter((room) => !isFresh(room));
      for (const room of stale) free.delete(room);
      await Promise.all(stale.map(close));
    },
  };
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
