import { captureOf, transformOptions } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { builtInParsers } from "../../documents/index.ts";
import { readPage } from "../../scrape/read-page.ts";
import type { Verdict } from "../../schema/result.ts";
import { transformCapture } from "../../transform/pipeline.ts";
import type { PageContent, TransformOptions } from "../../transform/transformer.ts";

const link = (text: string): string => `<li><a href="/${text.toLowerCase().replaceAll(" ", "-")}">${text}</a></li>`;
const menu = `<header class="masthead"><a href="/"><img src="/logo.svg" alt="Larkmoor Estates"></a><ul class="main-menu">${["Buy", "Rent", "Sell", "Land", "Farms", "Auctions", "Mortgages", "Surveys", "Branches", "Journal", "Careers", "My list"].map(link).join("")}</ul></header>`;
const card = ([name, price]: readonly [string, string]): string =>
  `<li class="tile"><a href="/${name.length}"><h3>${name}</h3></a><p>${price}</p></li>`;
const cards = (
  [
    ["Two rooms above the bakery, Fore Street", "£640 a month"],
    ["Stone barn with planning for one dwelling", "Guide price £185,000"],
    ["Terraced house near the harbour wall", "£232,000"],
    ["Bungalow with a long garden, Tin Lane", "£315,000"],
  ] as const
).map(card);
const foot = `<footer><p>Larkmoor Estates is a member of the Guild of Agents. Our branches open at nine.</p><ul>${["Terms", "Privacy", "Cookies", "Complaints"].map(link).join("")}</ul></footer>`;

const read = (html: string, url: string, wanted: Partial<TransformOptions> = {}): Promise<PageContent> =>
  transformCapture(
    captureOf(html, { url }),
    transformOptions({ onlyMainContent: true, outputs: ["markdown"], ...wanted }),
    { parsers: builtInParsers },
    new AbortController().signal,
  );

async function suspected(body: string): Promise<Verdict> {
  const url = "https://larkmoor.example/homes/20814-mill-cottage";
  const html = `<!doctype html><html lang="en"><head><title>Mill Cottage | Larkmoor Estates</title></head><body>${menu}<div id="page"><div class="detail">${body}</div><div class="more"><h2>Homes nearby</h2><ul>${cards.join("")}</ul></div></div>${foot}</body></html>`;
  const content = await read(html, url);
  return content.verdictDoubt?.verdict ?? content.verdict;
}

describe("a message in the place of the content", () => {
  test.each<readonly [Verdict, string]>([
    [
      "soft-404",
      "<h1>Mill Cottage</h1><p>This home is no longer on the market, and its pictures have been taken down.</p><p>Ask us what else there is in the village.</p>",
    ],
    [
      "login-wall",
      "<h1>Mill Cottage</h1><p>You need an account to see this home. Please sign in, or make an account, it takes a minute.</p><a href='/login'>Sign in</a>",
    ],
    [
      "maintenance",
      "<h1>Back on Monday</h1><p>We are moving our listings to a new server this weekend, so homes can't be shown at the moment. Please try again later.</p>",
    ],
  ])("%s", async (verdict, body) => {
    expect(await suspected(body)).toBe(verdict);
  });

  test.each([
    "<h1>Mill Cottage</h1><p>Three bedrooms, a stream at the end of the garden, and a slate roof of 2019. Sold subject to contract; we keep the details for those who follow prices in the valley. Floor area 94 square metres.</p><p>£289,500, freehold. Council tax band C.</p>",
    "<h1>How to register as a buyer</h1><p>Bring a passport and a recent bank statement to any branch. It takes ten minutes, costs nothing, and from the next morning you get new homes by letter.</p>",
  ])("a short page about something is what it says it is: %s", async (body) => {
    expect(await suspected(body)).toBe("ok");
  });
});

