import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { EngineError } from "../errors.ts";
import { systemClock } from "../memory/system-clock.ts";
import { createTracks, type TrackOptions, type Tracks } from "./tracks.ts";
import { createSlots } from "./slots.ts";

const limits = { quick: 1, slow: 1, quickMs: 10, patienceMs: 50, maxMs: 100, maxWaiting: 10, maxWaitMs: 1000 };
const never = new AbortController().signal;
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  EngineError.from(
    await work.then(
      () => new TypeError("no failure"),
      (thrown: unknown) => thrown,
    ),
  ).code;

describe("places", () => {
  test("are given in the order of asking, and back only once", async () => {
    const slots = createSlots(1, 10);
    const giveBack = await slots.take("a", never);
    const order: number[] = [];
    const waiting = [1, 2].map(async (number) => {
      const next = await slots.take("a", never);
      order.push(number);
      next();
    });
    giveBack();
    giveBack();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2]);
    const last = slots.tryTake();
    expect(slots.tryTake()).toBeUndefined();
    const caller = new AbortController();
    const left = codeOf(slots.take("a", caller.signal));
    caller.abort();
    expect(await left).toBe("ABORTED");
    last?.();
    (await slots.take("a", never))();
  });

  test("go to the lines in turn, however long one of them is", async () => {
    const slots = createSlots(1, 10);
    const giveBack = await slots.take("greedy", never);
    const order: string[] = [];
    const waiting = ["greedy", "greedy", "greedy", "a", "a", "b"].map(async (key) => {
      const next = await slots.take(key, never);
      order.push(key);
      next();
    });
    giveBack();
    await Promise.all(waiting);
    expect(order).toEqual(["greedy", "a", "b", "greedy", "a", "greedy"]);
  });

  test("go to work that somebody waits for, and every eighth to work in the background, however many lines it has", async () => {
    const slots = createSlots(1, 100);
    const giveBack = await slots.take("a", never);
    const order: string[] = [];
    const take = async (key: string, inBackground: boolean) => {
      const next = await slots.take(key, never, inBackground);
      order.push(key);
      next();
    };
    const jobs = ["a", "b", "c", "a"].map((key) => take(key, true));
    const calls = Array.from({ length: 17 }, (_, index) => take(index % 2 === 0 ? "caller" : "other", false));
    giveBack();
    await Promise.all([...jobs, ...calls]);
    const isJob = order.map((key) => ["a", "b", "c"].includes(key));
    expect(isJob).toEqual(Array.from({ length: 21 }, (_, place) => place === 7 || place === 15 || place > 18));
    expect(order.filter((_, place) => isJob[place])).toEqual(["a", "b", "c", "a"]);
  });

  test("when too many wait, those of the longest line are refused first", async () => {
    const slots = createSlots(1, 3);
    const giveBack = await slots.take("greedy", never);
    const served = async (key: string): Promise<string> => ((await slots.take(key, never))(), "served");
    const greedy = [1, 2, 3].map(() => served("greedy").catch((thrown: unknown) => EngineError.from(thrown).code));
    const modest = served("modest");
    expect(await codeOf(slots.take("greedy", never))).toBe("OVERLOADED");
    expect(await greedy[2]).toBe("OVERLOADED");
    giveBack();
    expect(await Promise.all([...greedy, modest])).toEqual(["served", "served", "OVERLOADED", "served"]);
  });
});

/** Tracks whose time passes when the test says so, and work that ends when it is told to. */
function tracksByHand(options: Partial<TrackOptions> = {}) {
  const deadlines: { readonly ms: number; readonly pass: () => void }[] = [];
  const deadline = (ms: number): AbortSignal => {
    const controller = new AbortController();
    deadlines.push({ ms, pass: () => controller.abort() });
    return controller.signal;
  };
  const clock = { ...systemClock, deadline };
  const tracks = createTracks({
    ...limits,
    clock,
    ...options,
  });
  const log: string[] = [];
  const begin = (name: string, key = name, signal = never) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const done = run(tracks, log, { name, key, signal, promise });
    return { done, finish: () => resolve(name) };
  };
  /** Lets the deadlines of a length that were set so far pass. */
  const pass = async (ms: number): Promise<void> => {
    await nextTurn();
    for (const one of deadlines.splice(0).filter((each) => each.ms === ms || (deadlines.push(each), false))) one.pass();
    await nextTurn();
  };
  return { begin, pass, log };
}

