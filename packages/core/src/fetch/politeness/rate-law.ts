import type { HostReception, HostRules, RequestOutcome } from "../../ports/limiter.ts";
import { isOfGateway } from "../retry.ts";
import { maxTries } from "../tries.ts";

/** Everything known about a host. JSON, so that a store can share it. Times are milliseconds since the epoch. */
export interface HostState {
  /** Requests per second that the host seems to bear. */
  readonly rate: number;
  readonly lastStartAt: number;
  /** A request that leaves time between itself and the next is under way, and counts as answered by then. */
  readonly busyUntil?: number | undefined;
  /** No request may start before; what `Retry-After` said. */
  readonly closedUntil: number;
  /** The time of the last cut; requests that started before it say nothing new. */
  readonly cutAt: number;
  /** The time of an answer when the host is at ease: slowly rising, falling at once. */
  readonly easyMs?: number | undefined;
  /** The time of an answer now: an exponential mean. */
  readonly currentMs?: number | undefined;
  /** Requests without an answer since the newest answer. */
  readonly silentInRow?: number | undefined;
  /** Refusals since the newest answer that was none, and when the first of them came. */
  readonly refusedInRow?: number | undefined;
  readonly refusingSince?: number | undefined;
}

const timerLatenessMs = 20;
/** The most by which the clocks of two processes that share a host may differ. */
const maxSkewMs = 1000;
/** A request whose process says nothing of it for so long, because it died, holds nobody up any longer. */
const longestBusyMs = 30_000;
const slowestRate = 0.1;
/** The longest `Retry-After` that is obeyed: a site can't hold a job for days. */
export const longestClosureMs = 60 * 60_000;
/** Time after which a host that refuses everybody is no longer expected to stop. */
const patienceMs = 3 * 60_000;
const gainPerSecond = 5;
/** The most that one answer adds to a rate: a host that was cut to a request in ten seconds does not come back at once. */
const maxGain = 1;
const cutByRefusal = 0.5;
const cutByStrain = 0.7;
const strainFactor = 3;
const strainFloorMs = 150;

/** An unknown host starts gently. Pure. */
export function newHost(rules: HostRules): HostState {
  const rate = Math.min(rules.startRate, rules.maxRate);
  return { rate, lastStartAt: 0, closedUntil: 0, cutAt: 0 };
}

/** Takes a turn if one is due now (`waitMs` 0), else says how long to wait. Pure. */
export function takeTurn(
  host: HostState,
  rules: HostRules,
  now: number,
): { readonly state: HostState; readonly waitMs: number } {
  const known = asOfNow(host, now);
  const spacingMs = Math.max(rules.intervalMs, 1000 / Math.min(known.rate, rules.maxRate));
  const dueAt = Math.max(known.closedUntil, known.lastStartAt + spacingMs, answeredAt(known, rules, now));
  if (dueAt > now) return { state: known, waitMs: Math.ceil(dueAt - now) };
  if (rules.intervalMs > 0) return { state: { ...known, lastStartAt: now, busyUntil: now + longestBusyMs }, waitMs: 0 };
  // Timers ring a little late; counting from the due time keeps the mean rate.
  return { state: { ...known, lastStartAt: Math.max(dueAt, now - timerLatenessMs) }, waitMs: 0 };
}

/** The soonest end of the interval after a request that may be under way: after its answer, which has not come yet. */
function answeredAt({ busyUntil = 0 }: HostState, { intervalMs }: HostRules, now: number): number {
  return intervalMs > 0 && busyUntil > now ? Math.min(busyUntil, now + intervalMs) : 0;
}

/** A turn was taken and nothing was sent. Pure. */
export function giveBackTurn(host: HostState): HostState {
  return { ...host, busyUntil: undefined };
}

/** A last request in the future means that the clock was set back since; all times move with it. Pure. */
function asOfNow(host: HostState, now: number): HostState {
  const aheadMs = host.lastStartAt - now;
  if (aheadMs < maxSkewMs) return host;
  const { closedUntil, cutAt, refusingSince = 0, busyUntil = 0 } = host;
  const earlier = {
    closedUntil: closedUntil - aheadMs,
    cutAt: cutAt - aheadMs,
    busyUntil: busyUntil - aheadMs,
    refusingSince: refusingSince - aheadMs,
  };
  return { ...host, ...earlier, lastStartAt: now };
}

/**
 * The least time that `count` further turns take, however well the host answers, from the rate it has now: `learn` raises
 * it by at most {@link gainPerSecond} a second. Pure.
 */
export function soonestTurnMs(rate: number, rules: HostRules, count: number): number {
  const atBestMs = ((Math.sqrt(rate ** 2 + 2 * gainPerSecond * count) - rate) / gainPerSecond) * 1000;
  return Math.max(atBestMs, count * Math.max(rules.intervalMs, 1000 / rules.maxRate));
}

/**
 * Learns from a host's answer: additive increase while it is at ease, such that `n` answers make a rate of at most
 * √(start² + 2·gain·n), which is start + gain·t after t seconds; multiplicative decrease when it refuses, its answers take
 * much longer than they did (Jacobson & Karels 1988; Welsh & Culler 2003 for latency as the signal), or it is silent more
 * often than one broken page can be. `Retry-After` closes the host until then. Pure.
 */
