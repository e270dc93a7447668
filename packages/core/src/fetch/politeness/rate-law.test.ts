import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultPoliteness } from "./host-rules.ts";
import { learn, newHost, takeTurn, type HostState } from "./rate-law.ts";

const rules = { startRate: 5, maxRate: 50, intervalMs: 0 };

interface Answer {
  readonly status?: number;
  readonly durationMs: number;
  readonly retryAfterMs?: number;
}

/** A crawler that takes every turn it gets, against a host that answers as told. */
function drive(seconds: number, answer: (rate: number) => Answer): { starts: readonly number[]; host: HostState } {
  const begin = 1_000_000;
  let host = newHost(rules);
  const starts: number[] = [];
  for (let now = begin; now < begin + seconds * 1000;) {
    const turn = takeTurn(host, rules, now);
    host = turn.state;
    if (turn.waitMs > 0) {
      now += turn.waitMs;
      continue;
    }
    starts.push(now - begin);
    const recent = starts.filter((at) => now - begin - at < 1000).length;
    const outcome = answer(recent);
    host = learn(host, outcome, { rules, now: now + outcome.durationMs });
  }
  return { starts, host };
}

const inSecond = (starts: readonly number[], second: number) =>
  starts.filter((at) => Math.floor(at / 1000) === second).length;

describe("the rate law", () => {
  test("begins with the documented rate and never passes the documented most", () => {
    const { starts } = drive(30, () => ({ status: 200, durationMs: 20 }));
    expect(inSecond(starts, 0)).toBeLessThanOrEqual(rules.startRate + 6);
    for (let second = 0; second < 30; second += 1)
      expect(inSecond(starts, second)).toBeLessThanOrEqual(rules.maxRate + 1);
    expect(inSecond(starts, 29)).toBeGreaterThan(40);
  });

  test("settles near what a host bears that refuses more", () => {
    const bearable = 12;
    const { starts } = drive(120, (rate) => ({ status: rate > bearable ? 429 : 200, durationMs: 20 }));
    const late = starts.filter((at) => at > 60_000).length / 60;
    expect(late).toBeGreaterThan(bearable * 0.4);
    expect(late).toBeLessThanOrEqual(bearable + 1);
  });

  test("settles near what a host bears that becomes slow instead", () => {
    const bearable = 12;
    const { starts } = drive(120, (rate) => ({ status: 200, durationMs: rate > bearable ? 1500 : 50 }));
    const late = starts.filter((at) => at > 60_000).length / 60;
    expect(late).toBeGreaterThan(bearable * 0.4);
    expect(late).toBeLessThanOrEqual(bearable * 1.5);
  });

  test("slow pages alone never push a host below the rate of the beginning; refusals do, and it comes back slowly", () => {
    let count = 0;
    const { host } = drive(60, () => {
      count += 1;
      return { status: 200, durationMs: count % 2 === 0 ? 900 : 5 };
    });
    expect(host.rate).toBeGreaterThanOrEqual(rules.startRate);
    const refused = learn({ ...newHost(rules), rate: 0.2 }, { status: 503, durationMs: 1 }, { rules, now: 1_000_000 });
    expect(refused.rate).toBe(0.1);
    const good = { status: 200, durationMs: 1 };
    const after = learn(learn(refused, good, { rules, now: 1_100_000 }), good, { rules, now: 1_110_000 });
    expect(after.rate).toBe(1.1);
  });

  test("many refusals of one moment cut the rate once", () => {
    const fast = { ...newHost(rules), rate: 40 };
    const now = 1_000_000;
    const refused = { status: 503, durationMs: 100 };
    let host = learn(fast, refused, { rules, now });
    for (let count = 0; count < 5; count += 1) host = learn(host, refused, { rules, now: now + 10 });
    expect(host.rate).toBe(20);
  });

  test("never gives a host up", () => {
    const { host } = drive(600, () => ({ durationMs: 10 }));
    expect(host.rate).toBeGreaterThanOrEqual(0.1);
  });
});

/** What the guide documents: the most requests that an unknown host has got in its first `seconds`, but for two. */
function documentedMost(seconds: number): number {
  const { startRate, maxRate } = defaultPoliteness;
  const secondsToMost = (maxRate - startRate) / 5;
  const rising = Math.min(seconds, secondsToMost);
  return startRate * rising + 2.5 * rising ** 2 + maxRate * (seconds - rising);
}

describe("no host that is unknown gets more than the defaults document", () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("ask" as const), times: fc.integer({ min: 1, max: 40 }) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 3000 }) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("answer" as const),
        count: fc.integer({ min: 1, max: 40 }),
        status: fc.constantFrom(200, 200, 200, 200, 404, 429, 503, undefined),
        retryAfterMs: fc.option(fc.integer({ min: 0, max: 5000 }), { nil: undefined }),
      }),
    },
  );

  /** Asks as the steps say, each time until it is sent away; returns when turns were given, in seconds from the first. */
  function turnsGiven(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]): number[] {
    const begin = 1_000_000;
    let [host, now] = [newHost(rules), begin];
    const given: number[] = [];
    const underWay: number[] = [];
    for (const each of steps) {
      if (each.kind === "wait") now += each.ms;
      else if (each.kind === "answer") {
        for (const startedAt of underWay.splice(0, each.count)) {
          const { status, retryAfterMs } = each;
          host = learn(host, { status, retryAfterMs, durationMs: now - startedAt }, { rules, now });
        }
      } else {
        for (let asked = 0; asked < each.times; asked += 1) {
          const turn = takeTurn(host, rules, now);
          host = turn.state;
          now += turn.waitMs;
          if (turn.waitMs > 0) continue;
          given.push(now);
          underWay.push(now);
        }
      }
    }
    return given.map((at) => (at - (given[0] ?? 0)) / 1000);
  }

  test("in any stretch of time, whatever is asked and answered when", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
        const given = turnsGiven(steps);
        const excesses = given.flatMap((from, first) =>
          given.slice(first).map((to, place) => place + 1 - (documentedMost(to) - documentedMost(from))),
        );
        expect(excesses.filter((excess) => excess > 2)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("by a crawler that takes every turn it gets, and whose pages come at once", () => {
    const { starts } = drive(30, () => ({ status: 200, durationMs: 0 }));
    for (const [index, at] of starts.entries()) expect(index + 1).toBeLessThanOrEqual(documentedMost(at / 1000) + 2);
    expect(starts.length).toBeGreaterThan(documentedMost(30) * 0.95);
  });
});
