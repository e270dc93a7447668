import { fakeClock } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { EngineError } from "../../errors.ts";
import type { RequestOutcome } from "../../ports/limiter.ts";
import { decompressed } from "../../sitemaps/decompress.ts";
import { openInTurn } from "./open-in-turn.ts";

/** Opens files of an invented web; notes the turns that were taken, how they ended, and what was asked for. */
function start(web: (url: string) => Response) {
  const log: string[] = [];
  const fetch = async (input: unknown, init?: RequestInit) => {
    const cookie = new Headers(init?.headers).get("cookie");
    log.push(`GET ${String(input)} ${init?.redirect}${cookie === null ? "" : ` with ${cookie}`}`);
    return web(String(input));
  };
  const turnAt = async (url: URL) => {
    log.push(`turn ${url.host}`);
    const done = async (outcome?: RequestOutcome) => void log.push(`done ${JSON.stringify(outcome)}`);
    return { done };
  };
  const resources = {
    siteFetch: fetch,
    clock: fakeClock(),
  };
  const open = openInTurn({ turnAt, resources });
  return { log, open: (url: string) => open(url, new AbortController().signal) };
}

const redirect = (location: string) => new Response(null, { status: 301, headers: { location } });

test("every redirect on the way takes a turn at the host it leads to, once the turn before is given back", async () => {
  const { log, open } = start((url) => (url === "http://a.test/1" ? redirect("http://b.test/2") : new Response("x")));
  expect((await open("http://a.test/1")).status).toBe(200);
  expect(log).toEqual([
    ...["turn a.test", "GET http://a.test/1 manual", 'done {"status":301,"durationMs":0}'],
    ...["turn b.test", "GET http://b.test/2 manual", 'done {"status":200,"durationMs":0}'],
  ]);
});

test("a cookie that one answer sets goes with the next requests to its host, and with no others", async () => {
  const headers = { location: "/1", "set-cookie": "seen=1; Path=/" };
  const answers = [new Response(null, { status: 302, headers }), new Response("x"), new Response("y"), redirect("/4")];
  const { log, open } = start(() => answers.shift() ?? new Response("z"));
  for (const address of ["http://a.test/1", "http://a.test/2", "http://b.test/3"]) await open(address);
  expect(log.filter((line) => line.startsWith("GET"))).toEqual([
    "GET http://a.test/1 manual",
    "GET http://a.test/1 manual with seen=1",
    "GET http://a.test/2 manual with seen=1",
    "GET http://b.test/3 manual",
    "GET http://b.test/4 manual",
  ]);
});

test("a circle of redirects ends", async () => {
  const { log, open } = start(() => redirect("/1"));
  await expect(open("http://a.test/1")).rejects.toThrow("more than 5 times");
  expect(log.filter((line) => line.startsWith("GET"))).toHaveLength(6);
});

test("what a host asks for by Retry-After is told to its pace", async () => {
  const { log, open } = start(() => new Response(null, { status: 429, headers: { "retry-after": "7" } }));
  await open("http://a.test/1");
  expect(log).toContain('done {"status":429,"retryAfterMs":7000,"durationMs":0}');
});

test("what fails in passing is asked for again, each time in its turn, and what goes on failing is given up", async () => {
  const reset = () => {
    throw new EngineError("SCRAPE_SITE_ERROR", "It closed the connection.", { cause: { code: "ECONNRESET" } });
  };
  const busy = () => new Response(null, { status: 503, headers: { "retry-after": "1" } });
  const answers = [reset, busy, () => new Response("x")];
  const passing = start(() => (answers.shift() ?? busy)());
  expect((await passing.open("http://a.test/1")).status).toBe(200);
  expect(passing.log.map((line) => line.split(" ")[0])).toEqual(Array(3).fill(["turn", "GET", "done"]).flat());

  const lasting = start(busy);
  expect((await lasting.open("http://a.test/1")).status).toBe(503);
  const broken = start(reset);
  await expect(broken.open("http://a.test/1")).rejects.toThrow("It closed the connection");
  for (const { log } of [lasting, broken]) expect(log.filter((line) => line.startsWith("GET"))).toHaveLength(3);
});

test("a file that sends nothing for a while is given up, whether before its first byte or after", async () => {
  const clock = fakeClock();
  const signals: AbortSignal[] = [];
  const siteFetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
    if (init?.signal) signals.push(init.signal);
    if (String(input).endsWith("/silent")) return await new Promise<never>(() => undefined);
    return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([1])) }));
  };
  const turnAt = async () => ({ done: async () => undefined });
  const open = openInTurn({ turnAt, resources: { siteFetch, clock }, patienceMs: 5000 });
  const never = new AbortController().signal;
  const given = { code: "SCRAPE_TIMEOUT", message: "It sent nothing for 5000 ms." };

  const silent = expect(open("http://a.test/silent", never)).rejects.toMatchObject(given);
  await clock.advance(0); // until it waits
  await clock.advance(5000);
  await silent;
  expect(signals[0]?.aborted).toBe(true);

  const { body } = await open("http://a.test/slow", never);
  const read = async () => {
    const sizes: number[] = [];
    for await (const chunk of decompressed(body)) sizes.push(chunk.length);
    return sizes;
  };
  const slow = expect(read()).rejects.toMatchObject(given);
  await clock.advance(0); // until it waits
  await clock.advance(5000);
  await slow;
  expect(signals[1]?.aborted).toBe(true);
});

test("a host that takes no connection is not asked again; one that is not allowed was never asked", async () => {
  const { log, open } = start((url) => {
    const isBlocked = url.startsWith("http://blocked.test");
    throw new EngineError(isBlocked ? "URL_BLOCKED" : "SCRAPE_SITE_ERROR", "No.");
  });
  for (const path of ["1", "2"]) await expect(open(`http://a.test/${path}`)).rejects.toThrow();
  expect(log).toEqual(["turn a.test", "GET http://a.test/1 manual", 'done {"durationMs":0}']);
  for (const path of ["1", "2"]) await expect(open(`http://blocked.test/${path}`)).rejects.toThrow("No.");
  expect(log.slice(-2)).toEqual(["GET http://blocked.test/2 manual", "done undefined"]);
});
