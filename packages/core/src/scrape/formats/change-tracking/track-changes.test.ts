import { gzipSync } from "node:zlib";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { dearerSource, newsRoutes, page, send, startFixtureSite, startModelServer } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine } from "../../../engine.ts";
import { systemClock } from "../../../memory/system-clock.ts";
import { httpSource } from "../../../fetch/http/http-source.ts";
import { memoryPageIndex } from "../../../page-index/memory-page-index.ts";
import type { PageContent } from "../../../transform/transformer.ts";
import type { Capture } from "../../../ports/page-source.ts";
import type { EngineConfig } from "../../../config.ts";
import type { ChangeTracking } from "../../../schema/result.ts";
import type { ScrapeRequest } from "../../../schema/scrape.ts";
import { computeHere } from "../../../concurrency/pure-work.ts";
import { createInOrder } from "../../../concurrency/in-order.ts";
import { trackChanges } from "./track-changes.ts";

const { signal } = new AbortController();
const config: EngineConfig = { policy: { allowPrivateNetworks: true } };

/** A site with one page whose body is another one on every visit; the last one stays. */
function siteOf(...bodies: readonly string[]) {
  const body = (visit: number) => bodies[Math.min(visit, bodies.length - 1)] ?? "";
  return startFixtureSite({
    routes: { page: (exchange) => send(exchange, page("Page", body(exchange.requestsBefore))) },
  });
}

const formats: ScrapeRequest["formats"] = ["markdown", { type: "changeTracking", modes: ["git-diff"] }];

async function visits(url: string, count: number, options: { readonly tag?: string } = {}) {
  await using engine = createEngine(config);
  const seen: ChangeTracking[] = [];
  for (let visit = 0; visit < count; visit += 1) {
    const result = await engine.scrape({
      url,
      formats: ["markdown", { type: "changeTracking", modes: ["git-diff"], tag: options.tag ?? null }],
    });
    if (result.changeTracking !== undefined) seen.push(result.changeTracking);
  }
  return seen;
}

const paragraph = "<p>The harbour opened again on Monday after a storm had closed it for nine days.</p>";

test("a page is new, then the same, and always fetched fresh", async () => {
  await using site = await siteOf(paragraph);
  const [first, second] = await visits(`${site.origin}/page`, 2);
  expect(first).toEqual({ previousScrapeAt: null, changeStatus: "new", visibility: "visible" });
  expect(second).toMatchObject({ changeStatus: "same", previousScrapeAt: expect.stringMatching(/^\d{4}-/) });
  expect(site.visits("/page")).toBe(2);
});

test.each([
  ["digits in another order", "<p>It costs $19 today.</p>", "<p>It costs $91 today.</p>"],
  ["a number turned round", "<p>Room 12 is free.</p>", "<p>Room 21 is free.</p>"],
  ["words in another order", "<p>A beats B in the final.</p>", "<p>B beats A in the final.</p>"],
  ["paragraphs in another order", "<p>First of all.</p><p>Last of all.</p>", "<p>Last of all.</p><p>First of all.</p>"],
])("%s is a change", async (_, before, after) => {
  await using site = await siteOf(paragraph + before, paragraph + after);
  const [, second] = await visits(`${site.origin}/page`, 2);
  expect(second?.changeStatus).toBe("changed");
});

test("white space is no change", async () => {
  await using site = await siteOf("<p>One  two</p>", "<p>One two\n</p>");
  const [, second] = await visits(`${site.origin}/page`, 2);
  expect(second?.changeStatus).toBe("same");
});

test.each([
  ["in code", "<pre>for x in y:\n    a()\n    b()</pre>", "<pre>for x in y:\n    a()\nb()</pre>"],
  ["before an item of a list", "<ul><li>a<ul><li>b</ul><li>c</ul>", "<ul><li>a<ul><li>b<li>c</ul></ul>"],
])("but white space %s is, every time", async (_, ...bodies) => {
  await using site = await siteOf(...[...bodies, ...bodies, ...bodies].map((body) => paragraph + body));
  const seen = await visits(`${site.origin}/page`, 5);
  expect(seen.map(({ changeStatus }) => changeStatus)).toEqual(["new", ...repeated("changed", 4)]);
  expect(seen[1]?.diff).toMatch(/\n-\s*(?:b\(\)|- c)/);
});

