import { createEngine } from "@garner/core";
import { startBareServer, type BareServer } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiKeys } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";

let site: BareServer;
let visits = 0;
beforeAll(async () => {
  site = await startBareServer((_request, response) => {
    visits += 1;
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<title>Visit ${visits}</title><main><h1>Visit ${visits}</h1><p>Some words about it.</p></main>`);
  });
});
afterAll(() => site[Symbol.asyncDispose]());

interface Answer {
  readonly success: boolean;
  readonly code?: string;
  readonly error?: string;
  readonly data?: { readonly markdown?: string; readonly metadata: { readonly scrapeId: string } };
}

function caller(handler: (request: Request) => Promise<Response>, key = "mine") {
  return async (method: string, path: string, body?: object): Promise<Answer & { readonly status: number }> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await handler(new Request(`http://127.0.0.1${path}`, { method, headers, ...init }));
    return { status: answer.status, ...((await answer.json()) as Answer) };
  };
}

test("the result of a scrape is there again under its id, without another visit, for its own team", async () => {
  await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
  const handler = createHandler(engine, { authenticate: apiKeys(["us:mine", "them:theirs"]) });
  const ask = caller(handler);
  const first = await ask("POST", "/v2/scrape", { url: site.origin, formats: ["markdown", "links"] });
  const id = first.data?.metadata.scrapeId ?? "";
  const seen = visits;

  expect(await ask("GET", `/v2/scrape/${id}`)).toEqual(first);
  expect(visits).toBe(seen);
  const theirs = await caller(handler, "theirs")("GET", `/v2/scrape/${id}`);
  expect(theirs).toMatchObject({ status: 404, success: false, code: "JOB_NOT_FOUND" });
  expect(await ask("GET", "/v2/scrape/00000000-0000-4000-8000-000000000000")).toMatchObject({ status: 404 });
});

test("nothing is kept of a scrape with zeroDataRetention, nor for longer than jobs are", async () => {
  await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
  const ask = caller(createHandler(engine, { authenticate: apiKeys(["mine"]) }));
  const gone = await ask("POST", "/v2/scrape", { url: site.origin, zeroDataRetention: true });
  const answer = await ask("GET", `/v2/scrape/${gone.data?.metadata.scrapeId}`);
  expect(answer).toMatchObject({ status: 404, error: expect.stringContaining("zeroDataRetention") });

  await using brief = createEngine({ policy: { allowPrivateNetworks: true, jobTtlMs: 0 } });
  const { metadata } = await brief.scrape(site.origin);
  await expect(brief.getScrape({ id: metadata.scrapeId ?? "" })).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
});

test("a store that fails costs the result nothing but a warning", async () => {
  const scrapes = { keep: () => Promise.reject(new Error("no disk")), get: () => Promise.resolve(undefined) };
  await using engine = createEngine({ policy: { allowPrivateNetworks: true }, stores: { scrapes } });
  const { markdown, warning } = await engine.scrape(site.origin);
  expect(markdown).toContain("# Visit");
  expect(warning).toMatch(/could not be kept/);
});
