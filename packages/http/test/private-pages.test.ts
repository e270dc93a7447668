import { createEngine, memoryDeliveryLog, type EngineConfig, type EngineEvent } from "@garner/core";
import {
  contractClient,
  page,
  send,
  startFixtureSite,
  startWebhookReceiver,
  type ContractBody,
  type FixtureSite,
  type PageRoute,
} from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { apiKeys } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";

const password = "s3cretword";
const basic = `Basic ${Buffer.from(`alice:${password}`).toString("base64")}`;

/** A page that says how often it was asked for, with these response headers. */
const counted =
  (title: string, headers: Readonly<Record<string, string>> = {}): PageRoute =>
  (exchange) =>
    send(exchange, page(title, `<p>The ${title} ledger of the harbour, copy ${exchange.requestsBefore + 1}.</p>`), {
      headers,
    });

const vault: PageRoute = (exchange) => {
  if (exchange.request.headers.authorization !== basic)
    return send(exchange, page("Locked", "<p>Who are you?</p>"), { status: 401 });
  const links = exchange.rest.length === 0 ? '<a href="/vault/second">The second room</a>' : "";
  send(exchange, page("Vault", `<p>The ledger of the vault, room ${exchange.rest[0] ?? "one"}. ${links}</p>`));
};

/** A page that says what it was told about who asks, with a link to itself under another name of this machine. */
const visitor: PageRoute = (exchange) => {
  const { authorization = "nobody", cookie = "no cookie", "x-shelf": shelf = "no shelf" } = exchange.request.headers;
  const elsewhere = `http://localhost:${exchange.request.socket.localPort}/visitor`;
  const told = `<p>Asked by ${authorization}, ${cookie}, ${String(shelf)}. <a href="${elsewhere}">Elsewhere</a></p>`;
  send(exchange, page("Visitor", told));
};

/** A redirect that opens a session. */
const opening: PageRoute = (exchange) =>
  send(exchange, "", { status: 302, headers: { location: "/opened", "set-cookie": "id=1" } });

const routes = {
  vault,
  visitor,
  plain: counted("plain"),
  private: counted("private", { "cache-control": "private, max-age=60" }),
  unstored: counted("unstored", { "cache-control": "no-store" }),
  session: counted("session", { "set-cookie": "id=1" }),
  opening,
  opened: counted("opened"),
  anything: counted("anything", { vary: "*" }),
};

