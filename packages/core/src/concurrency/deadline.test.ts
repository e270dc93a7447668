import { describe, expect, it } from "vitest";
import { withDeadline } from "./deadline.ts";
import type { Clock } from "../ports/clock.ts";

/** A clock whose deadline fires when the test says so. */
function manualClock() {
  const controller = new AbortController();
  const clock: Clock = { now: () => 0, monotonic: () => 0, sleep: async () => {}, deadline: () => controller.signal };
  return { clock, expire: () => controller.abort(new Error("time is over")) };
}

const never = () => new Promise<never>(() => {});

describe("withDeadline", () => {
  it("returns what the work returns", async () => {
    const { clock } = manualClock();
    await expect(
      withDeadline({ clock, timeoutMs: 5, signal: undefined, code: "SCRAPE_TIMEOUT" }, async () => 1),
    ).resolves.toBe(1);
  });

  it("gives up when the time is over, even if the work does not", async () => {
    const { clock, expire } = manualClock();
    const result = withDeadline({ clock, timeoutMs: 5, signal: undefined, code: "MAP_TIMEOUT" }, never);
    expire();
    await expect(result).rejects.toMatchObject({ code: "MAP_TIMEOUT", message: expect.stringContaining("5 ms") });
  });

  it("gives up when the caller does", async () => {
    const { clock } = manualClock();
    const caller = new AbortController();
    const result = withDeadline({ clock, timeoutMs: 5, signal: caller.signal, code: "SCRAPE_TIMEOUT" }, never);
    caller.abort();
    await expect(result).rejects.toMatchObject({ code: "ABORTED" });
  });

  it("does not start for a caller who has already given up", async () => {
    const { clock } = manualClock();
    let started = false;
    const result = withDeadline(
      { clock, timeoutMs: 5, signal: AbortSignal.abort(), code: "SCRAPE_TIMEOUT" },
      async () => {
        started = true;
      },
    );
    await expect(result).rejects.toMatchObject({ code: "ABORTED" });
    expect(started).toBe(false);
  });

  it("tells the work to stop", async () => {
    const { clock, expire } = manualClock();
    let stopped = false;
    const result = withDeadline({ clock, timeoutMs: 5, signal: undefined, code: "SCRAPE_TIMEOUT" }, (signal) => {
      signal.addEventListener("abort", () => (stopped = true));
      return never();
    });
    expire();
    await expect(result).rejects.toMatchObject({ code: "SCRAPE_TIMEOUT" });
    expect(stopped).toBe(true);
  });
});