/** A clock for which deadlines of one length are over at once. */
const passing = (over: number) => ({
  ...systemClock,
  deadline: (ms: number) => (ms === over ? AbortSignal.abort() : never),
});

interface Piece {
  readonly name: string;
  readonly key: string;
  readonly signal: AbortSignal;
  readonly promise: Promise<string>;
}

function run(tracks: Tracks, log: string[], { name, key, signal, promise }: Piece): Promise<string | undefined> {
  const work = (ending: AbortSignal, begun: () => void): Promise<string> => {
    log.push(`${name} begins`);
    begun();
    const ended = new Promise<never>((_, reject) => {
      ending.addEventListener("abort", () => (log.push(`${name} is ended`), reject(new Error("ended"))));
    });
    return Promise.race([promise, ended]);
  };
  return tracks.run(work, { key, signal });
}

describe("tracks", () => {
  test("work that takes long makes room for others, and goes on", async () => {
    const { begin, pass, log } = tracksByHand();
    const long = begin("long");
    const short = begin("short");
    await pass(10);
    expect(log).toEqual(["long begins", "short begins"]);
    short.finish();
    expect(await short.done).toBe("short");
    long.finish();
    expect(await long.done).toBe("long");
    expect(log).not.toContain("long is ended");
  });

  test("where both tracks are full of endless work, honest work is done all the same", async () => {
    const { begin, pass, log } = tracksByHand();
    const endless = ["one", "two", "three"].map((name) => begin(name, "hostile"));
    const honest = begin("honest");
    await pass(10); // one goes on in the slow track
    await pass(10); // which is full for two
    expect(log).not.toContain("two is ended");
    await pass(50);
    honest.finish();
    expect(await honest.done).toBe("honest");
    expect(log).toContain("two is ended");
    await pass(100);
    expect(await endless[0]?.done).toBeUndefined();
    await nextTurn();
    expect(log.filter((entry) => entry === "two begins")).toHaveLength(2);
  });

  test("work ends with its time, and its places are free again", async () => {
    const { begin, pass } = tracksByHand();
    const long = begin("long");
    await pass(10);
    await pass(100);
    expect(await long.done).toBeUndefined();
    const next = begin("next");
    next.finish();
    expect(await next.done).toBe("next");
  });

  test("nothing is ended for nobody", async () => {
    const { begin, pass, log } = tracksByHand({ quick: 2 });
    const long = ["one", "two"].map((name) => begin(name));
    await pass(10);
    for (const { finish } of long) finish();
    expect(await Promise.all(long.map(({ done }) => done))).toEqual(["one", "two"]);
    expect(log).toEqual(["one begins", "two begins"]);
  });

  test("starting is not counted as taking long", async () => {
    const tracks = createTracks({
      ...limits,
      clock: passing(10),
    });
    const outcome = await tracks.run(async () => (await nextTurn(), "done"), { key: "a", signal: never });
    expect(outcome).toBe("done");
  });

  test("work that may take no longer than what counts as soon is ended then", async () => {
    const { begin, pass, log } = tracksByHand({ quickMs: 10, patienceMs: 50, maxMs: 5 });
    const long = begin("long");
    await pass(5);
    expect(await long.done).toBeUndefined();
    expect(log).toEqual(["long begins", "long is ended"]);
  });

  test("a caller who gives up ends the work in either track, and waits for neither", async () => {
    const { begin, pass, log } = tracksByHand();
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    const inSlow = begin("slow", "a", first.signal);
    await pass(10);
    const inQuick = begin("quick", "b", second.signal);
    const waiting = begin("waiting", "c", third.signal);
    await nextTurn();
    for (const caller of [third, second, first]) caller.abort();
    expect(await codeOf(waiting.done)).toBe("ABORTED");
    for (const piece of [inSlow, inQuick]) await expect(piece.done).rejects.toThrow("ended");
    expect(log).toEqual(["slow begins", "quick begins", "quick is ended", "slow is ended"]);
    const next = begin("next");
    next.finish();
    expect(await next.done).toBe("next");
  });
});
