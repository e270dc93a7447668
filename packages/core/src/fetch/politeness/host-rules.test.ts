import { expect, test } from "vitest";
import { fillPoliteness, hostPoliteness, hostRules } from "./host-rules.ts";

const politeness = fillPoliteness({
  startRate: 3,
  maxRate: undefined,
  hosts: {
    "a.test": { maxRate: 2 },
    "a.test:81": { maxRate: 1 },
    "*.b.test": { intervalMs: 500 },
    "*.c.b.test": { respectRobots: false },
  },
});

test("what an operator leaves out is the default", () => {
  expect(politeness).toMatchObject({ startRate: 3, maxRate: 50, respectRobots: true });
});

test.each([
  ["a.test", { maxRate: 2 }],
  ["a.test:8080", { maxRate: 2 }],
  ["a.test:81", { maxRate: 1 }],
  ["x.a.test", {}],
  ["x.b.test:8080", { intervalMs: 500 }],
  ["constructor", {}],
  ["b.test", { intervalMs: 500 }],
  ["x.b.test", { intervalMs: 500 }],
  ["x.c.b.test", { respectRobots: false }],
  ["ab.test", {}],
])("for %s the operator decided %j", (host, decided) => {
  expect(hostPoliteness(politeness, host)).toEqual(decided);
});

test("the pace is the operator's, then the job's, then that of robots.txt", () => {
  const pace = (host: string, asked: { delayMs?: number; crawlDelayMs?: number }) =>
    hostRules(politeness, host, asked).intervalMs;
  expect(pace("x.test", {})).toBe(0);
  expect(pace("x.test", { crawlDelayMs: 2000 })).toBe(2000);
  expect(pace("x.test", { crawlDelayMs: 2000, delayMs: 1000 })).toBe(1000);
  expect(pace("x.test", { crawlDelayMs: 3_600_000 })).toBe(60_000);
  expect(pace("b.test", { crawlDelayMs: 2000 })).toBe(500);
  expect(pace("b.test", { delayMs: 1000 })).toBe(1000);
  expect(hostRules(politeness, "a.test", {})).toMatchObject({ startRate: 2, maxRate: 2 });
});