test("a change has a unified diff, and the same parsed", async () => {
  await using site = await siteOf(`${paragraph}<p>A ticket costs $19.</p>`, `${paragraph}<p>A ticket costs $91.</p>`);
  const [, second] = await visits(`${site.origin}/page`, 2);
  expect(second?.diff).toMatch(/^--- previous\.md\n\+\+\+ current\.md\n@@ -\d+,\d+ \+\d+,\d+ @@\n/);
  expect(second?.diff).toContain("-A ticket costs $19.\n+A ticket costs $91.");
  expect(second?.["changes"]).toMatchObject({
    files: [
      {
        from: "previous.md",
        to: "current.md",
        additions: 1,
        deletions: 1,
        chunks: [
          {
            changes: expect.arrayContaining([
              { type: "add", add: true, ln: expect.any(Number), content: "+A ticket costs $91." },
            ]),
          },
        ],
      },
    ],
  });
});

test("a clock, a counter and an advertisement are noise once the page's history shows it, and it is said", async () => {
  await using site = await startFixtureSite({ routes: newsRoutes() });
  await using engine = createEngine(config);
  const statuses: unknown[] = [];
  let last;
  for (let visit = 0; visit < 5; visit += 1) {
    last = await engine.scrape({ url: `${site.origin}/article/harbour`, formats });
    statuses.push(last.changeTracking?.changeStatus);
  }
  expect(statuses).toEqual(["new", "changed", "changed", "same", "same"]);
  expect(last?.changeTracking?.["ignored"]).toContainEqual(expect.stringMatching(/^Read \d+ times/));
  expect(last?.warning).toMatch(/Not counted as a change/);
});

test("a price that changes among noise is still a change, and the diff shows nothing else", async () => {
  const priced = (visit: number) => `${paragraph}<p>A ferry ticket costs $${visit < 4 ? 19 : 91} from now on.</p>`;
  await using site = await startFixtureSite({ routes: newsRoutes({ article: priced }) });
  const seen = await visits(`${site.origin}/article/harbour`, 5);
  expect(seen.map(({ changeStatus }) => changeStatus)).toEqual(["new", "changed", "changed", "same", "changed"]);
  const changed = seen
    .at(-1)
    ?.diff?.split("\n")
    .filter((line) => /^[+-][^+-]/.test(line));
  expect(changed).toEqual(["-A ferry ticket costs $19 from now on.", "+A ferry ticket costs $91 from now on."]);
});

/** The statuses of one page that says these texts on one visit after the other. */
async function statusesOf(texts: readonly string[]) {
  const track = tracking();
  const statuses: unknown[] = [];
  for (const [visit, text] of texts.entries()) statuses.push((await track(visit, text))[0]);
  return statuses;
}

const repeated = (text: string, times: number) => Array.from({ length: times }, () => text);

test("a place that stood still on many visits is no noise after a few changes", async () => {
  const closing = (day: string) => `Applications close on ${day}.`;
  const days = ["2026-06-01", "2026-04-15", "2026-07-01"];
  const statuses = await statusesOf([...repeated(closing("2026-05-01"), 30), ...days.map(closing)]);
  expect(statuses).toEqual(["new", ...repeated("same", 29), ...repeated("changed", 3)]);
});

test("a clock that comes with a new design is noise again after some visits", async () => {
  const clock = (_: unknown, visit: number) => `New design\n\nPage made at 12:10:${10 + visit}`;
  const statuses = await statusesOf([...repeated("Old design", 40), ...Array.from({ length: 12 }, clock)]);
  expect(statuses.slice(40)).toEqual([...repeated("changed", 11), "same"]);
});

test("a row that changed says nothing of the other rows", async () => {
  const table = (...times: readonly string[]) =>
    `| Departs | Pier |\n| --- | --- |\n${times.map((time, pier) => `| ${time} | Pier ${pier} |`).join("\n")}`;
  const dates = (...days: readonly string[]) =>
    days.map((day, number) => `Concert ${number ** 2}${"!".repeat(number)}\n\n${day}\n\nRegister`).join("\n\n");
  for (const texts of [
    [table("08:10", "09:20", "10:30"), table("08:15", "09:20", "10:30"), table("08:15", "09:20", "10:35")],
    [dates("2026-05-01", "2026-05-08"), dates("2026-05-02", "2026-05-08"), dates("2026-05-02", "2026-05-09")],
  ])
    expect(await statusesOf(texts)).toEqual(["new", "changed", "changed"]);
});

