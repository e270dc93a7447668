import { startBareServer, startCrawlSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine } from "../src/engine.ts";

test("no redirect of a site leads inwards: not of robots.txt, sitemaps, icons, pages, refreshes, or webhooks", async () => {
  await using inside = await startBareServer((_, response) => response.end("secret"));
  const redirect = `${inside.origin}/`;
  await using site = await startCrawlSite({
    "/robots.txt": { redirect },
    "/sitemap.xml": { redirect },
    "/favicon.ico": { redirect },
    "/": {
      body: '<link rel="icon" href="/favicon.ico"><link rel="alternate" href="/feed">',
      links: ["/page", "/hops", "/refresh"],
    },
    "/page": { redirect },
    "/hops": { redirect: "/page" },
    "/refresh": { body: `<meta http-equiv="refresh" content="0;url=${redirect}">` },
    "/feed": { redirect },
    "/hook": { redirect, status: 307 },
  });
  const { port } = new URL(site.origin);
  await using engine = createEngine({ policy: { allowPrivateNetworks: [`127.0.0.1:${port}`] } });

  const job = await engine.crawl({ url: `${site.origin}/`, webhook: `${site.origin}/hook`, limit: 10 }).result();
  expect(job.status).toBe("completed");
  await engine.map({ url: `${site.origin}/` });
  for (const path of ["/page", "/hops", "/favicon.ico", "/feed"])
    await expect(engine.scrape({ url: site.origin + path, maxAge: 0 })).rejects.toMatchObject({ code: "URL_BLOCKED" });
  expect(site.visits("/robots.txt")).toBeGreaterThan(0);
  expect(site.visits("/sitemap.xml")).toBeGreaterThan(0);
  expect(site.visits("/hook")).toBeGreaterThan(0);
  expect(inside.connections).toBe(0);
});
