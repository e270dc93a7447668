import { createEngine } from "@garner/core";
import { contractClient, startCrawlSite, type ContractBody, type CrawlPage } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";

const html = (text: string) => ({ text: `<!doctype html>${text}`, type: "text/html" });

const pages: Readonly<Record<string, CrawlPage>> = {
  "/": { links: ["/challenge", "/gone", "/members", "/profile", "/fine"] },
  // A job would try it again for a while.
  "/captcha": {
    status: 429,
    raw: html(
      "<title>Search</title><form id=captcha-form><div class=g-recaptcha></div></form><p>Our systems have detected unusual traffic from your computer network.</p>",
    ),
  },
  "/challenge": {
    status: 403,
    raw: html(
      `<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script><h1>shop.example</h1><p>Verifying that you are human. This may take a few seconds, and needs JavaScript and cookies. The site has to review the security of your connection before it goes on.</p>`,
    ),
  },
  "/gone": { title: "Page not found", body: "Sorry, the page that you are looking for does not exist any more." },
  "/members": {
    raw: html(
      "<title>Members</title><h1>Members only</h1><p>You must be logged in to view this page.</p><form><input name=user><input type=password></form>",
    ),
  },
  "/profile": {
    title: "Quay Robotics",
    body: "Quay Robotics builds cranes. Create a free account to see this company's full profile.",
  },
  "/fine": { body: "The quay was built by hand over two winters. Sign in to leave a comment." },
};

const verdicts = {
  "/challenge": "blocked",
  "/gone": "soft-404",
  "/members": "login-wall",
  "/profile": "login-wall",
  "/fine": "ok",
};

interface Document {
  readonly metadata: { readonly sourceURL: string; readonly verdict?: string; readonly verdictReason?: string };
  readonly warning?: string;
}

/** What pages are told as, by path. */
function told(documents: readonly unknown[], origin: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    (documents as readonly Document[]).map(({ metadata, warning }) => [
      metadata.sourceURL.replace(origin, ""),
      { verdict: metadata.verdict, hasReason: Boolean(metadata.verdictReason), hasWarning: warning !== undefined },
    ]),
  );
}

function expected(wanted: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(wanted).map(([path, verdict]) => [path, { verdict, hasReason: true, hasWarning: verdict !== "ok" }]),
  );
}

function start() {
  const engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000 } },
  });
  return { engine, client: contractClient(createHandler(engine, { authenticate: noAuthentication(() => {}) })) };
}

// firecrawl#3648, firecrawl#4461, us/crw#213, groktocrawl#99, Scrapling#261, web-researcher-mcp#661
describe("a page that stands in the way of the one that was asked for is told as such by", () => {
  test.each(["/v2/scrape", "/v1/scrape"])("%s", async (door) => {
    await using site = await startCrawlSite(pages);
    const { engine, client } = start();
    await using _engine = engine;
    const wanted = { "/captcha": "blocked", ...verdicts };
    const documents: unknown[] = [];
    for (const path of Object.keys(wanted)) {
      const { body } = await client.ask("POST", door, { body: { url: site.origin + path } });
      documents.push(body["data"]);
    }
    expect(told(documents, site.origin)).toEqual(expected(wanted));
  });

  test.each(["/v2/batch/scrape", "/v2/crawl"] as const)("%s", async (door) => {
    await using site = await startCrawlSite(pages);
    const { engine, client } = start();
    await using _engine = engine;
    const urls = Object.keys(verdicts).map((path) => site.origin + path);
    const body: ContractBody = door === "/v2/crawl" ? { url: `${site.origin}/`, sitemap: "skip" } : { urls };
    const job = await client.run(door, body);
    expect(told(job.pages, site.origin)).toMatchObject(expected(verdicts));
  });
});

const backRoom = html(
  "<title>Kettle Lane</title><header><nav><a href=/a>Catalogue</a> <a href=/b>Events</a></nav></header><h1>The back room</h1><p>Behind this door is the reading room of our members. Show your card to the porter.</p><form><input name=n><button>Show</button></form>",
);
const doubt = {
  verdict: "login-wall",
  chance: expect.closeTo(0.7, 1),
  reason: expect.stringMatching(/^".{10,}" reads like a demand to sign in$/),
};
const warning = expect.stringMatching(/^This page may stand in the way .* If it is one, a page source with a session/);

describe("a page that may stand in the way, but not surely, is ok and says so by", () => {
  test.each(["/v2/scrape", "/v1/scrape"])("%s", async (door) => {
    await using site = await startCrawlSite({ "/stock/44": { raw: backRoom } });
    const { engine, client } = start();
    await using _engine = engine;
    const { body } = await client.ask("POST", door, { body: { url: `${site.origin}/stock/44` } });
    expect(body).toMatchObject({
      success: true,
      data: { markdown: expect.any(String), warning, metadata: { verdict: "ok", creditsUsed: 1, verdictDoubt: doubt } },
    });
  });

  test.each(["/v2/batch/scrape", "/v2/crawl"] as const)("%s", async (door) => {
    await using site = await startCrawlSite({ "/": { raw: backRoom } });
    const { engine, client } = start();
    await using _engine = engine;
    const url = `${site.origin}/`;
    const { pages } = await client.run(
      door,
      door === "/v2/crawl" ? { url, sitemap: "skip", limit: 1 } : { urls: [url] },
    );
    expect(pages).toMatchObject([{ warning, metadata: { verdict: "ok", verdictDoubt: doubt } }]);
  });

  test("the engine, whose cache keeps it, whose explanation names it, and whose profile of the site may know better", async () => {
    await using site = await startCrawlSite({ "/stock/44": { raw: backRoom } });
    const url = `${site.origin}/stock/44`;
    const { engine } = start();
    await using _engine = engine;
    const first = await engine.scrape(url, { explain: true });
    expect(first).toMatchObject({ warning, metadata: { verdictDoubt: doubt }, explanation: { obstacle: doubt } });
    expect((await engine.scrape(url)).metadata).toMatchObject({ cacheState: "hit", verdictDoubt: doubt });
    await using knowing = createEngine({
      policy: { allowPrivateNetworks: true },
      profiles: [{ hosts: [new URL(url).host], verdicts: { "login-wall": "ok" } }],
    });
    const known = await knowing.scrape(url);
    expect(known.metadata).toMatchObject({ verdict: "ok" });
    expect(known.metadata).not.toHaveProperty("verdictDoubt");
    expect(known).not.toHaveProperty("warning");
  });
});