test.each([
  [
    "a state in the words of a counter",
    ["All systems online", "API down", "All systems online", "Web down, API online"],
  ],
  [
    "a list that gets an entry with its date",
    ["1", "2", "3", "4"].map((last) =>
      Array.from({ length: Number(last) }, (_, day) => `- 2026-05-0${day}: ${"news ".repeat(day + 1)}`).join("\n"),
    ),
  ],
])("%s is no counter", async (_, texts) => {
  expect(await statusesOf(texts)).toEqual(["new", "changed", "changed", "changed"]);
});

test.each([
  ["a state beside a time", "10:05 All systems operational", "10:10 All systems operational", "10:15 Major outage"],
  ["a cell beside a time", "| IC 1 | 10:05 | on time |", "| IC 1 | 10:07 | on time |", "| IC 1 | 10:07 | cancelled |"],
  [
    "a number beside a time",
    "Ends 20:00, highest bid 1200",
    "Ends 20:05, highest bid 1250",
    "Ends 20:10, highest bid 9900",
  ],
  ["a number of something else", "Sold online: 5 left", "Sold online: 4 left", "Sold online: 0 left"],
  ["a number beside a counter", "1,000 views, 3 bids", "1,001 views, 3 bids", "1,002 views, 9 bids"],
  ["words beside a date", "Apply by 2026-01-10.", "Apply by 2026-02-10.", "Closed since 2026-02-10."],
  ["a date in words", "Apply by 15 March 2026.", "Apply by 20 March 2026.", "Apply by 30 March 2026."],
])("%s is no noise because the time is", async (_, ...texts) => {
  expect(await statusesOf(texts)).toEqual(["new", "changed", "changed"]);
});

test("what changes beside a clock is no noise however often the clock changed", async () => {
  const texts = Array.from({ length: 12 }, (_, visit) => `Checked 10:${10 + visit}: open`);
  expect(await statusesOf([...texts, "Checked 10:30: closed for ever"])).toEqual([
    ...["new", "changed", ...repeated("same", 10)],
    "changed",
  ]);
});

test.each([
  ["Checked 10:05:01.25", "Checked 11:15:07.5", "Checked 7:15:00"],
  ["Last updated: Monday, 2 March 2026", "Last updated: Tuesday, 3 March 2026", "Last updated: Friday, 3 April 2026"],
  ["Stand: Mo., 2. März 2026, 10:05 Uhr", "Stand: Di., 3. März 2026, 9:15 Uhr", "Stand: Mi., 1. April 2026, 8:00 Uhr"],
  ["March 2nd, 2026 10:05 am", "March 3rd, 2026 10:15 am", "April 4th, 2026 1:15 pm"],
  ["2026-03-02T10:05:00Z", "2026-03-02T11:05:00Z", "2026-03-04T10:05:00Z"],
  ["Views: 1,204", "Views: 1,210", "Views: 1,300"],
  ["12 people online", "15 people online", "9 people online"],
  ["Page generated in 0.02 s", "Page generated in 0.1 s", "Page generated in 0.03 s"],
  ["Request ID: ab-12", "Request ID: cd-34", "Request ID: ef-56"],
])("%s changes by itself", async (...texts) => {
  expect(await statusesOf(texts)).toEqual(["new", "changed", "same"]);
});

test("what an earlier version learned of a page's noise is still known", async () => {
  const snapshots = new Map<string, string>();
  const pageIndex = {
    ...memoryPageIndex({ clock: { now: () => 0 } }),
    readSnapshot: async (key: string) => snapshots.get(key),
    writeSnapshot: async (key: string, text: string) => void snapshots.set(key, text),
  };
  const track = tracking({ pageIndex });
  await track(1, "Read 10 times");
  await track(2, "Read 25 times");
  for (const [key, text] of snapshots) {
    const { noise, ...history } = JSON.parse(text) as { readonly noise: { readonly places: unknown } };
    snapshots.set(key, JSON.stringify({ ...history, noise: noise.places }));
  }
  expect(await track(3, "Read 31 times")).toEqual(["same", 2]);
});

