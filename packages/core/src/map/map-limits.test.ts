import type { ServerResponse } from "node:http";
import { page, send, startFixtureSite, type PageRoutes } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { createEngine, type EngineConfig, type LanguageModel } from "../index.ts";
import type { MapRequest } from "../schema/map.ts";

const config: EngineConfig = {
  policy: { allowPrivateNetworks: true },
  network: { politeness: { startRate: 1000, maxRate: 1000 } },
};

const link = (path: string, text = path) => `<a href="${path}">${text}</a> `;

/** A site of pages by their path. */
function siteOf(pages: Readonly<Record<string, string>>, more: PageRoutes = {}) {
  const names = new Set(Object.keys(pages).map((path) => path.split("/")[1] ?? ""));
  const routes = [...names].map((name): [string, PageRoutes[string]] => [
    name,
    (exchange) => {
      const body = pages[exchange.url.pathname];
      if (body === undefined) send(exchange, "", { status: 404 });
      else send(exchange, page(`Page ${exchange.url.pathname}`, body));
    },
  ]);
  const robots: PageRoutes = { "robots.txt": (exchange) => send(exchange, "", { type: "text/plain" }) };
  return startFixtureSite({ routes: { ...robots, ...Object.fromEntries(routes), ...more } });
}

/** Maps a site; the answer with its paths in order. */
async function mapOf(origin: string, request: Partial<MapRequest> = {}) {
  await using engine = createEngine(config);
  const { links, warning = "" } = await engine.map({ url: origin, ...request });
  return { links, warning, paths: links.map(({ url }) => url.replace(origin, "")).toSorted() };
}

const home = { "/": link("/one") + link("/two"), "/one": link("/three"), "/two": "", "/three": "" };
const all = ["", "/one", "/three", "/two"];
const never = () => undefined;

describe("what keeps a map waiting costs a part of its time, and no link", () => {
  test("a sitemap that never answers", async () => {
    await using site = await siteOf(home, { "sitemap.xml": never });
    expect((await mapOf(site.origin, { timeout: 12_000 })).paths).toEqual(all);
  });

  test("a sitemap that robots.txt names and that stops in the middle", async () => {
    await using site = await siteOf(home, {
      "robots.txt": (exchange) =>
        send(exchange, `Sitemap: http://${exchange.request.headers.host}/half.xml`, { type: "" }),
      "half.xml": ({ request, response }) =>
        void response.writeHead(200).write(`<urlset><url><loc>http://${request.headers.host}/listed</loc></url><url>`),
    });
    const { paths, warning } = await mapOf(site.origin, { timeout: 12_000 });
    expect(paths).toEqual(["", "/listed", "/one", "/three", "/two"]);
    expect(warning).toMatch(/half\.xml is incomplete: It sent nothing for \d+ ms/);
  });

  test("a robots.txt that never answers", async () => {
    await using site = await siteOf(home, { "robots.txt": never });
    const { paths, warning } = await mapOf(site.origin, { timeout: 12_000 });
    expect(paths).toEqual(["", "/one", "/two"]);
    expect(warning).toMatch(/robots\.txt could not be read, so only the start page/);
  });
});

/** Sends what `next` makes for as long as the other side listens; resolves when that has hung up. */
function stream(response: ServerResponse, next: () => string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once("close", resolve);
  const more = (): void => {
    if (!response.destroyed) response.write(next(), more);
  };
  response.writeHead(200, { "content-type": "application/xml" }).write("<urlset>", more);
  return promise;
}

/** A site whose sitemap never ends; `hungUp` resolves when nobody reads it any more. */
async function endlessSite(addressOf: (host: string, number: number) => string) {
  const { promise: hungUp, resolve } = Promise.withResolvers<void>();
  const site = await siteOf(home, {
    "sitemap.xml": ({ request, response }) => {
      let number = 0;
      const next = () =>
        Array.from({ length: 100 }, () => {
          number += 1;
          return `<url><loc>${addressOf(request.headers.host ?? "", number)}</loc></url>`;
        }).join("");
      void stream(response, next).then(resolve);
    },
  });
  return Object.assign(site, { hungUp });
}

describe("a sitemap that never ends", () => {
  test("is hung up on when there are links enough", async () => {
    await using site = await endlessSite((host, number) => `http://${host}/listed/${number}`);
    const { links } = await mapOf(site.origin, { limit: 150 });
    expect(links).toHaveLength(150);
    await site.hungUp;
  });

  test("of which nothing belongs to the map costs no link", async () => {
    await using site = await endlessSite((_, number) => `http://elsewhere.example/${number}`);
    const { paths } = await mapOf(site.origin);
    expect(paths).toEqual(all);
    await site.hungUp;
  });

  test("leaves a crawl that is planned by a model with what was found", async () => {
    await using site = await endlessSite((host, number) => `http://${host}/listed/${number}`);
    const asked: string[] = [];
    const model: LanguageModel = {
      specificationVersion: "v4",
      provider: "test",
      modelId: "test",
      async doGenerate({ prompt: [, question] }) {
        asked.push(question.content[0].text);
        return { content: [{ type: "text", text: '{"limit":5}' }] };
      },
    };
    await using engine = createEngine({ ...config, models: { language: model } });
    expect(await engine.jobs.planCrawl({ url: site.origin, prompt: "Five pages." })).toMatchObject({ limit: 5 });
    expect(asked[0]?.match(/\/listed\/\d+/g)?.length).toBeGreaterThan(100);
    await site.hungUp;
  });
});

