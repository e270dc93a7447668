import { describe, expect, test } from "vitest";
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
    const after = learn(refused, { status: 200, durationMs: 1 }, { rules, now: 1_100_000 });
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
