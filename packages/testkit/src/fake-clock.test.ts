import { describe, expect, test } from "vitest";
import { fakeClock } from "./fake-clock.ts";

describe("fakeClock", () => {
  test("stands still until it is told to go on", async () => {
    const clock = fakeClock(1000);
    const events: string[] = [];
    const sleep = async (ms: number) => {
      await clock.sleep(ms);
      events.push(`${ms} at ${clock.now()}`);
    };
    const sleeping = [sleep(300), sleep(100), sleep(200)];
    await clock.advance(99);
    expect(events).toEqual([]);
    await clock.advance(101);
    expect(events).toEqual(["100 at 1100", "200 at 1200"]);
    expect(clock.waiting).toBe(1);
    await clock.advance(1000);
    await Promise.all(sleeping);
    expect(events.at(-1)).toBe("300 at 1300");
    expect(clock.now()).toBe(2200);
  });

  test("wakes what is set while it goes on", async () => {
    const clock = fakeClock(0);
    const ticks: number[] = [];
    const ticking = (async () => {
      for (let tick = 0; tick < 3; tick += 1) {
        await clock.sleep(10);
        ticks.push(clock.now());
      }
    })();
    await clock.advance(30);
    await ticking;
    expect(ticks).toEqual([10, 20, 30]);
  });

  test("that jumps shows another time, and wakes nobody earlier or later", async () => {
    const clock = fakeClock(1000);
    let isAwake = false;
    void clock.sleep(100).then(() => (isAwake = true));
    clock.jump(-5000);
    expect([clock.now(), clock.monotonic()]).toEqual([-4000, 1000]);
    await clock.advance(99);
    expect(isAwake).toBe(false);
    await clock.advance(1);
    expect(isAwake).toBe(true);
    expect([clock.now(), clock.monotonic()]).toEqual([-3900, 1100]);
  });

  test("a sleep ends early with its signal's reason", async () => {
    const clock = fakeClock();
    const caller = new AbortController();
    const sleeping = clock.sleep(100, caller.signal);
    caller.abort(new Error("enough"));
    await expect(sleeping).rejects.toThrow("enough");
    expect(clock.waiting).toBe(0);
    await expect(clock.sleep(100, caller.signal)).rejects.toThrow("enough");
  });

  test("a deadline fires when its time has come", async () => {
    const clock = fakeClock();
    const deadline = clock.deadline(100);
    await clock.advance(99);
    expect(deadline.aborted).toBe(false);
    await clock.advance(1);
    expect(deadline.aborted).toBe(true);
    expect(deadline.reason).toMatchObject({ name: "TimeoutError" });
  });
});
