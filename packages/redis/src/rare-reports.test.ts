import { systemClock } from "@garner/core";
import { expect, test } from "vitest";
import { rareReports } from "./rare-reports.ts";

const refused = () => Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:6379"), { code: "ECONNREFUSED" });

test("a Redis that stays away is told once a minute, in words", () => {
  let nowMs = 0;
  const told: string[] = [];
  const report = rareReports((error) => told.push(String(error)), { ...systemClock, now: () => nowMs });
  for (let second = 0; second < 120; second += 1) {
    nowMs = second * 1000;
    report(refused());
    report(Object.assign(new Error("connect ECONNREFUSED ::1:6379"), { code: "ECONNREFUSED" }));
  }
  expect(told).toEqual(Array.from({ length: 2 }, () => expect.stringContaining("Redis can't be reached")));
});

test("another failure is told at once, and so is what is no failure of Redis", () => {
  const told: string[] = [];
  const report = rareReports((error) => told.push(String(error)), { ...systemClock, now: () => 0 });
  for (const message of ["NOAUTH Authentication required.", "connect ECONNREFUSED", "NOAUTH Authentication required."])
    report(new Error(message));
  report("a task of a newer version");
  report("a task of a newer version");
  expect(told).toEqual([
    expect.stringContaining("Redis wants a password"),
    expect.stringContaining("Redis can't be reached"),
    "a task of a newer version",
  ]);
});
