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
