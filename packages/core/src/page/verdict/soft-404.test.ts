import { expect, test } from "vitest";
import { readPage } from "../../scrape/read-page.ts";
import type { Verdict } from "../../schema/result.ts";

async function verdictOn(body: string, path = "/p/88120"): Promise<Verdict | undefined> {
  const html = `<title>Storm lamp nine</title><header><a href=/>Harbour</a><nav><a href=/a>Lamps</a> <a href=/b>Oil</a></nav></header><main>${body}</main>`;
  return (await readPage({ html, url: `https://harbour.example${path}` })).metadata.verdict;
}

const others = `<ol>${["Cabin lamp with a hook for the boat. €21.00", "Deck lamp, brass, red glass, burns for nine hours. €52.00", "Lantern for two candles, tin, folds flat. €18.50", "Wicks, flat, ten in a paper bag. €4.20", "Oil in a can of two litres, smells of nothing. €9.90"].map((name) => `<li>${name} <button>Buy</button></li>`).join("")}</ol><h2>How to choose a lamp</h2><p>A lamp for the deck has to burn in wind, and one for the cabin must not smell. Brass lasts longer than tin, and tin costs half of it. Whoever sails at night takes two.</p>`;

test.each([
  "This product is no longer available",
  "Leider: Dieser Artikel wird nicht mehr angeboten",
  "Ce produit n'est plus vendu",
  "Dette produkt føres ikke længere",
  "Αυτό το προϊόν δεν διατίθεται πλέον",
  "Tento výrobek již není v nabídce",
  "Bu ürün artık satılmıyor",
  "この商品は取り扱いを終了しました",
])("goods that are no longer offered, above others with prices: %s", async (heading) => {
  expect(await verdictOn(`<h1>${heading}</h1><p>Look at these instead:</p>${others}`)).toBe("soft-404");
});

const described =
  "<p>Storm lamp nine was made on the quay from 1911 to 2019, of brass and hand-blown glass, 35 cm high, with a hook, a spare wick and room for oil that lasts a week. We still mend it and have glasses, wicks and burners for it, and the drawing of every part.</p>";
test.each<readonly [string, string]>([
  ["/p/88120", `<h1>Storm lamp nine</h1><p>This product is no longer available.</p>${described}`],
  ["/p/88120", `<h1>This product is no longer made</h1>${described}${others}`],
  ["/lamps/storm-lamp-nine", `<h1>This product is no longer made</h1><h2>Storm lamp nine</h2>${described}`],
  ["/help/41", `<h1>Why is this product no longer available?</h1><p>When a maker stops, so do we.</p>${others}`],
  [
    "/help/this-product-is-not-available",
    `<h1>This product is not available</h1><p>It means that no shop of ours has it today.</p>${others}`,
  ],
  ["/p/88120", `<h1>This product is not sold to hobbyists</h1><p>€480.00, for keepers with a licence.</p>${others}`],
  [
    "/news/12",
    `<h1>The product of three and nine</h1><p>A play about sums that are not made up, at nine in the tower.</p>${others}`,
  ],
  ["/lamps", `<h1>Lamps</h1>${others}`],
])("a page at %s that still has something of its own is a page: %s", async (path, body) => {
  expect(await verdictOn(body, path)).toBe("ok");
});