test.each([
  ...["X zł", "X kr", "X Kč", "₺X", "X ₴", "X฿", "X₫", "X円", "X万元", "X원", "X руб.", "X lei", "X Ft", "₪X", "₱X"],
  ...["Rs. X", "R X", "MXN X", "SGD X", "X CZK", "X euros", "X US dollars", "X cents", "X,-", "0.X BTC"],
])("an amount of money (%s) is never noise", async (amount) => {
  const texts = [199, 209, 219, 229, 239, 249, 9, 19].map((price) => `Lamp: ${amount.replace(/X(?!N)/, `${price}`)}`);
  expect(await statusesOf(texts)).toEqual(["new", ...repeated("changed", 7)]);
});

test("a time that is relative changes without the page", async () => {
  await using site = await siteOf(`${paragraph}<p>Posted 3 minutes ago</p>`, `${paragraph}<p>Posted an hour ago</p>`);
  const [, second] = await visits(`${site.origin}/page`, 2);
  expect(second?.changeStatus).toBe("same");
});

test("real news in one place is a change every day", async () => {
  const results = ["A beats B", "B beats A", "A beats B", "C beats A", "B beats C"];
  await using site = await siteOf(...results.map((result) => `${paragraph}<p>${result}</p>`));
  const seen = await visits(`${site.origin}/page`, results.length);
  expect(seen.map(({ changeStatus }) => changeStatus)).toEqual(["new", "changed", "changed", "changed", "changed"]);
});

/** Tracks captures of one page, by their times and texts. The answers are its status and the time that it was compared with. */
function tracking({ pageIndex = memoryPageIndex({ clock: { now: () => 0 } }) } = {}) {
  const tracker = {
    pageIndex,
    indexTeam: "bypass",
    inOrder: createInOrder(),
    option: "formats: changeTracking",
    compute: computeHere,
    team: "bypass",
    model: undefined,
    snapshotTtlMs: 1000,
    signal,
  };
  return async (capturedAt: number, markdown: string) => {
    const url = new URL("https://a.example/");
    const capture = { status: 200, capturedAt } as Capture;
    const content = { verdict: "ok" } as PageContent;
    const page = { url, team: "team", capture, content, markdown };
    const { changeTracking } = await trackChanges(page, { type: "changeTracking", modes: [], tag: null }, tracker);
    return [changeTracking?.changeStatus, Date.parse(changeTracking?.previousScrapeAt ?? "") || null];
  };
}

test("captures are told apart by when they were made, in whatever order they arrive", async () => {
  const track = tracking();
  expect(await track(100, "One")).toEqual(["new", null]);
  expect(await track(300, "Three")).toEqual(["changed", 100]);
  expect(await track(200, "One")).toEqual(["same", 100]);
  expect(await track(400, "Three")).toEqual(["same", 300]);
  expect(await track(50, "Three")).toEqual(["new", null]);
  expect(await track(1350, "Four")).toEqual(["changed", 400]);
  expect(await track(2400, "Four")).toEqual(["new", null]);
});

test("after a clock that ran ahead, a page is new once and then compared again", async () => {
  const track = tracking();
  for (const visit of [1, 2, 3, 4, 5]) await track(900 + visit, "word ".repeat(visit));
  expect(await track(100, "An early edition")).toEqual(["new", null]);
  expect(await track(200, "The late edition")).toEqual(["changed", 100]);
  expect(await track(300, "The late edition")).toEqual(["same", 200]);
});

test("of a very long page fewer versions are kept, but the last ones always", async () => {
  const track = tracking();
  const long = (first: string) => first + "a long page that says the same all over\n".repeat(250_000);
  expect(await track(100, long("One"))).toEqual(["new", null]);
  expect(await track(200, long("Two"))).toEqual(["changed", 100]);
  expect(await track(300, long("Three"))).toEqual(["changed", 200]);
  expect(await track(400, long("Three"))).toEqual(["same", 300]);
  expect(await track(150, long("One"))).toEqual(["new", null]);
});

