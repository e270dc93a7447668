import { EngineError } from "../../errors.ts";
import { createStopwatch } from "../../concurrency/stopwatch.ts";
import type { HostReception } from "../../ports/limiter.ts";
import type { HostPace } from "./host-rules.ts";
import type { Manners } from "./manners.ts";
import { waitForTurn, type Turn } from "./turns.ts";
import type { PolitenessDependencies } from "./dependencies.ts";
import { withoutFragment } from "../../url/without-fragment.ts";

/** The answer of a host to a request. */
export interface TripAnswer {
  /** HTTP status; absent if there was no answer. */
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

/**
 * The requests that one page takes, one after the other: the page, the redirects on the way to it, another source's try.
 * Each of them asks robots.txt and takes a turn at its host.
 */
export interface PoliteTrip {
  /**
   * Before a request: waits for its turn, unless the trip was started with one. Throws URL_BLOCKED if robots.txt forbids
   * it, and if the host is closed for so long that nobody should wait for it.
   */
  begin(url: URL, signal: AbortSignal): Promise<void>;
  /**
   * After a request: gives its turn back, and says how it went unless nothing was sent. Resolves with how the host receives
   * everybody, if that is known.
   */
  end(answer?: TripAnswer): Promise<HostReception | void>;
  /** Throws URL_BLOCKED if robots.txt forbids an address that a source went to without asking. */
  checkLanding(url: URL, signal: AbortSignal): Promise<void>;
  /** The reason why robots.txt ended the trip, if it did. */
  readonly denial: string | undefined;
  /** Time after which to start again, if a host that the trip was led to is closed. */
  readonly closedForMs: number | undefined;
  /** Time the trip has waited for turns and for robots.txt so far. */
  waitedMs(): number;
}

/** Options of a trip. */
export interface PoliteTripOptions {
  /** The manners at an address. Waits until its robots.txt can be read. */
  readonly mannersAt: (url: URL, signal: AbortSignal, beforeWait: (ms: number) => void) => Promise<Manners>;
  /** The turn for the first request, if it has been taken already. */
  readonly firstTurn?: Turn | undefined;
  /** An earlier trip for the page was in vain. */
  readonly isRetry?: boolean | undefined;
  readonly resources: Pick<PolitenessDependencies, "turns" | "clock">;
}

/** A trip to a host that is closed for longer would hold a place that others could use. */
const longestWaitMs = 120_000;

/** Starts a trip. */
export function startPoliteTrip({ mannersAt, firstTurn, isRetry, resources }: PoliteTripOptions): PoliteTrip {
  const { clock } = resources;
  const asked = new Set<string>();
  let held = firstTurn;
  let isFirst = firstTurn !== undefined;
  let startedAt = clock.monotonic();
  let denial: string | undefined;
  let closedForMs: number | undefined;
  const waiting = createStopwatch(clock);

  /** The pace to keep at an address. */
  async function paceAt(url: URL, signal: AbortSignal): Promise<HostPace> {
    asked.add(withoutFragment(url).href);
    const manners = await mannersAt(url, signal, unlessClosed(url));
    if (manners.denial === undefined) return manners.pace;
    denial = `Leads to ${url.href}: ${manners.denial}`;
    throw new EngineError("URL_BLOCKED", denial);
  }

  /** Ends the trip where it would take too long. */
  function unlessClosed({ host }: URL) {
    return (ms: number): void => {
      if (ms <= longestWaitMs) return;
      closedForMs = ms;
      throw new EngineError("URL_BLOCKED", `Leads to ${host}, which wants to be left alone for ${ms} ms.`);
    };
  }

  async function waitToBegin(url: URL, signal: AbortSignal): Promise<Turn> {
    waiting.start();
    try {
      return await waitForTurn(url.host, await paceAt(url, signal), {
        ...{ ...resources, signal },
        beforeWait: unlessClosed(url),
      });
    } finally {
      waiting.stop();
    }
  }

  return {
    waitedMs: waiting.totalMs,
    get denial() {
      return denial;
    },
    get closedForMs() {
      return closedForMs;
    },
    async begin(url, signal) {
      if (isFirst) asked.add(withoutFragment(url).href);
      else held = await waitToBegin(url, signal);
      isFirst = false;
      startedAt = clock.monotonic();
    },
    async end(answer) {
      const turn = held;
      held = undefined;
      return await turn?.done(answer && { ...answer, durationMs: clock.monotonic() - startedAt, isRetry });
    },
    async checkLanding(url, signal) {
      if (!asked.has(withoutFragment(url).href)) await paceAt(url, signal);
    },
  };
}
