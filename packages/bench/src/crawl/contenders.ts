/** Crawls a site from one URL to its last page, and resolves with the number of pages read. */
export type Crawl = (url: string) => Promise<number>;

/** Requests under way at once, for all alike. */
const concurrency = 10;

/** Makes of each contender a crawl, the floor first. What one needs is loaded by itself, and counts. */
export const contenders: Readonly<Record<string, () => Promise<Crawl>>> = {
  floor,
  "Garner library, whole page": () => library({ onlyMainContent: false }),
  "Garner library": () => library({}),
  "Crawlee Cheerio + Turndown": cheerio,
  "Crawlee linkedom + Readability + Turndown": readability,
};

/** The least that a crawl has to do: fetch, tokenise, follow links. */
async function floor(): Promise<Crawl> {
  const { Parser } = await import("htmlparser2");
  const linksOf = (html: string, url: string) => {
    const links: string[] = [];
    let base = url;
    const parser = new Parser({
      onopentag(name, { href }) {
        const address = href === undefined ? undefined : URL.parse(href, base)?.href;
        if (address === undefined) return;
        if (name === "base") base = address;
        else if (name === "a") links.push(address);
      },
    });
    parser.end(html);
    return links;
  };
  return (start) => crawlWith(start, async (url) => linksOf(await (await fetch(url)).text(), url));
}

/** Reads pages a few at a time, and follows what leads to the same origin. */
async function crawlWith(start: string, read: (url: string) => Promise<readonly string[]>): Promise<number> {
  const { origin } = new URL(start);
  const seen = new Set([start]);
  const open = [start];
  const underWay = new Set<Promise<void>>();
  const visit = async (url: string) => {
    for (const link of await read(url)) {
      if (!link.startsWith(`${origin}/`) || seen.has(link)) continue;
      seen.add(link);
      open.push(link);
    }
  };
  while (open.length > 0 || underWay.size > 0) {
    while (open.length > 0 && underWay.size < concurrency) {
      const visiting = visit(open.shift() ?? start).finally(() => underWay.delete(visiting));
      underWay.add(visiting);
    }
    await Promise.race(underWay);
  }
  return seen.size;
}

/** As fast as the machine: the site is ours. */
export const politeness = { startRate: 1e6, maxRate: 1e6, maxConcurrencyPerHost: concurrency };

/** A crawl of the whole site, as Garner is asked for one. */
export const crawlRequest = (url: string) =>
  ({ url, sitemap: "skip", limit: 10_000, crawlEntireDomain: true }) as const;

async function library(scrapeOptions: { readonly onlyMainContent?: boolean }): Promise<Crawl> {
  const { createEngine } = await import("@garner/core");
  const engine = createEngine({ policy: { allowPrivateNetworks: true }, network: { politeness } });
  return async (url) => {
    const job = engine.crawl({ ...crawlRequest(url), scrapeOptions });
    let pages = 0;
    for await (const page of job) pages += page.markdown === undefined ? 0 : 1;
    return pages;
  };
}

async function cheerio(): Promise<Crawl> {
  const { CheerioCrawler, Configuration } = await import("@crawlee/cheerio");
  const { turndown } = await import("@garner/turndown");
  const convert = turndown();
  return async (url) => {
    let pages = 0;
    const crawler = new CheerioCrawler(
      {
        minConcurrency: concurrency,
        maxConcurrency: concurrency,
        maxRequestRetries: 0,
        async requestHandler({ $, enqueueLinks }) {
          await enqueueLinks({ strategy: "same-origin" });
          convert($.html(), "");
          pages += 1;
        },
      },
      new Configuration({ persistStorage: false, purgeOnStart: true, logLevel: 0 }),
    );
    await crawler.run([url]);
    return pages;
  };
}

async function readability(): Promise<Crawl> {
  const { Configuration, HttpCrawler } = await import("@crawlee/cheerio");
  const { turndown } = await import("@garner/turndown");
  const { Readability } = await import("@mozilla/readability");
  const { parseHTML } = await import("linkedom");
  const convert = turndown();
  return async (start) => {
    const { origin } = new URL(start);
    let pages = 0;
    const crawler = new HttpCrawler(
      {
        minConcurrency: concurrency,
        maxConcurrency: concurrency,
        maxRequestRetries: 0,
        async requestHandler({ body, addRequests }) {
          const { document } = parseHTML(String(body));
          const links = [...document.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
          await addRequests(links.filter((link) => link.startsWith(`${origin}/`)));
          convert(new Readability(document).parse()?.content ?? "", "");
          pages += 1;
        },
      },
      new Configuration({ persistStorage: false, purgeOnStart: true, logLevel: 0 }),
    );
    await crawler.run([start]);
    return pages;
  };
}
