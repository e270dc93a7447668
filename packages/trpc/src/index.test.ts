import { createEngine, EngineError, type Engine, type JobEvent, type Principal, type ScrapeResult } from "@garner/core";
import { startBareServer, startCrawlSite, startFixtureSite, treeOfPages, type FixtureSite } from "@garner/testkit/site";
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, isTRPCClientError, splitLink } from "@trpc/client";
import { initTRPC, TRPCError } from "@trpc/server";
import { createHTTPHandler } from "@trpc/server/adapters/standalone";
import { EventSource } from "undici";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { garnerErrorFormatter, garnerRouter, type GarnerFailure, type GarnerRouter } from "./index.ts";

let site: FixtureSite;
let engine: Engine;

beforeAll(async () => {
  site = await startFixtureSite();
  engine = createEngine({ policy: { allowPrivateNetworks: ["127.0.0.1"] } });
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** Serves a router over tRPC's own HTTP server, with a client of its type. */
async function serve<Router extends GarnerRouter>(router: Router, context: { readonly principal?: Principal } = {}) {
  const server = await startBareServer(createHTTPHandler({ router, createContext: () => context }));
  const url = server.origin;
  const client = createTRPCClient<GarnerRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === "subscription",
        true: httpSubscriptionLink({ url, EventSource }),
        false: httpBatchLink({ url }),
      }),
    ],
  });
  return { client, url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe("a client of the router", () => {
  test("scrapes, with the types of the operation", async () => {
    await using served = await serve(garnerRouter(engine));
    const page = await served.client.scrape.mutate({ url: `${site.origin}/article`, formats: ["markdown", "links"] });
    expectTypeOf(page.markdown).toEqualTypeOf<string | undefined>();
    expect(page.markdown).toContain("# The lighthouse on the cape");
    expect(page.links).toContain("https://example.com/winds");
    const found = await served.client.map.query({ url: site.origin });
    expect(found.links.map(({ url }) => url)).toContain(`${site.origin}/article`);
    expect(await served.client.activeCrawls.query()).toEqual({ crawls: [] });
    // @ts-expect-error There is no such option.
    void (() => served.client.scrape.mutate({ url: site.origin, formatz: [] }));
    // @ts-expect-error A scrape needs a URL.
    void (() => served.client.scrape.mutate());
  });

  test("reads failures by their code", async () => {
    await using served = await serve(garnerRouter(engine));
    const failureOf = async (input: { url: string; timeout?: number }) => {
      const thrown: unknown = await served.client.scrape.mutate(input).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!isTRPCClientError<GarnerRouter>(thrown)) throw new Error("It did not fail.", { cause: thrown });
      expectTypeOf(thrown.data?.garner).toEqualTypeOf<GarnerFailure | undefined>();
      return thrown;
    };
    const blocked = await failureOf({ url: "http://10.0.0.1/" });
    expect(blocked.data).toMatchObject({
      code: "FORBIDDEN",
      httpStatus: 403,
      garner: { code: "URL_BLOCKED", retryable: false },
    });
    const slow = await failureOf({ url: `${site.origin}/hang`, timeout: 300 });
    expect(slow.data).toMatchObject({ code: "TIMEOUT", garner: { code: "SCRAPE_TIMEOUT", retryable: true } });
    const wrong = await failureOf({ url: "not a url" });
    expect(wrong.data).toMatchObject({ code: "BAD_REQUEST", garner: { details: [{ path: ["url"] }] } });
    const unknown: unknown = await served.client.scrape
      .mutate({ url: site.origin, formatz: [] } as never)
      .catch((error: unknown) => error);
    expect(unknown).toMatchObject({ message: expect.stringContaining("formats") });
  });

  test("follows a crawl, page by page, and comes back where it was", async () => {
    await using tree = await startCrawlSite(treeOfPages(5));
    await using served = await serve(garnerRouter(engine));
    const { id } = await served.client.startCrawl.mutate({ url: `${tree.origin}/`, sitemap: "skip" });
    const watch = async (lastEventId?: string) => {
      const events: JobEvent[] = [];
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const subscription = served.client.jobEvents.subscribe(
        { id, lastEventId },
        {
          onData: ({ data }) => {
            events.push(data);
            if (data.type === "completed") resolve();
          },
          onError: reject,
        },
      );
      await promise;
      subscription.unsubscribe();
      return events;
    };
    const all = await watch();
    expect(all.map(({ type }) => type)).toEqual(["started", "page", "page", "page", "page", "page", "completed"]);
    await expect(watch("half past four")).rejects.toMatchObject({
      message: '`lastEventId` must be the id of an event, such as "12".',
      data: { code: "BAD_REQUEST", httpStatus: 400 },
    });
    expect((await watch("5")).map(({ sequence }) => sequence)).toEqual([6, 7]);
    const status = await served.client.getCrawl.query({ id });
    expect(status).toMatchObject({ status: "completed", completed: 5 });
  });

  test("sees its own team's jobs only", async () => {
    await using tree = await startCrawlSite(treeOfPages(2));
    const router = garnerRouter(engine);
    const mine = router.createCaller({ principal: { team: "mine", apiKey: "a" } });
    const theirs = router.createCaller({ principal: { team: "theirs", apiKey: "b" } });
    const { id } = await mine.startCrawl({ url: `${tree.origin}/` });
    await expect(theirs.getCrawl({ id })).rejects.toMatchObject({
      code: "NOT_FOUND",
      cause: { code: "JOB_NOT_FOUND" },
    });
    expect(await mine.getCrawl({ id })).toMatchObject({ id });
    const events = await theirs.jobEvents({ id });
    await expect(events[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

test("nests in a router of one's own, whose context says who is calling", async () => {
  const t = initTRPC
    .context<{ readonly session: { readonly team: string } }>()
    .create({ errorFormatter: garnerErrorFormatter });
  const app = t.router({
    hello: t.procedure.query(() => "hello"),
    garner: garnerRouter(engine, {
      contextOf: (context: { readonly session: { readonly team: string } }) => ({
        principal: { team: context.session.team, apiKey: "session" },
      }),
    }),
  });
  const caller = app.createCaller({ session: { team: "seven" } });
  expect(await caller.hello()).toBe("hello");
  const page = await caller.garner.scrape({ url: `${site.origin}/article` });
  expectTypeOf(page).toExtend<ScrapeResult>();
  expect(page.markdown).toContain("built in 1871");
  await expect(caller.garner.scrape({ url: "ftp://example.com" })).rejects.toSatisfy(({ cause }) =>
    EngineError.is(cause, "BAD_REQUEST"),
  );
});

test("a context is read when it is known, and why it says no is told", async () => {
  const contextOf = async ({ user }: { readonly user?: string }) => {
    if (user === undefined) throw new EngineError("UNAUTHORIZED", "Log in first.");
    if (user === "eve") throw new TRPCError({ code: "FORBIDDEN", message: "Not you." });
    return { principal: { team: user, apiKey: "session" } };
  };
  const router = garnerRouter(engine, { contextOf });
  const stranger = router.createCaller({}).scrape({ url: site.origin });
  await expect(stranger).rejects.toMatchObject({ code: "UNAUTHORIZED", message: "Log in first." });
  const banned = router.createCaller({ user: "eve" });
  await expect(banned.scrape({ url: site.origin })).rejects.toMatchObject({ code: "FORBIDDEN", message: "Not you." });
  const watching = banned.jobEvents({ id: "1" }).then((events) => events[Symbol.asyncIterator]().next());
  await expect(watching).rejects.toMatchObject({ code: "FORBIDDEN" });
  const { id } = await router.createCaller({ user: "ann" }).startCrawl({ url: `${site.origin}/article`, limit: 1 });
  await expect(router.createCaller({ user: "bob" }).getCrawl({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await router.createCaller({ user: "ann" }).getCrawl({ id })).toMatchObject({ id });
});

test("ends the work of a caller that has gone", async () => {
  const abort = new AbortController();
  const caller = garnerRouter(engine).createCaller({}, { signal: abort.signal });
  const scraping = caller.scrape({ url: `${site.origin}/hang` });
  abort.abort();
  await expect(scraping).rejects.toMatchObject({ code: "CLIENT_CLOSED_REQUEST", cause: { code: "ABORTED" } });
});

test("what is no engine, and options that would have no effect, are refused when the router is made", () => {
  const refusal = (words: string) =>
    expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(words) });
  expect(() => garnerRouter(null as never)).toThrow(refusal("must be an engine"));
  expect(() => garnerRouter(engine, { context: () => ({}) } as never)).toThrow(refusal("`contextOf`?"));
});
