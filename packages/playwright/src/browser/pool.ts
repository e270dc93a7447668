import { EngineError } from "@garner/core";
import { hasRoom, type Machine } from "./capacity.ts";
import { createFleet, type FleetOptions } from "./fleet.ts";
import type { PooledBrowser } from "./pooled-browser.ts";
import { createSlots } from "./slots.ts";
import { unlessEnded } from "./unless-ended.ts";

/** The parts of a pool. */
export interface PoolOptions extends FleetOptions {
  readonly machine: Machine;
  /** Pages that may be open at once, in all browsers together. */
  readonly maxOpenPages: number;
  /** The longest work may wait for a place. */
  readonly maxWaitMs: number;
}

/** Options of work on a browser. */
export interface PoolUse {
  readonly signal: AbortSignal;
  /** True for work that nobody waits for, which takes turns with other work. */
  readonly inBackground?: boolean | undefined;
  /** Asked before work is run again. @default always */
  readonly mayRetry?: (() => boolean) | undefined;
  /** Receives each wait for a browser. */
  readonly untimed?: (<T>(waiting: Promise<T>) => Promise<T>) | undefined;
}

/** Work on warm browsers, as much at once as the machine bears. */
export interface BrowserPool extends AsyncDisposable {
  /**
   * Runs work on a browser. When the browser dies under it, the work is run again on another one, if it may be; when
   * work fails for reasons of its own, that failure is thrown. Throws OVERLOADED when no place gets free for too long.
   */
  use<T>(work: (browser: PooledBrowser) => Promise<T>, use: PoolUse): Promise<T>;
  readonly browsers: () => readonly PooledBrowser[];
  readonly openPages: () => number;
}

const maxAttempts = 3;

/** Builds a pool. No browser is started before the first work. */
export function createPool(options: PoolOptions): BrowserPool {
  const fleet = createFleet(options);
  const { maxOpenPages, maxWaitMs, machine, clock } = options;
  const slots = createSlots({ count: maxOpenPages, mayOpen: () => hasRoom(machine), maxWaitMs, clock });

  async function attempt<T>(
    work: (browser: PooledBrowser) => Promise<T>,
    { signal, mayRetry, untimed }: { [Key in "signal" | "mayRetry" | "untimed"]: NonNullable<PoolUse[Key]> },
  ): Promise<T> {
    for (let number = 1; ; number += 1) {
      const browser = await untimed(fleet.pick());
      const leave = browser.enter();
      try {
        return await unlessEnded(work(browser), browser.gone);
      } catch (thrown) {
        signal.throwIfAborted();
        if (!isBrowserFailure(browser, thrown)) throw thrown;
        if (number >= maxAttempts || !mayRetry()) throw browserEnded(thrown);
      } finally {
        leave();
        await fleet.release(browser);
      }
    }
  }

  return {
    browsers: fleet.browsers,
    openPages: slots.taken,
    async use(work, { signal, inBackground, mayRetry = () => true, untimed = async (waiting) => await waiting }) {
      const giveBack = await untimed(slots.take(signal, inBackground));
      try {
        return await attempt(work, { signal, mayRetry, untimed });
      } finally {
        giveBack();
      }
    },
    async [Symbol.asyncDispose]() {
      slots.close();
      await fleet[Symbol.asyncDispose]();
    },
  };
}

/** True if the browser, not the page, was the reason: it is gone. */
function isBrowserFailure(browser: PooledBrowser, thrown: unknown): boolean {
  if (!browser.isUsable()) return true;
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return [thrown, cause].some((one) => one instanceof Error && browserFailure.test(one.message));
}

/** Another page may have ended it, so that trying again can help. */
function browserEnded(thrown: unknown): EngineError {
  if (EngineError.is(thrown)) return thrown;
  return new EngineError("SCRAPE_SITE_ERROR", "The browser ended while the page was open in it.", { cause: thrown });
}

/** A page whose own process ended is not among them: it would end the next one too. */
const browserFailure = /has been closed|Target closed|did not answer within/i;
