import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { inProcessTransformer } from "../../index.ts";

const transformer = inProcessTransformer();

async function read(body: string, title: string) {
  const html = `<!doctype html><html lang="en"><head><title>${title} | Teaworks</title></head><body><header><nav><ul>${["Shop", "Journal", "Careers", "Stores"].map((name) => `<li><a href="/${name}">${name}</a></li>`).join("")}</ul></nav></header>${body}<footer><p>© 2025 Teaworks. All rights reserved.</p></footer></body></html>`;
  const {
    markdown = "",
    metadata,
    warnings,
  } = await transformer.transform(
    captureOf(html, { url: "https://tea.example/pages/kettle-1" }),
    transformOptions(),
    new AbortController().signal,
  );
  return { markdown, type: metadata.pageType, warnings };
}

const told = (subject: string): string =>
  `<p>${subject} took longer than anyone had planned, because the first boiler cracked on a cold morning, and the spare one had been lent to the neighbours.</p>`;
const many = (count: number, make: (place: number) => string): string =>
  Array.from({ length: count }, (_, place) => make(place)).join("");

test("a button that puts one thing into the basket makes the page that of a product, however long its reviews are", async () => {
  for (const words of ["Add to basket", "Lägg i varukorg", "Lägg till i varukorgen", "Legg i handlekurv"]) {
    const { markdown, type } = await read(
      `<main><div class="summary"><h1>Gooseneck Kettle</h1><p class="cost">106.50 €</p><p>A slim spout gives you a calm stream.</p><button>${words}</button></div>
<section class="said"><h2>Customer reviews</h2>${many(9, (place) => `<div class="one"><p>Reader ${place}</p>${told(`Delivery number ${place}`)}</div>`)}</section></main>`,
      "Gooseneck Kettle",
    );
    expect(type).toBe("product");
    expect(markdown).toContain("106.50 €");
    expect(markdown).toContain("A slim spout");
    expect(markdown).not.toContain("Delivery number 3");
  }
});

test("three such buttons alike are those of a list", async () => {
  const { type } = await read(
    `<main><h1>Kettles</h1><ul class="grid">${many(8, (place) => `<li class="card"><a href="/k${place}"><img src="/k.jpg" alt=""><h2>Kettle No. ${place}</h2></a><span>${40 + place}.00 €</span><button>Add to basket</button></li>`)}</ul></main>`,
    "Kettles",
  );
  expect(type).not.toBe("product");
});

test("a quote and a heading between kept paragraphs stay, repeated or not", async () => {
  const quote =
    "The spare boiler had been lent to the neighbours on the day before the first one cracked, which nobody knew.";
  const { markdown } = await read(
    `<article><h1>Why the tea was late</h1>${told("The works")}<blockquote><p>${quote}</p></blockquote>${told("The repair")}<h3>After that</h3>${told("The second winter")}<div class="words"><blockquote><p>${quote}</p></blockquote></div>${told("The end")}</article>`,
    "Why the tea was late",
  );
  expect(markdown.split(quote)).toHaveLength(3);
  expect(markdown).toContain("After that");
});

test.each([
  [
    "a figure in a box, with its caption",
    '<div class="wp-caption"><a href="/big.jpg"><img src="/s.jpg" alt="Boiler"></a><p class="wp-caption-text">The boiler, 1920</p></div>',
    ["Boiler", "The boiler, 1920"],
  ],
  [
    "a table of roles, with its head",
    '<div role="table"><div role="row"><span role="columnheader">Kettle</span><span role="columnheader">Litres</span></div><div role="row"><span role="cell">Small</span><span role="cell">4</span></div></div>',
    ["Kettle", "Litres", "Small"],
  ],
  ["a heading by its role", '<div role="heading" aria-level="3">What came of it</div>', ["What came of it"]],
  [
    "figures above their words",
    '<div class="stats"><div class="stat"><div class="number">240</div><div class="label">kettles</div></div></div>',
    ["240", "kettles"],
  ],
  [
    "a card with an address",
    '<div class="vcard"><div class="fn">Ana Lund</div><div class="adr"><div>4 Quay</div><span>1234</span> <span>Lund</span></div></div>',
    ["Ana Lund", "4 Quay"],
  ],
  [
    "a box of the text that is called an aside",
    '<aside aria-label="Caution" class="starlight-aside starlight-aside--caution"><p class="starlight-aside__title" aria-hidden="true">Caution</p><div><p>Hot.</p></div></aside>',
    ["Caution", "Hot."],
  ],
])("what stands between two paragraphs of a text stays: %s", async (_what, inserted, texts) => {
  const { markdown } = await read(
    `<article><h1>Why the tea was late</h1>${told("The works")}${told("The repair")}${inserted}${told("The second winter")}${told("The end")}</article>`,
    "Why the tea was late",
  );
  for (const text of texts) expect(markdown).toContain(text);
});