test("a page whose history pushes out those of others says so, and names what keeps them", async () => {
  await using site = await siteOf(paragraph);
  const pageIndex = memoryPageIndex({ clock: systemClock, maxHistoryBytes: 1000 });
  await using engine = createEngine({ ...config, stores: { pageIndex } });
  const track = (query: string) => engine.scrape({ url: `${site.origin}/page?${query}`, formats });
  expect((await track("a")).warning).toBeUndefined();
  for (const query of ["b", "c"]) await track(query);
  expect((await track("d")).warning).toMatch(/page index is full: 1 history of a page was dropped.*sqlite/);
  expect((await track("a")).changeTracking?.changeStatus).toBe("new");
});

test("scrapes of one page at the same time see each other", async () => {
  await using site = await siteOf(paragraph);
  await using engine = createEngine(config);
  const all = await Promise.all(
    Array.from({ length: 6 }, () => engine.scrape({ url: `${site.origin}/page`, formats, storeInCache: false })),
  );
  const statuses = all.map(({ changeTracking }) => changeTracking?.changeStatus);
  expect(statuses.filter((status) => status === "new").length).toBe(1);
});

test("a page that is gone is removed, and when it comes back it is compared with what it was", async () => {
  await using site = await startFixtureSite({
    routes: {
      page: (exchange) =>
        send(exchange, page("Page", paragraph), { status: exchange.requestsBefore === 1 ? 404 : 200 }),
    },
  });
  const seen = await visits(`${site.origin}/page`, 3);
  expect(seen.map(({ changeStatus }) => changeStatus)).toEqual(["new", "removed", "same"]);
});

test("a page that broke is not compared, with a warning, and its history stays", async () => {
  await using site = await startFixtureSite({
    routes: {
      page: (exchange) =>
        send(exchange, page("Page", paragraph), { status: exchange.requestsBefore === 1 ? 500 : 200 }),
    },
  });
  await using engine = createEngine(config);
  const seen = [];
  for (let visit = 0; visit < 3; visit += 1) seen.push(await engine.scrape({ url: `${site.origin}/page`, formats }));
  expect(seen[1]?.changeTracking).toBeUndefined();
  expect(seen[1]?.warning).toMatch(/not compared.*500/);
  expect(seen[2]?.changeTracking?.changeStatus).toBe("same");
});

test.each([
  [
    "maintenance",
    "<h1>Down for maintenance</h1><p>We are currently performing scheduled maintenance. We will be back soon.</p>",
  ],
  ["error-page", "<h1>Something went wrong</h1><p>An unexpected error has occurred. Please try again later.</p>"],
])("a page that is not there although its status is 200 (%s) is not compared either", async (verdict, instead) => {
  await using site = await startFixtureSite({
    routes: {
      page: (exchange) => send(exchange, page("Page", exchange.requestsBefore === 1 ? instead : paragraph)),
    },
  });
  await using engine = createEngine(config);
  const url = `${site.origin}/page`;
  await engine.scrape({ url, formats });
  const { changeTracking, metadata, warning } = await engine.scrape({ url, formats });
  expect(metadata.verdict).toBe(verdict);
  expect(changeTracking).toBeUndefined();
  expect(warning).toMatch(/was not compared with its last version/);
  expect((await engine.scrape({ url, formats })).changeTracking?.changeStatus).toBe("same");
});

test("a page whose end is missing is not compared", async () => {
  const whole = page("Page", `${paragraph}<p>The ferries are back, too.</p>`);
  await using site = await startFixtureSite({
    routes: {
      page(exchange) {
        const isBrowser = exchange.request.headers["user-agent"] === "browser";
        if (isBrowser) send(exchange, page("Page", paragraph));
        else if (exchange.requestsBefore !== 1) send(exchange, whole);
        else send(exchange, gzipSync(whole).subarray(0, -8), { headers: { "content-encoding": "gzip" } });
      },
    },
  });
  const sources = [httpSource(), dearerSource("browser", "javascript")];
  await using engine = createEngine({ ...config, sources });
  const url = `${site.origin}/page`;
  await engine.scrape({ url, formats });
  const { changeTracking, warning } = await engine.scrape({ url, formats });
  expect(changeTracking).toBeUndefined();
  expect(warning).toMatch(/was not compared with its last version: its end is missing/);
  expect((await engine.scrape({ url, formats })).changeTracking?.changeStatus).toBe("same");
});