/** A server for two teams, and a site of pages that are for everybody, for nobody else, and for alice. */
async function start(config: EngineConfig = {}) {
  const site = await startFixtureSite({ routes });
  const engine = createEngine({ ...config, policy: { allowPrivateNetworks: true, ...config.policy } });
  const handler = createHandler(engine, { authenticate: apiKeys(["red:r", "blue:b"]) });
  const [red, blue] = [contractClient(handler, "r"), contractClient(handler, "b")] as const;
  const scrape = async (client: typeof red, path: string, more: ContractBody = {}) =>
    (await client.ask("POST", "/v2/scrape", { body: { url: `${site.origin}${path}`, ...more } })).body["data"] as {
      readonly markdown: string;
      readonly metadata: { readonly cacheState?: string };
    };
  return {
    site,
    red,
    blue,
    scrape,
    search: async (client: typeof red) => {
      const { body } = await client.ask("POST", "/v2/search", { body: { query: "harbour ledger", limit: 20 } });
      return pathsOf((body["data"] as { readonly web?: readonly { readonly url: string }[] }).web ?? [], site);
    },
    map: async (client: typeof red) => {
      const includePaths = [`^/(${Object.keys(routes).join("|")})`];
      const request = { url: `${site.origin}/`, sitemap: "skip", includePaths };
      const { body } = await client.ask("POST", "/v2/map", { body: request });
      return pathsOf(body["links"] as readonly { readonly url: string }[], site);
    },
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

function pathsOf(links: readonly { readonly url: string }[], site: FixtureSite): readonly string[] {
  return links.map(({ url }) => url.replace(site.origin, "")).toSorted();
}

describe("what one team scraped", () => {
  test("is not in another team's searches and maps", async () => {
    await using server = await start();
    for (const path of ["/plain", "/private", "/unstored"]) await server.scrape(server.red, path);
    expect(await server.search(server.red)).toEqual(["/plain", "/private", "/unstored"]);
    expect(await server.map(server.red)).toEqual(["/plain", "/private", "/unstored"]);
    expect(await server.search(server.blue)).toEqual([]);
    expect(await server.map(server.blue)).toEqual([]);
  });

  test("is found by whoever gets the same copy from the cache", async () => {
    await using server = await start();
    await server.scrape(server.red, "/plain");
    expect((await server.scrape(server.blue, "/plain")).metadata.cacheState).toBe("hit");
    expect(await server.search(server.blue)).toEqual(["/plain"]);
  });

  test("is found by all where the operator shares the index, but for what the site keeps from others", async () => {
    await using server = await start({ policy: { sharesIndex: true } });
    for (const path of ["/plain", "/private", "/unstored", "/session"]) {
      await server.scrape(server.red, path);
      await server.scrape(server.red, path);
    }
    expect(await server.search(server.blue)).toEqual(["/plain"]);
    expect(await server.map(server.blue)).toEqual(["/plain"]);
  });

  test.each(["/private", "/unstored", "/session", "/opening", "/anything"])(
    "serves no other team: %s",
    async (path) => {
      await using server = await start();
      const { red, blue, scrape } = server;
      expect((await scrape(red, path)).markdown).toContain("copy 1");
      expect(await scrape(red, path)).toMatchObject({ metadata: { cacheState: "hit" } });
      expect((await scrape(blue, path)).markdown).toContain("copy 2");
      expect((await scrape(blue, path)).markdown).toContain("copy 2");
      expect((await scrape(red, path)).markdown).toContain("copy 1");
    },
  );

  test("is not shared while it is under way", async () => {
    await using server = await start();
    const { red, blue, scrape } = server;
    const pages = await Promise.all([red, red, blue].map((client) => scrape(client, "/private", { maxAge: 0 })));
    expect(new Set(pages.map(({ markdown }) => markdown)).size).toBe(2);
    expect(server.site.visits("/private")).toBe(2);
  });
});

test("a name and password in a URL open the page and are never seen again", async () => {
  const events: EngineEvent[] = [];
  const deliveries = memoryDeliveryLog();
  await using server = await start({ stores: { deliveries }, runtime: { onEvent: (event) => events.push(event) } });
  await using receiver = await startWebhookReceiver();
  const { red, blue, site } = server;
  const withLogin = (address: string) => address.replace("http://", `http://alice:${password}@`);
  const url = `${withLogin(site.origin)}/vault`;
  const said: unknown[] = [];
  const ask = async (...question: Parameters<typeof red.ask>) => {
    const { body } = await red.ask(...question);
    said.push(body);
    return body;
  };

  const formats = ["markdown", "html", "links", { type: "changeTracking", modes: ["git-diff"] }];
  const scraped = await ask("POST", "/v2/scrape", { body: { url, formats } });
  expect(scraped["data"]).toMatchObject({
    markdown: expect.stringContaining("The ledger of the vault"),
    metadata: { url: `${site.origin}/vault`, sourceURL: `${site.origin}/vault` },
  });
  expect((await ask("POST", "/v2/map", { body: { url } }))["links"]).toContainEqual(
    expect.objectContaining({ url: `${site.origin}/vault/second` }),
  );
  const webhook = { url: withLogin(receiver.url) };
  const crawl = await red.run("/v2/crawl", { url, webhook, crawlEntireDomain: true, excludePaths: ["nothing"] });
  expect(crawl.pages.map(({ metadata }) => metadata.url).toSorted()).toEqual([
    `${site.origin}/vault`,
    `${site.origin}/vault/second`,
  ]);
  const batch = await red.run("/v2/batch/scrape", { urls: [url, withLogin("http://127.0.0.1:1/")], webhook });
  expect(batch.pages.map(({ metadata }) => metadata.sourceURL)).toEqual([`${site.origin}/vault`]);
  said.push(crawl, batch);
  await ask("GET", `/v2/crawl/${crawl.id}/errors`);
  await ask("GET", `/v2/crawl/${crawl.id}/decisions`);
  expect(await ask("GET", `/v2/batch/scrape/${batch.id}/errors`)).toMatchObject({
    errors: [{ url: "http://127.0.0.1:1/" }],
  });
  await ask("GET", "/v2/webhooks/deliveries");
  const received = await receiver.has("batch_scrape.completed");
  expect(new Set(received.map(({ headers }) => headers.authorization))).toEqual(new Set([basic]));

  const everything = JSON.stringify([said, events, received.map(({ message }) => message)]);
  for (const secret of [password, basic, basic.slice(6)]) expect(everything).not.toContain(secret);
  for (const client of [red, blue]) {
    expect(await server.search(client)).toEqual([]);
    expect(await server.map(client)).toEqual([]);
  }
  expect(await server.scrape(blue, "/vault")).toMatchObject({ metadata: { statusCode: 401 } });
});

test("the headers of a crawl stay with the site that was named, those of a batch go to every page", async () => {
  await using server = await start();
  const { red, site } = server;
  const elsewhere = site.origin.replace("127.0.0.1", "localhost");
  const headers = { Authorization: basic, Cookie: "id=7", "X-Shelf": "upper shelf" };
  const told = (pages: readonly { readonly markdown?: string; readonly metadata: { readonly url?: string } }[]) =>
    Object.fromEntries(
      pages.map(({ metadata, markdown = "" }) => [metadata.url, /Asked by ([^.]*)/.exec(markdown)?.[1]]),
    );
  const request = {
    url: `${site.origin}/visitor`,
    sitemap: "skip",
    allowExternalLinks: true,
    scrapeOptions: { headers },
  };
  expect(told((await red.run("/v2/crawl", request)).pages)).toEqual({
    [`${site.origin}/visitor`]: `${basic}, id=7, upper shelf`,
    [`${elsewhere}/visitor`]: "nobody, no cookie, no shelf",
  });
  const urls = [`${site.origin}/visitor`, `${elsewhere}/visitor`];
  expect(told((await red.run("/v2/batch/scrape", { urls, headers })).pages)).toEqual({
    [`${site.origin}/visitor`]: `${basic}, id=7, upper shelf`,
    [`${elsewhere}/visitor`]: `${basic}, id=7, upper shelf`,
  });
});

test("two logins for one site in one request are refused, and neither is repeated", async () => {
  await using server = await start();
  const urls = ["http://alice:one@a.example/", "http://bob:two@a.example/"];
  const { status, body } = await server.red.ask("POST", "/v2/batch/scrape", { body: { urls } });
  expect([status, body["error"]]).toEqual([400, expect.stringContaining("http://a.example")]);
  expect(JSON.stringify(body)).not.toMatch(/alice|one@|bob/);
});

test("an address that is refused is told without its password", async () => {
  await using server = await start();
  const url = `ftp://alice:${password}@a.example/`;
  const answers = [
    await server.red.ask("POST", "/v2/scrape", { body: { url } }),
    await server.red.ask("POST", "/v2/batch/scrape", { body: { urls: [url] } }),
    await server.red.ask("POST", "/v2/batch/scrape", { body: { urls: [url], ignoreInvalidURLs: false } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 200, 400]);
  expect(answers[1]?.body["invalidURLs"]).toEqual(["ftp://***@a.example/"]);
  expect(JSON.stringify(answers)).not.toContain(password);
});