export function learn(
  host: HostState,
  outcome: RequestOutcome,
  { rules, now }: { readonly rules: HostRules; readonly now: number },
): HostState {
  const learned = learnRate(host, outcome, { rules, now });
  // Between two requests means from the answer to one to the start of the next: so the host sees it too.
  return rules.intervalMs > 0 ? { ...giveBackTurn(learned), lastStartAt: now } : learned;
}

function learnRate(
  host: HostState,
  outcome: RequestOutcome,
  { rules, now }: { readonly rules: HostRules; readonly now: number },
): HostState {
  const { status, retryAfterMs, durationMs } = outcome;
  const startedAt = now - durationMs;
  if (status === undefined) return learnSilence(host, { rules, startedAt, now });
  if (isRefusal(outcome)) {
    const isOfPage = mayBeOfOnePage(outcome);
    const refused = isOfPage && outcome.isRetry === true ? host : refusedOnceMore(host, now);
    const { refusedInRow = 0, refusingSince } = refused;
    if (isOfPage && refusedInRow <= maxTries)
      return { ...relieve(host, { rules, startedAt, now }), refusedInRow, refusingSince, silentInRow: 0 };
    const closedForMs = Math.min(retryAfterMs ?? 1000, longestClosureMs);
    const closedUntil = Math.max(host.closedUntil, now + closedForMs);
    const to = Math.max(slowestRate, host.rate * cutByRefusal);
    return { ...cut(host, { to, startedAt, now }), refusedInRow, refusingSince, closedUntil, silentInRow: 0 };
  }
  const easyMs = host.easyMs === undefined ? durationMs : Math.min(durationMs, host.easyMs * 1.01 + 0.1);
  const currentMs = host.currentMs === undefined ? durationMs : host.currentMs * 0.8 + durationMs * 0.2;
  const known = { ...host, easyMs, currentMs, silentInRow: 0, refusedInRow: 0 };
  if (currentMs > Math.max(strainFloorMs, easyMs * strainFactor)) return relieve(known, { rules, startedAt, now });
  // The first answer only tells what an answer takes: so the rate never runs ahead of the time since the first request.
  if (host.easyMs === undefined) return known;
  const gain = Math.sqrt(host.rate ** 2 + 2 * gainPerSecond) - host.rate;
  return { ...known, rate: Math.min(rules.maxRate, host.rate + Math.min(maxGain, gain)) };
}

/** A host that says that it is asked too much, or whose gateway gets no answer from it. Pure. */
export function isRefusal({ status = 0, retryAfterMs }: Pick<RequestOutcome, "status" | "retryAfterMs">): boolean {
  return status === 429 || isOfGateway(status) || (status >= 400 && retryAfterMs !== undefined);
}

/** What a gateway says of one part of a site, such as a report that takes too long, as well as of a whole site. Pure. */
const mayBeOfOnePage = ({ status, retryAfterMs }: RequestOutcome): boolean =>
  (status === 502 || status === 504) && retryAfterMs === undefined;

/**
 * How a host receives everybody: one page alone can't be refused so often in a row, and a host that has never answered is not
 * expected to. Pure.
 */
export function receptionOf({ refusedInRow = 0, refusingSince = 0, easyMs }: HostState, now: number): HostReception {
  const isPassing = easyMs !== undefined && now - refusingSince <= patienceMs;
  return { refusesAll: isPassing && refusedInRow > maxTries };
}

/** Refusals of long ago say nothing about one of today. */
function refusedOnceMore({ refusedInRow = 0, refusingSince, cutAt }: HostState, now: number) {
  const goesOn = refusedInRow > 0 && now - cutAt <= longestClosureMs;
  return goesOn ? { refusedInRow: refusedInRow + 1, refusingSince } : { refusedInRow: 1, refusingSince: now };
}

interface Moment {
  readonly rules: HostRules;
  /** When the request was sent. */
  readonly startedAt: number;
  readonly now: number;
}

/** Some pages are broken by themselves; only a host that stopped answering everybody may be overwhelmed. */
function learnSilence(host: HostState, moment: Moment): HostState {
  const silentInRow = (host.silentInRow ?? 0) + 1;
  const known = { ...host, silentInRow };
  return silentInRow > maxTries ? relieve(known, moment) : known;
}

/** Cuts the rate of a host that seems to suffer. Without a refusal, the gentle rate of the beginning is slow enough. */
function relieve(host: HostState, { rules, startedAt, now }: Moment): HostState {
  const to = Math.max(Math.min(rules.startRate, host.rate), host.rate * cutByStrain);
  return cut(host, { to, startedAt, now });
}

/** One cut per round of requests: those that were under way when the rate was cut complain about the old rate. */
function cut(
  host: HostState,
  { to, startedAt, now }: { readonly to: number; readonly startedAt: number; readonly now: number },
): HostState {
  return startedAt < host.cutAt ? host : { ...host, rate: to, cutAt: now };
}
