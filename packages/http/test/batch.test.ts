import { createEngine, type Engine } from "@garner/core";
import {
  contractClient,
  startCrawlSite,
  type AskOptions,
  type ContractBody,
  type ContractClient,
  type CrawlSite,
} from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiKeys } from "../src/access/auth.ts";
import { createHandler, type Handler } from "../src/handler.ts";

const batch = "/v2/batch/scrape";
const nobody = "00000000-0000-4000-8000-000000000000";
let site: CrawlSite;
let engine: Engine;
let handler: Handler;
let client: ContractClient;
let stranger: ContractClient;

beforeAll(async () => {
  site = await startCrawlSite({
    "/a": {},
    "/b": {},
    "/binary": { raw: { text: "?", type: "application/x-own" } },
    "/held": { held: new Promise<void>(() => {}) },
  });
  engine = createEngine({
    policy: { allowPrivateNetworks: ["127.0.0.1"] },
    network: { politeness: { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 } },
  });
  handler = createHandler(engine, { authenticate: apiKeys(["team:key", "other:other"]) });
  client = contractClient(handler);
  stranger = contractClient(handler, "other");
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const urls = (...paths: readonly string[]) => paths.map((path) => site.origin + path);
const post = (body: ContractBody, headers: AskOptions["headers"] = {}) => client.ask("POST", batch, { body, headers });
const key = (value: string) => ({ "x-idempotency-key": value });
const pathsOf = (pages: readonly { metadata: { sourceURL: string } }[]) =>
  pages.map(({ metadata }) => metadata.sourceURL.replace(site.origin, ""));

test("what added URLs can't change in their batch is named", async () => {
  const { id } = (await post({ urls: urls("/a"), webhook: `${site.origin}/hook`, maxConcurrency: 1 })).body;
  const more = { webhook: `${site.origin}/other-hook`, maxConcurrency: 2 };
  const { warning } = (await post({ appendToId: id, urls: urls("/b"), ...more })).body;
  for (const name of Object.keys(more)) expect(warning).toContain(`\`${name}\` has no effect here: the batch`);
  expect((await post({ appendToId: id, urls: urls("/b") })).body).not.toHaveProperty("warning");
});

test("a large batch is taken in whole, once for each key, and one that is too large is told how to go on", async () => {
  const many = Array.from({ length: 1200 }, (_, index) => `${site.origin}/held?${index}`);
  const start = () => post({ urls: many, maxConcurrency: 1 }, key("5f0e1f0a-6d5c-4f0c-9d6b-6f5d3a2b1c0d"));
  const { id } = (await start()).body as { readonly id: string };
  expect((await start()).body).toMatchObject({ success: true, id });
  expect((await client.ask("GET", `${batch}/${id}`)).body).toMatchObject({ status: "scraping", total: 1200 });
  expect((await post({ appendToId: id, urls: many })).body).toMatchObject({ success: true, id });
  expect((await client.ask("GET", `${batch}/${id}`)).body).toMatchObject({ total: 2400 });
  await client.ask("DELETE", `${batch}/${id}`);
  const tooMany = await post({ urls: Array.from({ length: 50_001 }, () => site.origin) });
  expect(tooMany).toMatchObject({ status: 400, body: { error: expect.stringContaining("`appendToId`") } });
});

describe("URLs that are none, or may not be reached,", () => {
  const bad = ["no url", "ftp://a.test/", "http://10.0.0.1/x", "", "http://"];

  test("are left out and listed, as they were sent", async () => {
    const { started, status, pages } = await client.run(batch, { urls: [...bad, ...urls("/a")] });
    expect(started).toMatchObject({ success: true, invalidURLs: bad });
    expect(status).toMatchObject({ status: "completed", completed: 1, total: 1 });
    expect(pathsOf(pages)).toEqual(["/a"]);
    expect((await post({ urls: urls("/a") })).body).toMatchObject({ invalidURLs: [] });
  });

  test("are an error that names the first one, where they are not tolerated", async () => {
    const strict = { ignoreInvalidURLs: false };
    expect((await post({ urls: [...urls("/a"), "no url"], ...strict })).body).toMatchObject({
      code: "BAD_REQUEST",
      error: '`urls[1]` must be an http or https URL such as `https://example.com`, not "no url".',
      details: [{ path: ["urls", 1] }],
    });
    const blocked = await post({ urls: ["http://10.0.0.1/x"], ...strict });
    expect(blocked).toMatchObject({ status: 403, body: { success: false, code: "URL_BLOCKED" } });
    expect((await post({ urls: urls("/a"), ...strict })).body).not.toHaveProperty("invalidURLs");
  });

  test("alone are a batch that is completed at once", async () => {
    const { body } = await post({ urls: bad });
    expect((await client.ask("GET", `${batch}/${String(body["id"])}`)).body).toMatchObject({
      status: "completed",
      total: 0,
      completed: 0,
      data: [],
    });
  });
});

describe("an idempotency key", () => {
  test("gives the first answer again, and is refused for anything else", async () => {
    const headers = key("3f0e5a38-6a1c-4b9c-8f50-1f6f7ab0a112");
    const request = { urls: [...urls("/a"), "no url"] };
    const first = await post(request, headers);
    expect(first).toMatchObject({ status: 200, body: { success: true, invalidURLs: ["no url"] } });
    expect(await post(request, headers)).toEqual(first);
    expect(await post({ urls: urls("/b") }, headers)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect((await post(request, key("no uuid"))).status).toBe(409);
    const both = await Promise.all([1, 2].map(() => post(request, key("3f0e5a38-6a1c-4b9c-8f50-1f6f7ab0a114"))));
    expect(both[0]).toEqual(both[1]);
    // A key is a team's own.
    const other = await stranger.ask("POST", batch, { body: request, headers });
    expect(other.status).toBe(200);
    expect(other.body["id"]).not.toBe(first.body["id"]);
  });

  test("adds URLs once, and is refused for other ones", async () => {
    const { id } = await client.run(batch, { urls: urls("/a") });
    const headers = key("3f0e5a38-6a1c-4b9c-8f50-1f6f7ab0a113");
    const request = { urls: urls("/b"), appendToId: id };
    const first = await post(request, headers);
    expect(first).toMatchObject({ status: 200, body: { id } });
    await ended(id, 2);
    expect(await post(request, headers)).toEqual(first);
    expect(await post({ ...request, urls: urls("/a") }, headers)).toMatchObject({ status: 409 });
    expect(await post({ ...request, formats: ["links"] }, headers)).toMatchObject({ status: 409 });
    const other = key("3f0e5a38-6a1c-4b9c-8f50-1f6f7ab0a115");
    const race = [post({ ...request, urls: urls("/binary") }, other), post({ ...request, urls: urls("/gone") }, other)];
    expect((await Promise.all(race)).map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ]);
    await ended(id, 3);
    const { status, pages } = await client.ended(batch, id);
    expect(pathsOf(pages).slice(0, 2)).toEqual(["/a", "/b"]);
    expect(Number(status["completed"]) + Number(status["failed"])).toBe(3);
  });
});

/** Waits until a batch has been completed so many times. */
async function ended(id: string, times: number): Promise<void> {
  let seen = 0;
  for await (const { type } of engine.jobs.events({ id }, { principal: { team: "team", apiKey: "k" } })) {
    if (type === "completed" && (seen += 1) === times) return;
  }
}

describe("adding to a batch", () => {
  test("answers with its id, and scrapes with the options that come along", async () => {
    const { id } = await client.run(batch, { urls: urls("/a") });
    const added = await post({ urls: [...urls("/b"), "no url"], appendToId: id, formats: ["rawHtml"] });
    expect(added.body).toEqual({ success: true, id, url: `http://api.test${batch}/${id}`, invalidURLs: ["no url"] });
    await ended(id, 2);
    const { status, pages } = await client.ended(batch, id);
    expect(status).toMatchObject({ status: "completed", completed: 2, total: 2, creditsUsed: 2 });
    expect(pages.map((page) => Object.keys(page).toSorted())).toEqual([
      ["markdown", "metadata"],
      ["metadata", "rawHtml"],
    ]);
  });

  test("is a 400 for what is no id", async () => {
    for (const appendToId of ["not an id", `${site.origin}${batch}/1`]) {
      const { status, body } = await post({ urls: urls("/b"), appendToId });
      expect({ status, ...body }).toMatchObject({ status: 400, code: "BAD_REQUEST" });
      expect(body["error"]).toBe("`appendToId` must be the `id` that starting a batch has answered with.");
    }
  });

  test("is a 404 if there is no such batch, and a 409 if it was cancelled", async () => {
    const crawl = await client.run("/v2/crawl", { url: `${site.origin}/a` });
    const { id } = await client.run(batch, { urls: urls("/a") });
    for (const appendToId of [nobody, "never", crawl.id]) {
      const error = expect.stringContaining(`There is no batch job ${appendToId}`);
      expect(await post({ urls: urls("/b"), appendToId })).toMatchObject({ status: 404, body: { error } });
    }
    const foreign = await stranger.ask("POST", batch, { body: { urls: urls("/b"), appendToId: id } });
    expect(foreign.status).toBe(404);
    const held = String((await post({ urls: urls("/held") })).body["id"]);
    expect(await client.ask("DELETE", `${batch}/${held}`)).toEqual({ status: 200, body: { status: "cancelled" } });
    expect(await post({ urls: urls("/b"), appendToId: held })).toMatchObject({ status: 409 });
  });
});

describe("a batch", () => {
  test("counts what failed, says why, and ends as completed", async () => {
    const { id, status } = await client.run(batch, { urls: urls("/a", "/binary", "/a") });
    expect(status).toMatchObject({ status: "completed", completed: 2, failed: 1, total: 2, creditsUsed: 2 });
    expect((await client.ask("GET", `${batch}/${id}/errors`)).body).toEqual({
      errors: [
        {
          id: expect.any(String),
          timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
          url: `${site.origin}/binary`,
          code: "UNSUPPORTED_CONTENT",
          error: expect.stringContaining("application/x-own"),
        },
      ],
      robotsBlocked: [],
    });
  });

  test("streams its events from any point on", async () => {
    const { id } = await client.run(batch, { urls: urls("/a", "/b") });
    const events = async (headers: Readonly<Record<string, string>>, query = "") => {
      const request = new Request(`http://api.test${batch}/${id}/events${query}`, {
        headers: { authorization: "Bearer key", ...headers },
      });
      return (await (await handler(request)).text()).match(/^(?:id|event): .*$/gm)?.join(" ");
    };
    const all = "id: 1 event: started id: 2 event: page id: 3 event: page id: 4 event: completed";
    expect(await events({})).toBe(all);
    expect(await events({ "last-event-id": "2" })).toBe("id: 3 event: page id: 4 event: completed");
    expect(await events({}, "?after=3")).toBe("id: 4 event: completed");
    expect(await events({ "last-event-id": "rubbish" })).toBe(all);
    expect(await events({ "last-event-id": "4" })).toBeUndefined();
  });

  test("is not cancelled once it is completed, paused and resumed while it is not, and unknown to others", async () => {
    const { id } = await client.run(batch, { urls: urls("/a") });
    expect((await client.ask("DELETE", `${batch}/${id}`)).status).toBe(409);
    expect((await client.ask("DELETE", `${batch}/${nobody}`)).status).toBe(404);
    const held = String((await post({ urls: urls("/held") })).body["id"]);
    expect((await client.ask("POST", `${batch}/${held}/pause`)).body).toEqual({ success: true, paused: true });
    expect((await client.ask("POST", `${batch}/${held}/resume`)).body).toEqual({ success: true, paused: false });
    for (const what of ["", "/errors", "/events"]) {
      expect((await stranger.ask("GET", `${batch}/${held}${what}`)).status).toBe(404);
      expect((await client.ask("GET", `/v2/crawl/${held}${what}`)).status).toBe(404);
    }
    expect((await stranger.ask("DELETE", `${batch}/${held}`)).status).toBe(404);
    const { body } = await client.ask("GET", "/v2/crawl/active");
    expect(body).toEqual({ success: true, crawls: [] }); // batches are no crawls
    await client.ask("DELETE", `${batch}/${held}`);
    expect((await client.ask("GET", `${batch}/${held}`)).body).toMatchObject({ status: "cancelled", data: [] });
    expect((await client.ask("GET", `${batch}/${held}`)).body).not.toHaveProperty("next");
  });
});
