import { describe, expect, test } from "vitest";
import { parse } from "../../markup/parse.ts";
import type { Verdict } from "../../schema/result.ts";
import { factsOf, judge, type Judgement } from "./verdict.ts";

const link = (text: string): string => `<a class="k3" href="/${text.toLowerCase().replaceAll(" ", "-")}">${text}</a>`;
const menu = `<div class="a1">${["Boats", "Sails", "Rope", "Charts", "Clothing", "Safety", "Engines", "Paint", "Offers", "Brands", "Journal", "Delivery", "Returns", "Shops", "Account", "Basket"].map(link).join(" ")}</div>`;
const card = ([title, text]: readonly [string, string]): string =>
  `<div class="b7"><div class="b8"></div><h3>${title}</h3><p>${text}</p>${link("Read on")}</div>`;
const cards = (
  [
    ["Waxed jacket, olive", "Cut long, with a collar that stays up in a breeze. £149."],
    ["Braided dock line", "Twelve metres of nylon with an eye spliced in one end. £27."],
    ["How we test anchors", "Three of us spent a week in the mud off Heron Point with eleven anchors and a tractor."],
    ["Folding bucket", "Holds nine litres, goes flat, outlives its owner. £12."],
    ["A winter cover that breathes", "Why the cheap blue sheet costs you a deck in the end, and what to lay under it."],
    ["Brass cabin lamp", "Burns for forty hours on one filling; the glass is sold apart. £64."],
  ] as const
).map(card);
const foot = `<div class="z2"><p>Heron Chandlery, 3 Slip Road, open every day from eight, 01632 960 114. Our letter comes once a month and tells you what is new.</p>${["Imprint", "Terms", "Privacy", "Press", "Jobs", "Clubs", "Trade", "Repairs"].map(link).join(" ")}</div>`;

function judged(body: string, requestedUrl = "https://heron.example/p/48213-bronze-porthole"): Judgement {
  const html = `<!doctype html><html><head><title>Heron Chandlery</title></head><body>${menu}<div class="c1"><div class="c2">${body}</div><div class="c3"><div>Looked at by others</div>${cards.join("")}</div></div>${foot}</body></html>`;
  return judge(factsOf(parse(html), { status: 200, headers: [], requestedUrl, url: requestedUrl }, {}));
}

const suspected = ({ verdict, doubt }: Judgement): Verdict => doubt?.verdict ?? verdict;

describe("a message between boxes that nothing tells from it", () => {
  test.each<readonly [Verdict, string]>([
    [
      "soft-404",
      "<h1>This one has sailed</h1><p>We no longer stock the item you were looking for, and its page has been removed. Something below may do the same job.</p>",
    ],
    [
      "login-wall",
      "<h1>For trade customers</h1><p>Please sign in with your trade account to see this page. No account yet? Ask your nearest shop for one.</p><button>Sign in</button>",
    ],
    [
      "blocked",
      "<h2>Just checking</h2><p>Your browser is sending requests faster than a person can. Please confirm that you are human to continue to the page.</p><button>I am human</button>",
    ],
    [
      "paywall",
      "<h1>The refit of the Marigold</h1><p>When her planks came off we found a letter.</p><p>This story is for subscribers only. Subscribe now for £3 a month to read on.</p><button>Subscribe</button>",
    ],
  ])("%s", (verdict, body) => {
    expect(suspected(judged(body))).toBe(verdict);
  });
});

test.each([
  "<h1>Bronze porthole</h1><p>Cast in Falmouth, with a dog on either side and a storm cover. Sold out until April; leave your address and we write once. £210.</p>",
  "<h1>Opening hours at Christmas</h1><p>Our shops are closed from the 24th to the 26th. Orders that reach us before noon on the 23rd leave the same day.</p>",
  "<h1>What to do when you can't sign in</h1><p>Nearly always it is the cookie of an earlier visit. Delete it, close the window, and try once more; if that does not help, the shop will reset your password while you wait.</p>",
])("a short page about something is what it says it is: %s", (body) => {
  expect(suspected(judged(body))).toBe("ok");
});
