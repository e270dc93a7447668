import type { Clock } from "../../ports/clock.ts";
import type { HostReception, Limiter, RequestOutcome } from "../../ports/limiter.ts";
import type { HostPace } from "./host-rules.ts";
import { soonestTurnMs } from "./rate-law.ts";

/** The permission to send one request to a host now. */
export interface Turn {
  /** Ends it, without an outcome if nothing was sent; says how the host receives everybody, if that is known. Call it once. */
  done(outcome?: RequestOutcome): Promise<HostReception | void>;
}

/** A promise and how to settle it: `PromiseWithResolvers`, which programs with an older `lib` don't know. */
interface Pending<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** The dependencies of lines. */
export interface LineDependencies {
  readonly limiter: Limiter;
  readonly clock: Clock;
  /** Told when the line is empty and no request is under way. */
  readonly onIdle: (traffic: Traffic) => void;
}

/** The work of this process at one host. */
export interface Traffic extends LineDependencies {
  readonly host: string;
  /** Requests under way, and turns that are being asked for. */
  underWay: number;
  /** Resolves when fewer are under way. */
  freed: Pending<void>;
  /** A line for each interval between requests, so that no visit waits for another one's delay. */
  readonly lines: Map<number, Line>;
}

/** The visits that wait for a turn at a host, at one pace. */
export interface Line {
  readonly traffic: Traffic;
  readonly pace: HostPace;
  /** First come, first served. */
  readonly waiters: Waiter[];
  /** Requests per second that the host bears, as the limiter said last. */
  rate: number | undefined;
  /** The limiter gave the newest turns at once. */
  isFlowing: boolean;
  isServed: boolean;
  /** Fires when the last one has left without a turn. */
  deserted: AbortController;
}

interface Waiter extends Pending<Turn | number> {
  readonly giveUpAt: number;
}

/** Longer waits are not worth holding a worker for. */
const patienceMs = 1000;

/** The traffic of a host that nothing is under way to. */
export function createTraffic(host: string, dependencies: LineDependencies): Traffic {
  return { ...dependencies, host, underWay: 0, freed: Promise.withResolvers(), lines: new Map() };
}

/** The line of those who keep a pace. */
export function lineAt(traffic: Traffic, pace: HostPace): Line {
  const known = traffic.lines.get(pace.intervalMs);
  if (known !== undefined) return known;
  const deserted = new AbortController();
  const line: Line = { traffic, pace, waiters: [], rate: undefined, isFlowing: false, isServed: false, deserted };
  traffic.lines.set(pace.intervalMs, line);
  return line;
}

function forgetIfIdle(traffic: Traffic): void {
  const isWaitedFor = [...traffic.lines.values()].some(({ isServed }) => isServed);
  if (traffic.underWay === 0 && !isWaitedFor) traffic.onIdle(traffic);
}

/**
 * Waits in line for a turn. Whoever would have to wait longer than a second is sent away with the milliseconds after
 * which to come back, which are no more than until the first moment at which the host's law may let it in. Rejects with
 * the signal's reason when it fires.
 */
export async function waitInLine(line: Line, signal: AbortSignal): Promise<Turn | number> {
  const { traffic, pace, waiters } = line;
  const soonestMs = line.rate === undefined ? 0 : soonestTurnMs(line.rate, pace, waiters.length);
  if (soonestMs > patienceMs) return Math.floor(soonestMs);
  const waiter: Waiter = {
    ...Promise.withResolvers<Turn | number>(),
    giveUpAt: traffic.clock.monotonic() + patienceMs,
  };
  if (waiters.length === 0) line.deserted = new AbortController();
  waiters.push(waiter);
  if (!line.isServed) void serve(line);
  const giveUp = () => {
    const place = waiters.indexOf(waiter);
    if (place >= 0) waiters.splice(place, 1);
    if (waiters.length === 0) line.deserted.abort("Nobody waits.");
    waiter.reject(signal.reason);
  };
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await waiter.promise;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

/** Serves the line until it is empty. An error of the limiter goes to everyone in it. */
async function serve(line: Line): Promise<void> {
  line.isServed = true;
  try {
    while (line.waiters.length > 0) await serveNext(line);
  } catch (thrown) {
    for (const waiter of line.waiters.splice(0)) waiter.reject(thrown);
  } finally {
    line.isServed = false;
    forgetIfIdle(line.traffic);
  }
}

/** Gives out the turns that are due or waits for the next one; sends the first away if that takes too long. */
async function serveNext(line: Line): Promise<void> {
  const { traffic, pace, waiters } = line;
  const room = maxUnderWay(pace) - traffic.underWay;
  if (room <= 0) {
    const leftMs = leftFor(line);
    if (leftMs > 0) await rest(line, leftMs, traffic.freed.promise);
    else waiters.shift()?.resolve(1);
    return;
  }
  const waitMs = await askFor(line, line.isFlowing ? Math.min(room, waiters.length) : 1);
  if (waitMs === 0 || waiters.length === 0) return;
  if (waitMs <= leftFor(line)) await rest(line, waitMs);
  else waiters.shift()?.resolve(waitMs);
}

/** Time the first in line will wait. */
function leftFor({ waiters, traffic }: Line): number {
  return (waiters[0]?.giveUpAt ?? 0) - traffic.clock.monotonic();
}

/** Asks for turns, and gives those that are due to whoever has waited longest; returns the wait for the next one. */
async function askFor(line: Line, count: number): Promise<number> {
  const { traffic, pace, waiters } = line;
  const { limiter, clock, host } = traffic;
  traffic.underWay += count; // from now on, so that no more are asked for than may be
  const offers = await Promise.allSettled(Array.from({ length: count }, () => limiter.take(host, pace, clock.now())));
  const made = offers.flatMap((offer) => (offer.status === "fulfilled" ? [offer.value] : []));
  const due = made.filter(({ waitMs }) => waitMs === 0).length;
  const served = waiters.splice(0, due);
  leave(traffic, count - served.length);
  for (let unused = served.length; unused < due; unused += 1)
    await limiter.giveBack(host, { rules: pace, now: clock.now() });
  for (const waiter of served) waiter.resolve(turnOf(line));
  for (const offer of offers) if (offer.status === "rejected") throw offer.reason;
  line.rate = made.at(-1)?.rate;
  line.isFlowing = due === count;
  return Math.max(...made.map(({ waitMs }) => waitMs));
}

function turnOf({ traffic, pace }: Line): Turn {
  return {
    async done(outcome) {
      leave(traffic, 1);
      const at = { rules: pace, now: traffic.clock.now() };
      if (outcome === undefined) return await traffic.limiter.giveBack(traffic.host, at);
      return await traffic.limiter.report(traffic.host, outcome, at);
    },
  };
}

function leave(traffic: Traffic, count: number): void {
  traffic.underWay -= count;
  traffic.freed.resolve();
  traffic.freed = Promise.withResolvers();
  forgetIfIdle(traffic);
}

/** Requests that may be under way at once; a least time between two of them is counted from an answer. */
function maxUnderWay({ intervalMs, maxConcurrency }: HostPace): number {
  return intervalMs > 0 ? 1 : maxConcurrency;
}

/** Waits until there is news or the line is empty, at most for the given time. */
async function rest({ deserted, traffic }: Line, ms: number, news?: Promise<void>): Promise<void> {
  const done = new AbortController();
  const time = traffic.clock.sleep(ms, AbortSignal.any([deserted.signal, done.signal]));
  try {
    await (news === undefined ? time : Promise.race([news, time]));
  } catch (thrown) {
    if (!deserted.signal.aborted) throw thrown;
  } finally {
    done.abort("There is news.");
  }
}