test("a page that says that it does not exist is removed", async () => {
  const gone = "<h1>Page not found</h1><p>Sorry, the page you are looking for does not exist.</p>";
  await using site = await startFixtureSite({
    routes: {
      page: (exchange) =>
        send(exchange, exchange.requestsBefore === 1 ? page("Page not found", gone) : page("Page", paragraph)),
    },
  });
  const seen = await visits(`${site.origin}/page`, 3);
  expect(seen.map(({ changeStatus }) => changeStatus)).toEqual(["new", "removed", "same"]);
});

test("histories are apart by tag and by team", async () => {
  await using site = await siteOf(paragraph);
  await using engine = createEngine(config);
  const status = async (tag: string | null, team: string) => {
    const call = { principal: { team, apiKey: "key" } };
    const result = await engine.scrape(
      { url: `${site.origin}/page`, formats: ["markdown", { type: "changeTracking", tag }] },
      call,
    );
    return result.changeTracking?.changeStatus;
  };
  expect([
    await status(null, "a"),
    await status("daily", "a"),
    await status(null, "b"),
    await status(null, "a"),
  ]).toEqual(["new", "new", "new", "same"]);
});

test("a page that nothing links to any more is hidden", async () => {
  await using site = await startFixtureSite({
    routes: {
      "": (exchange) =>
        send(
          exchange,
          page("Home", exchange.requestsBefore === 0 ? `${paragraph}<a href="/page">Page</a>` : paragraph),
        ),
      page: (exchange) => send(exchange, page("Page", paragraph)),
    },
  });
  await using engine = createEngine(config);
  const track = async () => (await engine.scrape({ url: `${site.origin}/page`, formats })).changeTracking?.visibility;
  await engine.scrape({ url: site.origin });
  expect(await track()).toBe("visible");
  await engine.scrape({ url: site.origin, maxAge: 0 });
  expect(await track()).toBe("hidden");
});

test("json mode says which fields changed", async () => {
  await using site = await siteOf("<p>Basic: $19. Team: $49.</p>", "<p>Basic: $19. Team: $59.</p>");
  await using server = await startModelServer((request) => ({
    json: {
      result: {
        plans: [...request.user.matchAll(/(Basic|Team): \$(\d+)/g)].map(([, name, price]) => ({
          name,
          price: Number(price),
        })),
      },
    },
  }));
  const provider = createOpenAICompatible({
    name: "fixture",
    baseURL: server.baseUrl,
    supportsStructuredOutputs: true,
  });
  await using engine = createEngine({ ...config, models: { language: provider("fixture-model") } });
  const plan = { type: "object", properties: { name: { type: "string" }, price: { type: "number" } } };
  const schema = { type: "object", properties: { plans: { type: "array", items: plan } } };
  const track = () =>
    engine.scrape({
      url: `${site.origin}/page`,
      formats: ["markdown", { type: "changeTracking", modes: ["json"], schema }],
    });
  await track();
  const { changeTracking, metadata } = await track();
  expect(changeTracking).toMatchObject({
    changeStatus: "changed",
    json: { "plans[1].price": { previous: 49, current: 59 } },
  });
  expect(changeTracking?.diff).toBeUndefined();
  expect(metadata.creditsUsed).toBe(5);
});

test("json mode compares the fields of the version before, read by the same schema", async () => {
  const priced = (dollars: number) => `${paragraph}<p>The lamp costs $${dollars}.</p>`;
  await using site = await siteOf(priced(19), priced(29), priced(39), priced(49));
  await using server = await startModelServer((request) => {
    const price = Number(/costs \\?\$(\d+)/.exec(request.user)?.[1]);
    const weight = JSON.stringify(request.schema).includes("weight") ? { weight: 5 } : {};
    return { json: { result: { price, ...weight } } };
  });
  const provider = createOpenAICompatible({
    name: "fixture",
    baseURL: server.baseUrl,
    supportsStructuredOutputs: true,
  });
  await using engine = createEngine({ ...config, models: { language: provider("fixture-model") } });
  const track = async (mode: "json" | "git-diff", ...fields: readonly string[]) => {
    const properties = Object.fromEntries(fields.map((field) => [field, { type: "number" }]));
    const format = { type: "changeTracking", modes: [mode], schema: { type: "object", properties } } as const;
    return (await engine.scrape({ url: `${site.origin}/page`, formats: ["markdown", format] })).changeTracking?.json;
  };
  await track("json", "price");
  await track("git-diff", "price");
  expect(await track("json", "price")).toEqual({ price: { previous: 29, current: 39 } });
  expect(await track("json", "price", "weight")).toEqual({ price: { previous: 39, current: 49 } });
});