const teasers = [
  "A bus for the upper village",
  "The bridge is painted",
  "Three walks in the rain",
  "A prize for bread",
];
const notice = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><head><title>${title} | Eastmoor Library</title></head><body><nav class="navbar"><ul>${["Catalogue", "Rooms", "Ask us"].map(link).join("")}</ul></nav><div class="row"><div class="col"><h1>${title}</h1>${text}</div><div class="col"><div class="card"><div>Latest</div><ul>${teasers.map(link).join("")}</ul></div></div></div><footer><ul>${["Terms", "Privacy"].map(link).join("")}</ul></footer></body></html>`;

test.each([
  [
    "news/catalogue-move",
    "Catalogue move on 12 March",
    "<p>From 10pm on Tuesday to 9.30am on Wednesday the catalogue will be unavailable while we move it to a new server. Loans due on Wednesday have been extended to Friday. E-books are not affected.</p>",
  ],
  [
    "events/glass-night",
    "Glass night",
    "<p>This event has ended.</p><p>Friday 17 January, 7pm. Three makers blew, cut and painted glass in the courtyard while the trio of Ada Ferris played until midnight. Entry was free.</p>",
  ],
  [
    "news/new-website",
    "A new website",
    "<p>You are looking at it. The old one was under construction from 2009 until last Sunday.</p><h2>Prices</h2><p>A card costs £3 from May.</p>",
  ],
])("what was asked for by the words of its heading may tell of such things: %s", async (path, title, text) => {
  const page = { html: notice(title, text), url: `https://library.example/${path}` };
  for (const onlyMainContent of [true, false])
    expect((await readPage(page, { onlyMainContent })).metadata.verdict).toBe("ok");
});

describe("a message in markup that tells nothing, whatever part of the page is asked for", () => {
  const boxes = (texts: readonly string[]): string =>
    texts.map((text) => `<div class="k2"><a href="/${text.length}">${text}</a></div>`).join("");
  const goods = ["Jackets", "Trousers", "Socks", "Gloves", "Boots", "Tents", "Mats", "Stoves", "Lamps", "Maps", "Sale"];
  const tile = (text: string): string =>
    `<div class="q3"><a href="/m/${text.length}"><img src="/i/${text.length}.jpg" alt=""><div class="q4">${text}</div></a><div class="q5">It starts in September and should take eleven weeks, with one lane kept open.</div></div>`;
  const latest = `<div class="q1"><div class="q2">Latest</div>${teasers.map(tile).join("")}</div>`;
  const ending = `<div class="h7">Questions? We are here Monday to Friday, 8.30 to 17.00, on 01632 960 555.</div><div class="b4"><div>Founded in 1987 by two brothers with a borrowed van, we now serve more than forty thousand customers.</div>${boxes(["Terms", "Privacy", "Sitemap", "Contact us"])}<div>© 2025 Fellside</div></div>`;

  test.each([
    "<div>Back soon</div><div>We are counting what is on the shelves. The shop opens again tonight.</div>",
    "<div>That went wrong</div><div>Our till fell over while it fetched this knife. Try again in a minute.</div>",
  ])("%s", async (message) => {
    const html = `<!doctype html><html lang="en"><title>Fellside</title><body><div id="__app"><div class="c9k">${boxes(goods)}</div><div class="p3">${message}</div>${latest}${ending}</div></body></html>`;
    const url = "https://fellside.example/knives/skinner-4in";
    for (const wanted of [{}, { onlyMainContent: false }, { includeTags: [".p3"] }]) {
      expect((await read(html, url, wanted)).verdict).toBe("maintenance");
    }
  });
});

describe("a place that its scripts are to fill, below a text", () => {
  const text = "Rates are updated daily by the bank, and all of them are against the euro. ".repeat(4);
  const of = (place: string) =>
    read(
      `<main><h1>Exchange rates</h1><p>${text}</p>${place}</main><script src="/rates.js"></script>`,
      "https://bank.example/rates",
    );

  test.each([
    ["#rates", "<table id=rates><thead><tr><th>Currency<th>Rate</thead><tbody></tbody></table>"],
    ["#rates", "<div id=rates><div class=spinner></div></div>"],
    ['<div aria-busy="true">', '<h2>Reviews</h2><div aria-busy="true" class="skeleton">Loading reviews…</div>'],
  ])("is named in a warning: %s", async (name, place) => {
    const { verdict, warnings, markdown } = await of(place);
    expect(verdict).toBe("ok");
    expect(warnings.join()).toContain(`its scripts seem to fill ${name}`);
    expect(markdown).toContain("Rates are updated daily");
    expect(markdown).not.toContain("Loading");
  });

  test.each([
    "<table id=rates><thead><tr><th>Currency</thead><tbody><tr><td>USD</tbody></table>",
    "<div id=preloader><div class=spinner></div></div>",
    '<div hidden aria-busy="true">Loading…</div>',
    '<div aria-busy="true">Reviews: five stars, the best rates ever made by human hands.</div>',
  ])("is none: %s", async (place) => {
    expect((await of(place)).warnings).toEqual([]);
  });
});
