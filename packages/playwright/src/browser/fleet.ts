import type { Clock } from "@garner/core";
import type { PooledBrowser } from "./pooled-browser.ts";
import { shutDown } from "./slots.ts";

/** The parts of a fleet. */
export interface FleetOptions {
  readonly clock: Clock;
  /** Pages that may be open at once in one browser. */
  readonly maxPagesPerBrowser: number;
  /** The time browsers stay warm after the last page. */
  readonly keepWarmMs: number;
  readonly launch: () => Promise<PooledBrowser>;
  readonly onRetire: (browser: PooledBrowser, reason: string) => void;
}

/** The running browsers: started when needed, replaced when they die or wear out, ended when idle. */
export interface Fleet extends AsyncDisposable {
  /** The warm browser with the fewest pages, or a new one when all are full. */
  pick(): Promise<PooledBrowser>;
  /** Ends the use of a browser by a page, and takes the browser out of service if it is dead or worn out. */
  release(browser: PooledBrowser): Promise<void>;
  readonly browsers: () => readonly PooledBrowser[];
}

/** A page can fill a machine's memory in seconds. */
const pulseMs = 1_000;

/** Builds a fleet without browsers. */
export function createFleet(options: FleetOptions): Fleet {
  const { clock } = options;
  const roster = createRoster(options.onRetire);
  const stopped = new AbortController();
  let launching: Promise<PooledBrowser> | undefined;
  let isWatched = false;
  let lastUsedAt = clock.now();

  async function start(): Promise<PooledBrowser> {
    const browser = await options.launch();
    if (stopped.signal.aborted) {
      await browser.close();
      throw shutDown();
    }
    roster.add(browser);
    void watch();
    return browser;
  }

  /** While there are browsers: checks their pulse, and ends them if they were unused for a while. */
  async function watch(): Promise<void> {
    if (isWatched) return;
    isWatched = true;
    while (roster.all().length > 0 && !stopped.signal.aborted) {
      await clock.sleep(pulseMs, stopped.signal).catch(() => undefined);
      const all = roster.all();
      // A browser without a pulse ends, and is then seen to be unusable.
      await Promise.all(all.map((browser) => browser.checkPulse().catch(() => undefined)));
      for (const browser of all) await roster.retire(browser);
      const isIdle = all.every((browser) => browser.openPages() === 0);
      if (isIdle && clock.now() - lastUsedAt >= options.keepWarmMs) await roster.closeAll();
    }
    isWatched = false;
  }

  return {
    browsers: roster.serving,
    async pick() {
      if (stopped.signal.aborted) throw shutDown();
      lastUsedAt = clock.now();
      const usable = roster.serving().filter((browser) => browser.isUsable());
      const [calmest] = usable.toSorted((one, other) => one.openPages() - other.openPages());
      if (calmest !== undefined && calmest.openPages() < options.maxPagesPerBrowser) return calmest;
      launching ??= start().finally(() => {
        launching = undefined;
      });
      return await launching;
    },
    async release(browser) {
      lastUsedAt = clock.now();
      await roster.retire(browser);
    },
    async [Symbol.asyncDispose]() {
      stopped.abort();
      await launching?.catch(() => undefined);
      await roster.closeAll();
    },
  };
}

/** The browsers of a fleet, in service and out of it. */
function createRoster(onRetire: FleetOptions["onRetire"]) {
  const serving = new Set<PooledBrowser>();
  // Out of service, with pages that are still open.
  const retired = new Set<PooledBrowser>();
  return {
    add: (browser: PooledBrowser) => void serving.add(browser),
    serving: (): readonly PooledBrowser[] => [...serving],
    all: (): readonly PooledBrowser[] => [...serving, ...retired],
    /** Takes a browser out of service if it is dead or worn out, and ends it once its pages are done. */
    async retire(browser: PooledBrowser): Promise<void> {
      const reason = browser.isUsable() ? browser.reasonToRetire() : "it has crashed";
      if (reason !== undefined && serving.delete(browser)) {
        retired.add(browser);
        onRetire(browser, reason);
      }
      if (browser.openPages() === 0 && retired.delete(browser)) await browser.close();
    },
    async closeAll(): Promise<void> {
      const all = [...serving, ...retired];
      serving.clear();
      retired.clear();
      await Promise.all(all.map((browser) => browser.close()));
    },
  };
}
