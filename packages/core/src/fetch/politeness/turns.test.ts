import { fakeClock, type FakeClock } from "@garner/testkit/site";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Limiter } from "../../ports/limiter.ts";
import { defaultPoliteness, hostRules, type HostPace } from "./host-rules.ts";
import { giveBackTurn, learn, newHost, takeTurn } from "./rate-law.ts";
import { createTurns, type Turn, type Turns } from "./turns.ts";

const host = "site.test";
const paceOf = (delayMs?: number) => hostRules(defaultPoliteness, host, { delayMs });

/** A limiter whose state can be looked at, and which knows when it has last said that a turn would be due. */
function openLimiter(clock: FakeClock) {
  const known = { state: newHost(paceOf()), dueAt: 0, lateMs: [] as number[] };
  let readySince = 0;
  const limiter: Limiter = {
    async take(_host, rules, now) {
      const { state, waitMs } = takeTurn(known.state, rules, now);
      known.state = state;
      if (waitMs === 0) known.lateMs.push(now - Math.max(known.dueAt, readySince));
      known.dueAt = now + waitMs;
      return { waitMs, rate: state.rate };
    },
    async report(_host, outcome, at) {
      known.state = learn(known.state, outcome, at);
    },
    async giveBack() {
      known.state = giveBackTurn(known.state);
    },
  };
  /** Somebody came to wait where nobody did, or there is room again. */
  const ready = () => void (readySince = clock.now());
  return { limiter, known, ready };
}

interface Plan {
  readonly afterMs: number;
  readonly latencyMs: number;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  afterMs: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ max: 1500, min: 0 }) },
  ),
  latencyMs: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 4000 })),
  status: fc.constantFrom(200, 200, 200, 200, 200, 404, 429, 503, undefined),
  retryAfterMs: fc.option(fc.integer({ min: 0, max: 5000 }), { nil: undefined, freq: 8 }),
});

/** The result of a run. */
interface Run {
  /** By how much turns were taken later than the limiter had said they would be due. */
  readonly lateMs: readonly number[];
  /** For how long visits were sent away, and how long the law of that moment made them wait. */
  readonly sentAway: readonly { readonly forMs: number; readonly lawMs: number }[];
  readonly served: number;
}

/** Sends visits to a host as a worker does: whoever is sent away comes back when it was told to. */
async function drive(plans: readonly Plan[], pace: HostPace): Promise<Run> {
  const clock = fakeClock();
  const { limiter, known, ready } = openLimiter(clock);
  const turns = createTurns({ limiter, clock });
  const sentAway: { forMs: number; lawMs: number }[] = [];
  let inLine = 0;
  let served = 0;

  async function visit({ latencyMs, status, retryAfterMs }: Plan): Promise<void> {
    for (;;) {
      if ((inLine += 1) === 1) ready();
      const turn = await turns.take(host, pace, new AbortController().signal);
      inLine -= 1;
      if (typeof turn !== "number") {
        await clock.sleep(latencyMs);
        ready();
        await turn.done({ status, retryAfterMs, durationMs: latencyMs });
        served += 1;
        return;
      }
      const spacingMs = Math.max(pace.intervalMs, 1000 / known.state.rate);
      const dueInMs = takeTurn(known.state, pace, clock.now()).waitMs;
      sentAway.push({ forMs: turn, lawMs: Math.max(1, dueInMs + inLine * spacingMs) });
      await clock.sleep(turn);
    }
  }

  const visits = plans.map(async (each, index) => {
    await clock.sleep(plans.slice(0, index + 1).reduce((sum, { afterMs }) => sum + afterMs, 0));
    await visit(each);
  });
  for (let minutes = 0; served < plans.length && minutes < 60; minutes += 1) await clock.advance(60_000);
  await Promise.all(visits);
  return { lateMs: known.lateMs, sentAway, served };
}

describe("turns", () => {
  test.each([undefined, 700])("with a delay of %s are taken as soon as the host's law lets them", async (delayMs) => {
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 60 }), async (plans) => {
        const { lateMs, sentAway, served } = await drive(plans, paceOf(delayMs));
        expect(served).toBe(plans.length);
        expect(Math.max(...lateMs)).toBeLessThanOrEqual(0);
        for (const { forMs, lawMs } of sentAway) expect(forMs).toBeLessThanOrEqual(lawMs);
      }),
      { numRuns: 150 },
    );
  });

  async function takeAll(turns: Turns, count: number, pace: HostPace) {
    const { signal } = new AbortController();
    return await Promise.all(Array.from({ length: count }, () => turns.take(host, pace, signal)));
  }

  test("that many want at once are asked for together where the limiter gives them", async () => {
    const clock = fakeClock();
    let asked = 0;
    let most = 0;
    const limiter: Limiter = {
      async take() {
        most = Math.max(most, (asked += 1));
        await clock.sleep(0);
        asked -= 1;
        return { waitMs: 0, rate: 1e6 };
      },
      report: async () => undefined,
      giveBack: async () => undefined,
    };
    const pace = { ...paceOf(), maxRate: 1e6 };
    const taking = takeAll(createTurns({ limiter, clock }), 10, pace);
    await clock.advance(10);
    expect((await taking).every((turn) => typeof turn !== "number")).toBe(true);
    expect(most).toBe(9); // all but the first
  });

  test("of those who keep a delay hold up nobody else", async () => {
    const clock = fakeClock();
    const { limiter } = openLimiter(clock);
    const turns = createTurns({ limiter, clock });
    const [first] = await takeAll(turns, 1, paceOf());
    await (first as Turn).done({ status: 200, durationMs: 10 });
    const slow = takeAll(turns, 1, paceOf(900));
    const others = takeAll(turns, 2, paceOf());
    await clock.advance(0); // until they wait
    await clock.advance(400);
    expect((await others).every((turn) => typeof turn !== "number")).toBe(true);
    await clock.advance(10_000);
    expect(await slow).toHaveLength(1);
  });

  test("whose visit is broken off go to the next one; the others hear of a limiter that fails", async () => {
    const clock = fakeClock();
    const { limiter } = openLimiter(clock);
    const turns = createTurns({ limiter, clock });
    const [held] = await takeAll(turns, 1, paceOf());
    const leaving = new AbortController();
    const first = turns.take(host, paceOf(), leaving.signal);
    const second = turns.take(host, paceOf(), new AbortController().signal);
    await clock.advance(0);
    leaving.abort(new Error("not wanted any more"));
    await expect(first).rejects.toThrow("not wanted any more");
    await clock.advance(200);
    expect(typeof (await second)).not.toBe("number");
    await (held as Turn).done();
    expect(clock.waiting).toBe(0);
    const broken = createTurns({ limiter: { ...limiter, take: () => Promise.reject(new Error("no disk")) }, clock });
    const failures = await Promise.allSettled([1, 2].map(() => broken.take(host, paceOf(), leaving.signal)));
    expect(failures.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
