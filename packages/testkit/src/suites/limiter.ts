import type { HostRules, Limiter } from "@garner/core";
import { expect, test } from "vitest";
import { examine, type Setup } from "./examined.ts";

/** The settings of {@link testLimiter}. */
export interface LimiterSuite {
  /** Makes a limiter that has met no host. */
  readonly setup: Setup<Limiter>;
}

const rules: HostRules = { startRate: 4, maxRate: 20, intervalMs: 0 };

/** The exam of every limiter. Call it inside `describe`. */
export function testLimiter({ setup }: LimiterSuite): void {
  /** Asks for turns for a while, each answered with `answer`; returns when they were taken, in ms from the start. */
  async function drive(limiter: Limiter, host: string, how: Partial<Drive> = {}): Promise<readonly number[]> {
    const { forMs = 10_000, from = 1_700_000_000_000, own = rules, answer = { status: 200, durationMs: 10 } } = how;
    const taken: number[] = [];
    for (let now = from; now < from + forMs;) {
      const { waitMs } = await limiter.take(host, own, now);
      if (waitMs === 0) {
        taken.push(now - from);
        await limiter.report(host, answer, { rules: own, now: now + answer.durationMs });
      } else now += waitMs;
    }
    return taken;
  }

  test("begins gently, then learns that the host bears more, up to the most", async () => {
    const taken = await drive((await examine(setup)).store, "a.test");
    const inSecond = (second: number) => taken.filter((at) => Math.floor(at / 1000) === second).length;
    expect(inSecond(0)).toBeLessThanOrEqual(2 * rules.startRate + 1);
    expect(inSecond(8)).toBeGreaterThan(inSecond(0));
    expect(inSecond(9)).toBeLessThanOrEqual(rules.maxRate + 1);
  });

  test("never gives an unknown host more than its rate, growing by 5 a second, allows", async () => {
    const taken = await drive((await examine(setup)).store, "a.test", {
      forMs: 3000,
      answer: { status: 200, durationMs: 0 },
    });
    expect(taken.length).toBeGreaterThan(rules.startRate * 3);
    for (const [index, at] of taken.entries()) {
      const seconds = at / 1000;
      expect(index + 1).toBeLessThanOrEqual(rules.startRate * seconds + 2.5 * seconds ** 2 + 2);
    }
  });

  test("keeps hosts apart", async () => {
    const { store: limiter } = await examine(setup);
    await drive(limiter, "a.test", { forMs: 1000 });
    expect(await limiter.take("b.test", rules, 1_700_000_000_500)).toEqual({ waitMs: 0, rate: rules.startRate });
  });

  test("keeps the least time between two requests, whatever the rate", async () => {
    const taken = await drive((await examine(setup)).store, "a.test", { own: { ...rules, intervalMs: 3000 } });
    expect(taken).toHaveLength(4);
    for (const [index, at] of taken.entries()) expect(at - (taken[index - 1] ?? -3000)).toBeGreaterThanOrEqual(3000);
  });

  test("with a least time between two requests, one is under way at a time, until its end is told or long nothing was", async () => {
    const { store: limiter, another } = await examine(setup);
    const other = (await another?.()) ?? limiter;
    const own = { ...rules, intervalMs: 2000 };
    const begin = 1_700_000_000_000;
    const waitAt = async (ms: number) => (await other.take("a.test", own, begin + ms)).waitMs;
    expect((await limiter.take("a.test", own, begin)).waitMs).toBe(0);
    expect(await waitAt(3000)).toBe(2000);
    await limiter.report("a.test", { status: 200, durationMs: 5000 }, { rules: own, now: begin + 5000 });
    expect(await waitAt(6000)).toBe(1000);
    expect(await waitAt(7000)).toBe(0);
    expect(await waitAt(36_500)).toBe(500);
    expect(await waitAt(37_000)).toBe(0);
    await other.giveBack("a.test", { rules: own, now: begin + 37_500 });
    expect((await limiter.take("a.test", own, begin + 38_000)).waitMs).toBe(1000);
    expect((await limiter.take("a.test", own, begin + 39_000)).waitMs).toBe(0);
  });

  test("closes the host for as long as Retry-After says", async () => {
    const { store: limiter } = await examine(setup);
    const answer = { status: 429, retryAfterMs: 60_000, durationMs: 0 };
    const [first = 0, second = 0] = await drive(limiter, "a.test", { answer, forMs: 70_000 });
    expect(second - first).toBeGreaterThanOrEqual(60_000);
  });

  test("cuts the rate when the host refuses", async () => {
    const { store: limiter } = await examine(setup);
    const before = await drive(limiter, "a.test", { forMs: 3000 });
    const from = 1_700_000_010_000;
    await drive(limiter, "a.test", { forMs: 1, from, answer: { status: 429, durationMs: 0 } });
    const after = await drive(limiter, "a.test", { forMs: 1000, from: from + 1000 });
    expect(after.length).toBeLessThan(before.filter((at) => at >= 2000).length);
  });

  test("says that a host refuses everybody once one page alone can't be refused so often, for minutes", async () => {
    const { store: limiter } = await examine(setup);
    const begin = 1_700_000_000_000;
    const refuse = async (now: number) =>
      (await limiter.report("a.test", { status: 503, durationMs: 0 }, { rules, now }))?.refusesAll;
    const answer = (now: number) => limiter.report("a.test", { status: 200, durationMs: 0 }, { rules, now });
    for (const second of [0, 1, 2, 3, 4, 5]) expect(await refuse(begin - 10_000 + second * 1000)).toBe(false);
    await answer(begin - 1000); // until then, nobody knew that it ever does
    for (const second of [0, 1, 2, 3]) expect(await refuse(begin + second * 1000)).toBe(false);
    expect(await refuse(begin + 5000)).toBe(true);
    expect(await refuse(begin + 150_000)).toBe(true);
    expect(await refuse(begin + 210_000)).toBe(false);
    await answer(begin + 370_000);
    for (const second of [0, 1, 2, 3]) expect(await refuse(begin + 380_000 + second * 1000)).toBe(false);
    expect(await refuse(begin + 390_000)).toBe(true);
    expect(await refuse(begin + 8_000_000)).toBe(false); // what was long ago counts no more
  });

  test("a clock that is set back, or forward, keeps no host closed for longer than it was", async () => {
    const { store: limiter } = await examine(setup);
    const hours = 60 * 60 * 1000;
    const own = { startRate: 1, maxRate: 1, intervalMs: 0 };
    const waitAt = async (now: number) => (await limiter.take("a.test", own, now)).waitMs;
    let now = 1_700_000_000_000;
    expect(await waitAt(now)).toBe(0);
    now -= 3 * hours;
    const waitMs = await waitAt(now);
    expect(waitMs).toBeLessThanOrEqual(1000);
    now += waitMs;
    expect(await waitAt(now)).toBe(0);
    await limiter.report("a.test", { status: 429, retryAfterMs: 60_000, durationMs: 0 }, { rules: own, now });
    now -= 3 * hours;
    const closedMs = await waitAt(now);
    expect(closedMs).toBeGreaterThan(1000);
    expect(closedMs).toBeLessThanOrEqual(60_000);
    now += closedMs;
    expect(await waitAt(now)).toBe(0);
    now += 6 * hours;
    expect(await waitAt(now)).toBe(0);
  });

  test("of many at once, one takes the turn", async () => {
    const { store: limiter } = await examine(setup);
    const slow = { startRate: 1, maxRate: 1, intervalMs: 0 };
    const waits = await Promise.all(Array.from({ length: 20 }, () => limiter.take("a.test", slow, 1e12)));
    expect(waits.filter(({ waitMs }) => waitMs === 0)).toHaveLength(1);
  });

  test("is shared: opened again, it gives no second turn and knows who refused", async ({ skip }) => {
    const { store: limiter, another } = await examine(setup);
    const slow = { startRate: 1, maxRate: 1, intervalMs: 0 };
    const other = another === undefined ? skip("setup gives no `another`") : await another();
    const both = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? limiter : other));
    const waits = await Promise.all(both.map((each) => each.take("a.test", slow, 1e12)));
    expect(waits.filter(({ waitMs }) => waitMs === 0)).toHaveLength(1);
    const refusal = { status: 429, retryAfterMs: 60_000, durationMs: 0 };
    await limiter.report("a.test", refusal, { rules: slow, now: 1e12 });
    expect((await other.take("a.test", slow, 1e12 + 30_000)).waitMs).toBeGreaterThan(0);
  });
}

interface Drive {
  readonly forMs: number;
  readonly from: number;
  readonly own: HostRules;
  readonly answer: { readonly status: number; readonly durationMs: number; readonly retryAfterMs?: number };
}
