import { isRefusal, longestClosureMs } from "../../fetch/politeness/rate-law.ts";
import { knownMannersAt, type Manners, type Visitor } from "../../fetch/politeness/manners.ts";
import { politePacing, type Pacing } from "../../fetch/politeness/pacing.ts";
import { startPoliteTrip, type PoliteTrip, type TripAnswer } from "../../fetch/politeness/polite-trip.ts";
import type { Turn } from "../../fetch/politeness/turns.ts";
import { EngineError } from "../../errors.ts";
import { backoffMs } from "../../fetch/retry.ts";
import { createTries, maxTries, type Tries } from "../../fetch/tries.ts";
import type { HostReception } from "../../ports/limiter.ts";
import type { TaskOutcome } from "../../ports/queue.ts";
import type { JobDependencies } from "../dependencies.ts";
import type { Findings } from "../findings.ts";

/** The requests that one visit makes for its page, and what they have told so far. */
export interface Attempt {
  /** 1 for the first visit to the page. */
  readonly number: number;
  readonly tries: Tries;
  readonly trip: PoliteTrip;
  readonly pacing: Pacing;
  readonly mannersAt: (url: URL, signal: AbortSignal, beforeWait?: (ms: number) => void) => Promise<Manners>;
  /** The newest answer of the page's host; undefined if nobody has asked it. */
  readonly answer: TripAnswer | undefined;
  /** The page's host refuses everybody at the moment. */
  readonly refusesAll: boolean;
  /** A source had no room for the page. */
  readonly hadNoRoom: boolean;
  /** The end of a page that was redirected where its job does not go. */
  readonly refusal: Findings | undefined;
}

interface AttemptOptions {
  readonly number: number;
  readonly visitor: Visitor;
  /** The turn for the first request; absent if no request will be sent. */
  readonly firstTurn: Turn | undefined;
  /** The end of a page that is redirected to an address where its job does not go; undefined where it may. */
  readonly refuseHop: (url: URL) => Findings | undefined;
  readonly signal: AbortSignal;
  readonly resources: JobDependencies;
}

/** Starts the attempt of a visit, with the tries that earlier visits have left. */
export function startAttempt({ number, visitor, firstTurn, refuseHop, signal, resources }: AttemptOptions): Attempt {
  const mannersAt: Attempt["mannersAt"] = (url, within, beforeWait) =>
    knownMannersAt(url, visitor, { resources, signal: within, beforeWait });
  let refusal: Findings | undefined;
  const mannersOnTheWay: typeof mannersAt = async (url, within, beforeWait) => {
    // An address of no web page is out of every job's reach, not of this one's scope.
    if (!/^https?:$/.test(url.protocol)) resources.guard.checkUrl(url);
    refusal = refuseHop(url);
    if (refusal !== undefined) throw new EngineError("URL_BLOCKED", `Leads to ${url.href}, where the job does not go.`);
    return await mannersAt(url, within, beforeWait);
  };
  const trip = startPoliteTrip({ mannersAt: mannersOnTheWay, firstTurn, isRetry: number > 1, resources });
  const tries = createTries(Math.max(1, maxTries - (number - 1)));
  let answer: TripAnswer | undefined;
  let refusesAll = false;
  let hadNoRoom = false;
  const report = (newest: TripAnswer, reception: HostReception | void) => {
    answer = newest;
    refusesAll = reception?.refusesAll ?? false;
    // The same source is asked once more, later, before dearer ones are.
    if (number === 1 && (newest.status === undefined || isRefusal(newest))) tries.close();
  };
  const onOverload = () => void (hadNoRoom = true);
  return {
    number,
    tries,
    trip,
    pacing: politePacing({ trip, report, onOverload, signal, clock: resources.clock }),
    mannersAt,
    get answer() {
      return answer;
    },
    get refusesAll() {
      return refusesAll;
    },
    get hadNoRoom() {
      return hadNoRoom;
    },
    get refusal() {
      return refusal;
    },
  };
}

/** The tries that an attempt took, one at least: a failure behind a cached page, such as a model's, counts too. */
const takenBy = ({ tries }: Attempt): number => Math.max(1, tries.taken);

/** True if the visits after this attempt have tries left. */
export const mayRetry = (attempt: Attempt): boolean => attempt.number - 1 + takenBy(attempt) < maxTries;

/** Tries again later: when the site wants it, or after the usual time. */
export function retryAfter(
  attempt: Attempt,
  resources: Pick<JobDependencies, "random">,
  retryAfterMs?: number,
): TaskOutcome {
  const attempts = takenBy(attempt);
  const delayMs = Math.min(
    retryAfterMs ?? backoffMs(attempt.number + attempts - 1, resources.random()),
    longestClosureMs,
  );
  return { next: "retry", delayMs, attempts };
}
