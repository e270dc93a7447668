import { createEngine, httpSource } from "@garner/core";
import { startCrawlSite, type CrawlPages } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { playwright } from "./index.ts";

const story = "<p>The keeper of the lighthouse wrote down the weather four times a day, for sixty years.</p>".repeat(5);
const addLink = (path: string) =>
  `<script>document.querySelector("main").insertAdjacentHTML("beforeend", '<a href="${path}">more</a>')</script>`;
const html = (text: string) => ({ raw: { text: `<!doctype html><title>Page</title>${text}`, type: "text/html" } });

const removeLink = `<script>document.querySelector("#gone").remove()</script>`;

const pages: CrawlPages = {
  "/": html(
    `<p id="gone"><a href="/served">a link that the page takes away</a></p>${removeLink}<nav><a href="/in-navigation">menu</a></nav><main>${story}<div class="drop"><a href="/dropped">more</a></div>${addLink("/rendered")}</main>`,
  ),
  "/in-navigation": {},
  "/dropped": {},
  "/served": {},
  "/rendered": html(`<main>${story}${addLink("/rendered/again")}</main>`),
  "/rendered/again": {},
};

test.each([
  ["the page as it came", {}, ["/", "/dropped", "/in-navigation", "/served"]],
  ["the rendered page", { waitFor: 1 }, ["/", "/dropped", "/in-navigation", "/rendered", "/rendered/again", "/served"]],
])("a crawl follows the links of %s, whatever of it is content", async (_what, options, taken) => {
  await using site = await startCrawlSite(pages);
  await using engine = createEngine({
    sources: [httpSource(), playwright()],
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000 } },
  });
  const scrapeOptions = { excludeTags: [".drop"], ...options };
  const { pages: found } = await engine.crawl({ url: `${site.origin}/`, sitemap: "skip", scrapeOptions }).result();
  expect(new Set(found.map(({ metadata }) => metadata.url?.replace(site.origin, "")))).toEqual(new Set(taken));
  expect(found).toHaveLength(taken.length);
  expect(found[0]?.markdown).not.toContain("/dropped");
});