test.each([
  ["a form around the whole page", ['<form id="aspnetForm" method="post">', "</form>"]],
  ["a box around the whole page that is named after reviews", ['<div id="review">', "</div>"]],
] as const)("%s says nothing of what stands between paragraphs in it", async (_what, [opening, closing]) => {
  const inserted = [
    `<div class="vcard"><div class="fn">Ana Lund</div><div class="adr"><div>4 Quay</div><span>1234</span> <span>Lund</span></div></div>`,
    `<div class="stats"><div class="stat"><div class="number">240</div><div class="label">kettles</div></div></div>`,
    `<div class="pull"><span>The spring is late</span></div>`,
  ];
  const more = " The cook, who had seen three winters there, said that it would be so.</p>";
  const long = (subject: string): string => told(subject).replace("</p>", more);
  const { markdown } = await read(
    `${opening}<article><h1>Why the tea was late</h1>${long("The works")}${inserted.map((each) => long("The repair") + each).join("")}${long("The second winter")}</article>${closing}`,
    "Why the tea was late",
  );
  for (const text of ["Ana Lund", "240", "The spring is late"]) expect(markdown).toContain(text);
});

test.each([
  '<div class="newsletter-box"><h3>The tea letter</h3><p>Leaves and kettles, once a month.</p></div>',
  '<div class="related-posts"><p>How we mend lids</p></div>',
  '<div class="share-buttons"><p>Share how we mend lids</p></div>',
])("but not what a name tells from it: %s", async (inserted) => {
  const { markdown } = await read(
    `<article><h1>Why the tea was late</h1>${told("The works")}${told("The repair")}${inserted}${told("The second winter")}${told("The end")}</article>`,
    "Why the tea was late",
  );
  expect(markdown).not.toMatch(/lids|Leaves/);
});

test("notes and a table at the end of what is kept go with it", async () => {
  const { markdown } = await read(
    `<article><h1>Seed bread</h1>${told("The dough")}<div class="card"><h2>Recipe</h2><h3>Ingredients</h3><ul>${many(9, (place) => `<li>${50 + place} g rye</li>`)}</ul><h3>Method</h3><ol>${many(6, (place) => `<li>Step ${place} took longer than planned, because the oven was still cold.</li>`)}</ol><div class="hints"><h3>Notes</h3><p>The crumb is softer on the second day, when the seeds have taken up the water.</p></div><table><caption>Per serving</caption><tr><th>Energy</th><td>243 kcal</td></tr><tr><th>Fat</th><td>11 g</td></tr><tr><th>Salt</th><td>1 g</td></tr></table></div></article>`,
    "Seed bread",
  );
  expect(markdown).toContain("softer on the second day");
  expect(markdown).toContain("243 kcal");
});

const history = `<section class="story"><h2>Our story</h2>${many(8, (place) => told(`The kettle of ${1986 + place}`))}</section>`;
const rooms = ["Kitchen", "Bedroom", "Garden", "Office", "Hall"];

test("cards in the middle of what is kept stay with their names and prices", async () => {
  const cards = rooms.map(
    (room, place) =>
      `<div class="card"><a href="/c/${room}"><img src="/c.jpg" alt=""><h3>Bench for the ${room}</h3></a><p>${120 + place}.00 €</p></div>`,
  );
  const { markdown } = await read(
    `<main><h1>Benches</h1>${told("The first bench")}<div class="grid">${cards.join("")}</div>${history}</main>`,
    "Benches",
  );
  expect(markdown).toContain("Bench for the Hall");
  expect(markdown).toContain("123.00 €");
});