describe("titles", () => {
  const title = async (pages: Readonly<Record<string, string>>, path: string, request: Partial<MapRequest> = {}) => {
    await using site = await siteOf(pages);
    const { links } = await mapOf(site.origin, request);
    return links.find(({ url }) => url === `${site.origin}${path}`)?.title;
  };

  test("are the page's own where it was read", async () => {
    const stray = link("/streams", "start_tls() and a long list of further functions");
    expect(await title({ "/": stray, "/streams": "Text" }, "/streams")).toBe("Page /streams");
  });

  test("are else the longest text of a link, but of none that leads into the page", async () => {
    const links = [
      link("/streams#start_tls", "asyncio.StreamWriter.start_tls() and its parameters"),
      link("/streams", "Streams"),
      link("/streams", "Streams: reading and writing"),
      link("/streams", "more"),
    ];
    const pages = { "/": links.join(" "), "/streams": "Text" };
    expect(await title(pages, "/streams", { maxDiscoveryDepth: 0 })).toBe("Streams: reading and writing");
    const onlyInto = { "/": links[0] ?? "", "/streams": "Text" };
    expect(await title(onlyInto, "/streams", { maxDiscoveryDepth: 0 })).toBeUndefined();
  });

  test("are those of an earlier scrape where the page is in the index", async () => {
    await using site = await siteOf({
      "/": link("/streams", "A text that is longer than the title"),
      "/streams": "Text",
    });
    await using engine = createEngine(config);
    await engine.scrape({ url: `${site.origin}/streams` });
    const { links } = await engine.map({ url: site.origin, maxDiscoveryDepth: 0 });
    expect(links).toContainEqual(expect.objectContaining({ url: `${site.origin}/streams`, title: "Page /streams" }));
  });
});

describe("few pages are read", () => {
  const topics = Array.from({ length: 36 }, (_, number) => `/lib/${"abcd".charAt(number % 4)}/topic-${number}`);
  const others = Array.from({ length: 300 }, (_, number) => `/other/${"pqrstu".charAt(number % 6)}/${number}`);
  const pagesRead = ({ requests }: { readonly requests: readonly { readonly path: string }[] }) =>
    requests.filter(({ path }) => /^\/(?:$|lib|other)/.test(path) && !path.endsWith("sitemap.xml")).length;

  test("of a site of a few dozen", async () => {
    const menu = topics.map((path) => link(path)).join("");
    await using site = await siteOf({ "/": menu, ...Object.fromEntries(topics.map((path) => [path, menu])) });
    expect((await mapOf(site.origin)).paths).toEqual(["", ...topics.toSorted()]);
    expect(pagesRead(site)).toBeLessThan(20);
  });

  test("of a part of a large one, whose other pages lead nowhere new", async () => {
    const menu = [...topics, ...others].map((path) => link(path)).join("");
    const pages = Object.fromEntries(["/lib", ...topics, ...others].map((path) => [path, menu]));
    await using site = await siteOf(pages);
    const { links } = await mapOf(`${site.origin}/lib`);
    expect(links).toHaveLength(1 + topics.length);
    expect(pagesRead(site)).toBeLessThan(20);
  });

  test("but all that it takes where pages list what no other page does", async () => {
    const sections = Array.from({ length: 5 }, (_, number) => `/lib/${number}`);
    const leaves = (section: string) => Array.from({ length: 8 }, (_, number) => `${section}/${number}`);
    const pages = {
      "/": sections.map((path) => link(path)).join(""),
      ...Object.fromEntries(
        sections.map((path) => [
          path,
          leaves(path)
            .map((leaf) => link(leaf))
            .join(""),
        ]),
      ),
      ...Object.fromEntries(sections.flatMap(leaves).map((path) => [path, "Text"])),
    };
    await using site = await siteOf(pages);
    expect((await mapOf(site.origin)).paths).toEqual(["", ...sections, ...sections.flatMap(leaves)].toSorted());
  });
});

describe("patterns", () => {
  test("choose among the links of a page with thousands of them", async () => {
    const many = Array.from({ length: 2000 }, (_, index) => link(`/${index % 2 === 0 ? "even" : "odd"}/${index}`)).join(
      "",
    );
    await using site = await siteOf({ "/": many });
    const { paths } = await mapOf(site.origin, { includePaths: ["^/even/"], excludePaths: ["1\\d$"], sitemap: "skip" });
    expect(paths).toHaveLength(900);
    expect(paths.every((path) => /^\/even\/\d*[^1]?\d$/.test(path))).toBe(true);
  });

  test.each([
    ["too large", { includePaths: ["(?:a{100}){100}"] }, "`includePaths[0]`: The pattern"],
    ["none", { excludePaths: ["ok", "("] }, "`excludePaths[1]`: The pattern `(` cannot be compiled"],
  ])("that are %s are refused by their place", async (_, request, message) => {
    await expect(mapOf("http://127.0.0.1:1", request)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining(message),
    });
  });
});
