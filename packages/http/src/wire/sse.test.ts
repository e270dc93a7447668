import { scriptedEngine } from "@garner/testkit";
import type { Engine } from "@garner/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noAuthentication } from "../access/auth.ts";
import { createHandler } from "../handler.ts";

const hourMs = 3_600_000;
/** A job that goes on, and nothing happens. */
const engine = scriptedEngine({
  jobs: {
    get: async () => ({ id: "a" }) as Awaited<ReturnType<Engine["jobs"]["get"]>>,
    // eslint-disable-next-line require-yield
    events: async function* (_input, call) {
      await new Promise((resolve) => call?.signal?.addEventListener("abort", resolve));
    },
  },
});
const handler = createHandler(engine, { authenticate: noAuthentication(() => {}) });
const events = (method: string, signal?: AbortSignal) =>
  handler(new Request("http://localhost/v2/crawl/a/events", { method, signal: signal ?? null }));

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

test("an event stream that nobody reads does not grow, and goes on when it is read", async () => {
  const caller = new AbortController();
  const stream = await events("GET", caller.signal);
  vi.advanceTimersByTime(hourMs);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await reader?.read()).toEqual({ done: false, value: "retry: 1000\n\n" });
  const next = reader?.read();
  await new Promise((resolve) => void setImmediate(resolve));
  vi.advanceTimersByTime(hourMs);
  expect(await next).toEqual({ done: false, value: ": still here\n\n" });
  await reader?.cancel();
  expect(vi.getTimerCount()).toBe(0);
});

test("nothing of an event stream goes on after an answer to HEAD", async () => {
  expect((await events("HEAD")).headers.get("content-type")).toContain("text/event-stream");
  expect(vi.getTimerCount()).toBe(0);
});