test("json mode compares what the page states to machines, also where its text is the same", async () => {
  const stated = (lamp: object, text = paragraph) =>
    `${text}<script type="application/ld+json">${JSON.stringify({ "@type": "Product", name: "Page", ...lamp })}</script>`;
  const [dear, dearer] = [10, 12].map((price) => ({ sku: "L-1", offers: { price, priceCurrency: "USD" } }));
  const bodies = [dear, dear, dearer, dearer, { offers: dearer?.offers }].map((lamp) => stated({ ...lamp }));
  await using site = await siteOf(...bodies);
  await using server = await startModelServer(() => ({ json: { result: { place: "harbour" } } }));
  const provider = createOpenAICompatible({ name: "fixture", baseURL: server.baseUrl });
  const text = { type: "string" };
  const schema = { type: "object", properties: { price: { type: "number" }, sku: text, place: text } };
  const format = { type: "changeTracking", modes: ["json", "git-diff"], schema } as const;
  await using engine = createEngine({ ...config, models: { language: provider("fixture-model") } });
  const seen = [];
  for (const _ of bodies) {
    const { changeTracking } = await engine.scrape({ url: `${site.origin}/page`, formats: ["markdown", format] });
    seen.push([changeTracking?.changeStatus, changeTracking?.json, changeTracking?.diff, server.requests.length]);
  }
  expect(seen).toEqual([
    ["new", undefined, undefined, 1],
    ["same", undefined, undefined, 1],
    ["changed", { price: { previous: 10, current: 12 } }, undefined, 2],
    ["same", undefined, undefined, 2],
    ["changed", { sku: { previous: "L-1", current: null } }, undefined, 3],
  ]);
});

test.each([
  ["with a schema", { schema: { type: "object", properties: { price: { type: "number" } }, required: ["price"] } }],
  ["with a prompt", { prompt: "What costs more?" }],
])("where the model fails, the comparison %s stands without fields, with a warning", async (_, wish) => {
  await using site = await siteOf("<p>Team: $49.</p>", "<p>Team: $59.</p>", "<p>Team: $69.</p>");
  const answers = [{ text: "Sorry." }, { text: "Sorry." }, { status: 400, message: "no room" }];
  await using server = await startModelServer((_request, asked) => answers[Math.min(asked, 2)] ?? { text: "" });
  const provider = createOpenAICompatible({ name: "fixture", baseURL: server.baseUrl });
  await using engine = createEngine({ ...config, models: { language: provider("fixture-model") } });
  const format = { type: "changeTracking", modes: ["json", "git-diff"], ...wish } as const;
  const track = () => engine.scrape({ url: `${site.origin}/page`, formats: ["markdown", format] });
  expect((await track()).changeTracking?.changeStatus).toBe("new");
  for (const price of ["$59", "$69"]) {
    const { changeTracking, warning, metadata } = await track();
    expect(metadata.creditsUsed).toBe(1);
    expect(changeTracking).toMatchObject({ changeStatus: "changed", diff: expect.stringContaining(`+Team: ${price}`) });
    expect(changeTracking).not.toHaveProperty("json");
    expect(warning).toMatch(/The fields were not compared: The (?:language )?model/);
  }
});

test("a page that is rewritten from top to bottom has a diff in bounded time", async () => {
  const lines = (word: string) =>
    Array.from({ length: 6000 }, (_, index) => `<p>${word} number ${index} of many</p>`).join("");
  await using site = await siteOf(lines("alpha"), lines("omega"));
  const [, second] = await visits(`${site.origin}/page`, 2);
  expect(second?.changeStatus).toBe("changed");
  expect(second?.diff).toContain("+omega number 5999 of many");
});
