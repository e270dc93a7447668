import { describe, expect, test } from "vitest";
import { parseRetryAfter, retryDelayMs, type FailedTry } from "./retry.ts";

const nowMs = Date.UTC(2024, 0, 1);
const delayOf = (failed: Partial<FailedTry>) => retryDelayMs({ number: 1, nowMs, random: 0, ...failed });

describe("the delay before the next try", () => {
  test("grows, with jitter", () => {
    expect([delayOf({}), delayOf({ random: 0.9999 })]).toEqual([250, 500]);
    expect([delayOf({ number: 2 }), delayOf({ number: 2, random: 0.9999 })]).toEqual([500, 1000]);
    expect(delayOf({ number: 3 })).toBeUndefined();
  });

  test.each([
    [{ status: 503 }, 250],
    [{ status: 503, retryAfter: "4" }, 4000],
    [{ status: 503, retryAfter: "soon" }, 250],
    [{ status: 429, retryAfter: "4" }, 4000],
    [{ status: 429, retryAfter: "0" }, 0],
    [{ status: 429 }, undefined],
    [{ status: 500 }, undefined],
    [{ status: 404, retryAfter: "1" }, undefined],
    [{ status: 429, retryAfter: "10" }, 10_000],
    [{ status: 429, retryAfter: "11" }, undefined],
    [{ status: 429, retryAfter: "11", deadlineAt: nowMs + 20_000 }, 11_000],
    [{ status: 503, deadlineAt: nowMs + 600 }, undefined],
  ])("after %j is %s", (failed, expected) => expect(delayOf(failed)).toBe(expected));

  test.each([
    ["120", 120_000],
    [" 1.5 ", 1500],
    ["1.2345", 1235],
    ["Mon, 01 Jan 2024 00:00:30 GMT", 30_000],
    ["Sun, 31 Dec 2023 23:59:30 GMT", 0],
    ["", undefined],
    ["tomorrow-ish", undefined],
    [undefined, undefined],
  ])("Retry-After: %j means %s ms", (header, expected) => expect(parseRetryAfter(header, nowMs)).toBe(expected));
});
