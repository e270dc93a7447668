import { createHmac, timingSafeEqual } from "node:crypto";
import { fakeClock, startBareServer, startCrawlSite, startWebhookReceiver, type CrawlSite } from "@garner/testkit/site";
import { afterEach, describe, expect, test } from "vitest";
import { createEngine, systemClock, type Clock, type Engine, type EngineConfig } from "../../src/index.ts";
import { unlimitedPoliteness } from "./unlimited.ts";

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each[Symbol.asyncDispose]();
});

async function start(statuses: readonly number[] = [], config: EngineConfig = {}) {
  const site: CrawlSite = await startCrawlSite({
    "/": { links: ["/a", "/circle"] },
    "/a": {},
    "/circle": { redirect: "/circle" },
  });
  const receiver = await startWebhookReceiver(statuses);
  const engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: unlimitedPoliteness },
    ...config,
  });
  opened.push(site, receiver, engine);
  return { site, receiver, engine };
}

/** Looks again and again until something is true. */
async function until(isTrue: () => boolean | Promise<boolean>, step = () => systemClock.sleep(20)): Promise<void> {
  for (let tries = 0; tries < 100_000; tries += 1) {
    if (await isTrue()) return;
    await step();
  }
  throw new Error("It does not become true.");
}

async function delivered(engine: Engine, count: number, step?: () => Promise<void>): Promise<void> {
  const isDone = async () => {
    const { deliveries } = await engine.webhooks.list({});
    return deliveries.filter(({ status }) => status !== "pending").length >= count;
  };
  await until(isDone, step);
}

/** A clock on which all waiting takes a moment: what is waited for is told. */
function hastyClock(): Clock & { readonly waits: readonly number[] } {
  const waits: number[] = [];
  let ahead = 0;
  return {
    waits,
    now: () => systemClock.now() + ahead,
    monotonic: () => systemClock.monotonic() + ahead,
    async sleep(ms, signal) {
      if (ms >= 900) waits.push(Math.round(ms / 1000));
      await systemClock.sleep(Math.min(ms, 5), signal);
      if (ms >= 900) ahead += ms;
    },
    deadline: (ms) => systemClock.deadline(ms),
  };
}

