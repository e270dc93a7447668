import { expect, test } from "vitest";
import { readPage } from "../../scrape/read-page.ts";

const paragraphs = [
  "The ferry left at six with eleven passengers and a crate of young ducks, as it had on every Thursday since the bridge was closed.",
  "Nobody on board had heard the forecast. The captain, who has crossed the sound some nine thousand times, says that he looked at the sky and liked what he saw.",
  "Half a mile from the northern pier the engine coughed twice. Then it was quiet, and the ducks could be heard.",
  "What followed was described to us by seven people, and no two of them agree on who first noticed the water.",
  "The inspector's report has ninety pages. We have read it, and we have spoken to the man who wrote the appendix that was left out.",
  "He keeps the draft in a drawer of his kitchen table, beneath the bills, and on its third page a sentence is underlined in red which",
];
const article = (ending: string): string =>
  `<!doctype html><title>The Thursday ferry</title><header><nav><a href=/a>News</a> <a href=/b>Sport</a> <a href=/c>Tides</a></nav></header><main><article><h1>The Thursday ferry</h1>${paragraphs.map((text) => `<p>${text}</p>`).join("")}${ending}</article></main><footer><p>The Sound Observer, 4 Pier Road</p></footer>`;
const read = async (ending: string) =>
  await readPage({ html: article(ending), url: "https://observer.example/2024/the-thursday-ferry" });

test.each([
  "<div><p>Five people make this paper, and its readers pay for all five.</p><p>It's £4 a month, less than a pint at the Mermaid, and you can stop when you like.</p><p>One of them already? <a href=/in>Tell us who you are</a> and the rest will appear.</p></div>",
  "<div><h2>Wie es weitergeht, steht im Boten Plus</h2><p>Vier Wochen für 1 Euro, dann 8,90 Euro im Monat.</p><p>Sie bekommen die gedruckte Zeitung? Dann kostet es Sie nichts.</p><button>Ich bin dabei</button></div>",
])("a text that ends in a demand to pay is a paywall, or may be one: %s", async (ending) => {
  const { metadata, warning } = await read(ending);
  expect(metadata.verdictDoubt?.verdict ?? metadata.verdict).toBe("paywall");
  expect(warning).toMatch(
    /^Only a part of this page is free to read: .* (?:says|ends in|breaks off before) "|reads like a paywall/,
  );
});

const stories = ["Herring", "The lighthouse", "Ducks", "Letters", "The hall", "Tides", "The bell", "Rowing"].map(
  (title) =>
    `<div class="css-1x"><a href="/${title}"><img src="/${title}.jpg" alt=""><h3>${title} in the week to come</h3></a><p>By the desk, two days ago.</p></div>`,
);

const witnesses = ["cook", "vet", "priest", "painter", "driver", "widow"].map(
  (who, at) =>
    `The ${who} stood ${at + 2} steps from the ladder and remembers the minute by the bell of the church. Asked about the water, the ${who} points at the ${at + 3}. plank of a drawing, shrugs, and says that whoever saw it first kept quiet for as long as it takes to count to ${at + 9}.`,
);

test("a demand at the end of the text counts, whatever the site has below it", async () => {
  const text = witnesses.map((witness) => `<p>${witness}</p>`).join("");
  const wall = `<div class="css-9f"><p>Five people make this paper, and its readers pay for all five.</p><p>It's £4 a month, less than a pint at the Mermaid, and you can stop when you like.</p><p>One of them already? Tell us who you are and the rest will appear.</p></div>`;
  const below = `<section><h2>Most read</h2>${stories.join("")}</section>`;
  const html = `<!doctype html><title>The Thursday ferry</title><header><nav><a href=/a>News</a> <a href=/b>Sport</a></nav></header><main><article><h1>The Thursday ferry</h1>${text}</article>${wall}</main>${below}<footer><p>The Sound Observer</p></footer>`;
  const { metadata } = await readPage({ html, url: "https://observer.example/2024/the-thursday-ferry" });
  expect(metadata.verdictDoubt?.verdict ?? metadata.verdict).toBe("paywall");
});

test.each([
  "fills a third of it.</p><p>The hearing goes on in March, in the hall of the school.</p>",
  "</p><p>The hearing goes on in March.</p><p>Our newsletter comes on Fridays and costs nothing: write to the desk.</p>",
  "</p><h2>More from the sound</h2><p>A week of herring. The lighthouse is painted again. Ducks, a history.</p>",
])("a text that ends in something else is ok: %s", async (ending) => {
  const { metadata, warning } = await read(ending);
  expect(metadata.verdict).toBe("ok");
  expect(metadata).not.toHaveProperty("verdictDoubt");
  expect(warning).toBeUndefined();
});

test("a document is no teaser, whatever it ends in", async () => {
  const lines = [
    ...paragraphs,
    "Readers pay for this paper: £4 a month.",
    "One of them already? Then the rest will appear.",
  ];
  const rtf = `{\\rtf1\\ansi ${lines.map((line) => `${line}\\par `).join("")}}`.replaceAll("£", "GBP ");
  const { metadata, markdown } = await readPage({
    bytes: new TextEncoder().encode(rtf),
    contentType: "application/rtf",
    url: "https://observer.example/ferry.rtf",
  });
  expect(markdown).toContain("the rest will appear");
  expect(metadata).not.toHaveProperty("verdictDoubt");
});