test("a row of products that goes from a small page is told, with the option that keeps it", async () => {
  const tiles = rooms.map(
    (room) => `<a class="tile" href="/p/${room}"><img src="/p.jpg" alt=""><span>${room} bench</span></a>`,
  );
  const { markdown, warnings } = await read(
    `<main><h1>Benches</h1>${told("The first bench")}<div class="row">${tiles.join("")}</div>${history}</main>`,
    "Benches",
  );
  const isKept = markdown.includes("Hall bench");
  const isTold = warnings.some(
    (warning) => warning.includes("Kitchen bench") && warning.includes("onlyMainContent: false"),
  );
  expect(isKept || isTold).toBe(true);
});

test("teasers under a heading that sends elsewhere go without a warning", async () => {
  const teasers = rooms.map(
    (room) =>
      `<div class="card"><a href="/p/${room}"><img src="/p.jpg" alt=""><h3>A bench for the ${room}</h3></a></div>`,
  );
  const { warnings } = await read(
    `<main><h1>Benches</h1>${told("The first bench")}${history}<h2>You may also like</h2><div class="row">${teasers.join("")}</div></main>`,
    "Benches",
  );
  expect(warnings).toEqual([]);
});

test("a list of lines stays or goes as one, and with the item that it stands in", async () => {
  const names = Array.from(
    { length: 40 },
    (_, place) =>
      `${rooms[place % rooms.length] ?? ""} movers of ${["Vils", "Imst", "Hall"][place % 3] ?? ""} ${place}`,
  );
  const { markdown } = await read(
    `<article><h1>Who carries benches</h1>${told("The first bench")}${told("The second bench")}<h2>Companies</h2><ul>${names.map((name, place) => `<li>${place % 4 === 0 ? `<strong>${name}</strong>, since ${1950 + place}` : name}</li>`).join("")}</ul><ul><li><p>They carry:</p><ul><li>benches of every length</li><li>tables with their chairs</li></ul></li></ul>${told("The last bench")}</article>`,
    "Who carries benches",
  );
  const kept = names.filter((name) => markdown.includes(name)).length;
  expect([0, names.length]).toContain(kept);
  expect(markdown.includes("They carry")).toBe(markdown.includes("benches of every length"));
});

test("a note that leads back to the text stays, and small print that is called a footnote goes", async () => {
  const page = (note: string): string =>
    `<article><h1>Why the tea was late</h1><div class="body">${told("The works")}${told("The repair")}${told("The second winter")}</div></article>${note}`;
  const { markdown } = await read(
    page(`<ol class="wp-block-footnotes"><li id="n1">As the almanac says <a href="#r1">↩︎</a></li></ol>`),
    "Why the tea was late",
  );
  expect(markdown).toContain("almanac");
  const other = await read(
    page(`<div class="footnote"><p>Prices without engagement</p></div>`),
    "Why the tea was late",
  );
  expect(other.markdown).not.toContain("engagement");
});

test("prices right behind what a service tells stay, though a form follows them", async () => {
  const box = (name: string): string =>
    `<div class="box"><div class="rich"><h2>${name}</h2></div><div class="rich">${told(`The ${name}`)}</div></div>`;
  const row = (name: string, price: string): string =>
    `<div class="row"><div class="rich"><p>${name}</p></div><div class="rich"><p>${price}</p></div></div>`;
  const { markdown } = await read(
    `<main><div class="page"><section><h1>Kettle repair</h1>${told("The first repair")}</section><section><div>${["Lids", "Knobs", "Spouts"].map(box).join("")}</div></section><section><div><div class="rich"><h2>Prices</h2></div>${row("First visit", "45 €")}${row("Repair", "38 €")}${row("Five repairs", "170 €")}</div></section><section><h2>Contact</h2><form><label for="a">Name</label><input id="a"><label for="b">Mail</label><input id="b" type="email"><textarea></textarea></form></section></div></main>`,
    "Kettle repair",
  );
  for (const text of ["Prices", "First visit", "170 €"]) expect(markdown).toContain(text);
  expect(markdown).not.toContain("Contact");
});