describe("webhooks", () => {
  test("tell of the start, every page, every failure and the end, in order, signed, with the caller's metadata", async () => {
    const { site, receiver, engine } = await start([], {
      webhooks: { secret: "secret" },
      runtime: { clock: hastyClock() },
    });
    const webhook = { url: receiver.url, headers: { "x-own": "1" }, metadata: { order: 7, note: "☃ naïve" } };
    const { id } = await engine.crawl({ url: `${site.origin}/`, sitemap: "skip", webhook }).result();
    await delivered(engine, 5);
    const { received } = receiver;
    expect(received.map(({ message }) => message.type)).toEqual([
      "crawl.started",
      "crawl.page",
      "crawl.page",
      "crawl.page",
      "crawl.completed",
    ]);
    expect(received.map(({ message }) => message.sequence)).toEqual([1, 2, 3, 4, 5]);
    for (const { headers, body, message } of received) {
      expect(message).toMatchObject({ id, metadata: webhook.metadata });
      expect(message).toHaveProperty("error");
      const expected = Buffer.from(`sha256=${createHmac("sha256", "secret").update(body).digest("hex")}`);
      for (const name of ["x-service-signature", "x-firecrawl-signature"]) {
        expect(timingSafeEqual(Buffer.from(String(headers[name])), expected)).toBe(true);
      }
      expect(headers).toMatchObject({
        "x-own": "1",
        "content-type": "application/json",
        "x-webhook-id": message.webhookId,
      });
    }
    const failed = received.find(({ message }) => !message.success);
    expect(failed?.message).toMatchObject({
      type: "crawl.page",
      data: [{ metadata: { sourceURL: `${site.origin}/circle` } }],
    });
    expect(received[0]?.message).toMatchObject({ success: true, error: null, data: [] });
    expect(received[1]?.message.data).toMatchObject([{ markdown: expect.stringContaining("Page /") }]);
  });

  test("are signed in the headers that the operator names, and in no others", async () => {
    const webhookSignatureHeaders = ["X-Own-Signature"];
    const { site, receiver, engine } = await start([], {
      webhooks: { secret: "secret", signatureHeaders: webhookSignatureHeaders },
    });
    await engine
      .batchScrape({ urls: [`${site.origin}/a`], webhook: { url: receiver.url, events: ["completed"] } })
      .result();
    await delivered(engine, 1);
    const names = Object.keys(receiver.received[0]?.headers ?? {}).filter((name) => name.endsWith("-signature"));
    expect(names).toEqual(["x-own-signature"]);
  });

  test("carry the caller's headers as they would be sent with a page: each once, and none of the connection's", async () => {
    const { site, receiver, engine } = await start();
    const headers = {
      "Content-Type": "application/json",
      "X-Customer": "Zoë €",
      Connection: "close",
      "Content-Length": "5",
    };
    const { warning } = await engine.jobs.startBatchScrape({
      urls: [`${site.origin}/a`],
      webhook: { url: receiver.url, headers, events: ["completed"] },
    });
    expect(warning).toContain('`webhook`: The header "connection" is not sent');
    expect(warning).toContain('`webhook`: The header "content-length" is not sent');
    await delivered(engine, 1);
    const received = receiver.received.map((one) => one.headers);
    expect(received).toEqual([
      expect.objectContaining({
        "content-type": "application/json",
        "x-customer": Buffer.from("Zoë €").toString("latin1"),
      }),
    ]);
  });

  test("tell only what is wanted, of batches too, and of failures of the job", async () => {
    const { site, receiver, engine } = await start();
    await engine
      .batchScrape({ urls: [`${site.origin}/a`], webhook: { url: receiver.url, events: ["completed"] } })
      .result();
    await engine.crawl({ url: `${site.origin}/missing`, webhook: { url: receiver.url, events: ["failed"] } }).result();
    await delivered(engine, 2);
    expect(receiver.received.map(({ message }) => message.type)).toEqual(["batch_scrape.completed", "crawl.failed"]);
    expect(receiver.received[1]?.message).toMatchObject({ success: false, error: expect.stringContaining("404") });
    expect(receiver.received[0]?.headers["x-service-signature"]).toBeUndefined();
  });

  test("are tried again with growing waits under the same id, and keep their order", async () => {
    const clock = hastyClock();
    const { site, receiver, engine } = await start([500, 302, 429], {
      runtime: { clock, random: () => 0.5 },
      stores: { cache: false },
    });
    await engine.batchScrape({ urls: [`${site.origin}/a`], webhook: receiver.url }).result();
    await delivered(engine, 3);
    expect(receiver.received.map(({ message }) => message.sequence)).toEqual([1, 1, 1, 1, 2, 3]);
    expect(new Set(receiver.received.slice(0, 4).map(({ message }) => message.webhookId)).size).toBe(1);
    expect(clock.waits.slice(0, 3)).toEqual([1, 10, 60]);
    const { deliveries } = await engine.webhooks.list({ status: "delivered" });
    expect(deliveries.at(-1)).toMatchObject({ type: "batch_scrape.started", attempts: 4, responseStatus: 204 });
  });

  test("have thirty seconds to be answered; then, and after any status but 2xx, they are tried again", async () => {
    const hasty = hastyClock();
    // Its 30 seconds are over when the first try has arrived; the page is given more time, so that it is not meant.
    const isOver = new AbortController();
    const deadlines = [isOver.signal];
    const clock: Clock = {
      ...hasty,
      deadline: (ms) => (ms === 30_000 ? deadlines.shift() : undefined) ?? systemClock.deadline(ms),
    };
    const events: string[] = [];
    const { site, receiver, engine } = await start([0, 410, 204], {
      runtime: { clock, onEvent: (event) => event.type === "webhook-error" && events.push(event.error) },
    });
    await engine.batchScrape({ urls: [`${site.origin}/a`], timeout: 60_000, webhook: receiver.url }).result();
    await until(() => receiver.received.length === 1);
    isOver.abort(new DOMException("The time is over.", "TimeoutError"));
    await delivered(engine, 3);
    expect(events).toEqual(["No answer within 30000 ms.", "The receiver answered 410."]);
    expect(receiver.received.map(({ message }) => message.sequence)).toEqual([1, 1, 1, 2, 3]);
  });

  test("are given up after the last try; then the receiver gets one try each until it is back", async () => {
    const { site, receiver, engine } = await start(
      Array.from({ length: 7 }, () => 500),
      { runtime: { clock: hastyClock(), random: () => 0.5 } },
    );
    const { id } = await engine.batchScrape({ urls: [`${site.origin}/a`], webhook: receiver.url }).result();
    await delivered(engine, 3);
    expect(receiver.received.map(({ message }) => message.sequence)).toEqual([1, 1, 1, 1, 1, 1, 2, 3]);
    const { deliveries } = await engine.webhooks.list({ jobId: id });
    expect(deliveries.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual([
      "delivered 1",
      "failed 1",
      "failed 6",
    ]);
    expect(deliveries[1]?.error).toContain("500");
  });

  test("can be sent again", async () => {
    const { site, receiver, engine } = await start();
    await engine.batchScrape({ urls: [`${site.origin}/a`], webhook: receiver.url }).result();
    await delivered(engine, 3);
    const [newest] = (await engine.webhooks.list({ limit: 1 })).deliveries;
    const again = await engine.webhooks.replay({ id: newest?.id ?? "" });
    expect(again).toMatchObject({ id: newest?.id, status: "delivered", attempts: 2 });
    expect(receiver.received.at(-1)?.body).toEqual(receiver.received.at(-2)?.body);
    const stranger = { principal: { team: "other", apiKey: "k" } };
    await expect(engine.webhooks.replay({ id: newest?.id ?? "" }, stranger)).rejects.toMatchObject({
      code: "JOB_NOT_FOUND",
    });
    expect(await engine.webhooks.list({}, stranger)).toEqual({ deliveries: [] });
  });

  test("stay delivered when one that was sent again beside them fails later", async () => {
    const { site, engine } = await start();
    const answers: ((status: number) => void)[] = [];
    await using receiver = await startBareServer((request, response) => {
      request.resume();
      answers.push((status) => void response.writeHead(status).end());
    });
    const webhook = { url: `${receiver.origin}/hook`, events: ["completed" as const] };
    await engine.batchScrape({ urls: [`${site.origin}/a`], webhook }).result();
    await until(() => answers.length === 1);
    answers[0]?.(500);
    const only = async () => (await engine.webhooks.list({})).deliveries[0];
    await until(async () => (await only())?.attempts === 1);
    const replay = engine.webhooks.replay({ id: (await only())?.id ?? "" });
    await until(() => answers.length === 3); // the replay, and the outbox a second later
    const [, first, second] = answers;
    first?.(204);
    await until(async () => (await only())?.status === "delivered");
    second?.(500);
    await replay;
    await until(async () => (await only())?.attempts === 3);
    expect(await only()).toMatchObject({ status: "delivered", attempts: 3 });
    expect((await only())?.nextAttemptAt).toBeUndefined();
  });

  test("never reach a private address that is not allowed", async () => {
    const { site, receiver, engine } = await start([], {
      policy: { allowPrivateNetworks: ["127.0.0.1"] },
      runtime: { clock: hastyClock() },
    });
    const port = new URL(receiver.url).port;
    const urls = [`${site.origin}/a`];
    const webhook = `http://127.0.0.2:${port}/`;
    const started = await engine.jobs.startBatchScrape({ urls, webhook });
    expect(started.warning).toMatch(/The webhook gets nothing: 127\.0\.0\.2 is not on the public internet/);
    expect(await engine.jobs.startCrawl({ url: site.origin, webhook })).toMatchObject({ warning: started.warning });
    await delivered(engine, 6);
    expect(receiver.received).toEqual([]);
    expect((await engine.webhooks.list({})).deliveries[0]?.error).toMatch(/127\.0\.0\.2/);
  });

  test("that come to nothing are told of by the job once it has ended, until they get through", async () => {
    const { site, receiver, engine } = await start([500]);
    const webhook = { url: receiver.url, events: ["page" as const] };
    const { id } = await engine.batchScrape({ urls: [`${site.origin}/a`], webhook }).result();
    await until(async () => (await engine.webhooks.list({})).deliveries[0]?.attempts === 1);
    const missed = "The webhook has not got everything (`webhooks/deliveries` lists it): The receiver answered 500.";
    expect((await engine.jobs.get({ id })).warning).toBe(missed);
    await delivered(engine, 1);
    expect((await engine.jobs.get({ id })).warning).toBeUndefined();
  });

  test("a cancelled crawl sends nothing more", async () => {
    const clock = fakeClock();
    const { receiver, engine } = await start([], { runtime: { clock } });
    const { id } = await engine.jobs.startCrawl({
      url: "http://127.0.0.1:1/",
      webhook: { url: receiver.url, events: ["completed", "failed"] },
    });
    await engine.jobs.cancel({ id });
    for (let step = 0; step < 20; step += 1) await clock.advance(1000);
    expect(receiver.received).toEqual([]);
  });

  test("what was recorded before a job was cancelled is not sent after it, but a replay sends it", async () => {
    const clock = fakeClock();
    const { receiver, engine } = await start([500], { runtime: { clock } });
    const { promise: held } = Promise.withResolvers<void>();
    const site = await startCrawlSite({ "/a": {}, "/b": {}, "/c": { held } });
    opened.push(site);
    const webhook = { url: receiver.url, events: ["page" as const] };
    const urls = ["/a", "/b", "/c"].map((path) => `${site.origin}${path}`);
    const { id } = await engine.jobs.startBatchScrape({ urls, webhook });
    await until(async () => (await engine.jobs.get({ id })).completed === 2);
    await until(async () => (await engine.webhooks.list({ jobId: id })).deliveries.length > 0);
    const [first] = (await engine.webhooks.list({ jobId: id })).deliveries;
    expect(first).toMatchObject({ status: "pending", attempts: 1 });
    await engine.jobs.cancel({ id });
    const step = () => clock.advance(1000);
    await until(async () => (await engine.webhooks.list({ jobId: id, status: "failed" })).deliveries.length > 0, step);
    for (let time = 0; time < 20; time += 1) await clock.advance(60_000);
    expect(receiver.received).toHaveLength(1);
    const { deliveries } = await engine.webhooks.list({ jobId: id });
    expect(deliveries).toMatchObject([{ status: "failed", attempts: 1, error: "The job was cancelled." }]);
    expect(await engine.webhooks.replay({ id: first?.id ?? "" })).toMatchObject({ status: "delivered" });
    expect(receiver.received).toHaveLength(2);
  });
});
