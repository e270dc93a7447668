import { scriptedEngine } from "@garner/testkit";
import { expect, test } from "vitest";
import { noAuthentication } from "../access/auth.ts";
import { createHandler, type Handler } from "../handler.ts";

const longPage = scriptedEngine({ scrape: async () => ({ markdown: "x".repeat(4_000_000), metadata: {} }) });

/** A handler on a clock that the test moves. */
function handlerAt(clock: { nowMs: number }): Handler {
  return createHandler(longPage, {
    authenticate: noAuthentication(() => {}),
    maxLargeAnswers: 3,
    maxLargeBodies: 2,
    now: () => clock.nowMs,
  });
}

const headers = { "content-type": "application/json" };
const scrape = (handler: Handler, body: string | ReadableStream = '{"url":"https://a.example"}') =>
  handler(new Request("http://localhost/v2/scrape", { method: "POST", headers, body, duplex: "half" } as RequestInit));

test("large answers that nobody reads are bounded, and who reads is served", async () => {
  const clock = { nowMs: 0 };
  const handler = handlerAt(clock);
  const [first, second, third] = [await scrape(handler), await scrape(handler), await scrape(handler)];
  const tooMany = await scrape(handler);
  expect(tooMany.status).toBe(503);
  expect(tooMany.headers.get("retry-after")).toBe("5");

  clock.nowMs += 4000;
  const reader = second.body?.getReader();
  await reader?.read();
  await new Promise((resolve) => void setImmediate(resolve));
  clock.nowMs += 1000;
  // The first has waited for longest, then the third; the second has just been read.
  expect((await scrape(handler)).status).toBe(200);
  expect((await scrape(handler)).status).toBe(200);
  expect((await scrape(handler)).status).toBe(503);
  await expect(first.text()).rejects.toThrow("not read for long");
  await expect(third.text()).rejects.toThrow("not read for long");

  for (let read = await reader?.read(); read?.done === false;) read = await reader?.read();
  expect((await scrape(handler)).status).toBe(200);
});

test("large bodies that do not come are bounded, and small ones always find room", async () => {
  const clock = { nowMs: 0 };
  const handler = handlerAt(clock);
  const unfinished = () => {
    const start = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(100_000));
    return scrape(handler, new ReadableStream({ start }));
  };
  const [first, second] = [unfinished(), unfinished()];
  await new Promise((resolve) => void setImmediate(resolve));
  expect((await unfinished()).status).toBe(503);
  const small = await scrape(handler);
  expect(small.status).toBe(200);
  await small.body?.cancel();

  clock.nowMs += 5000;
  const body = JSON.stringify({ url: "https://a.example", useMock: "x".repeat(100_000) });
  const third = await scrape(handler, body);
  expect(third.status).toBe(200);
  expect(await (await first).json()).toMatchObject({ code: "OVERLOADED", error: expect.stringContaining("slowly") });
  void second;
  await third.body?.cancel();
  // A body that was read and answered has left its place.
  expect((await scrape(handler, body)).status).toBe(200);
});
