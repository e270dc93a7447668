import { send, startFixtureSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine } from "../engine.ts";

async function scrape(svg: string, type = "image/svg+xml") {
  await using site = await startFixtureSite({
    routes: { drawing: (exchange) => send(exchange, svg, { type }) },
  });
  await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
  return await engine.scrape({ url: `${site.origin}/drawing`, formats: ["markdown", "html"] });
}

test("a drawing has its title, its description and its words, and says what is missing", async () => {
  const { markdown, metadata, warning } = await scrape(`<?xml version="1.0"?>
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
      <title>Harbour &amp; quay</title><desc>A plan of the harbour.</desc>
      <defs><text>unseen</text></defs><style>text { fill: red }</style>
      <rect width="10" height="10"/><path d="M0 0"/><text display="none">hidden</text>
      <text><tspan x="0" y="0">North</tspan><tspan x="0" dy="10">pier</tspan></text>
      <a xlink:href="https://other.example/"><text>Town</text></a>
      <switch><foreignObject><div xmlns="http://www.w3.org/1999/xhtml">Box one</div></foreignObject><text>Box…</text></switch>
      <image href="ship.png"/>
    </svg>`);
  expect(metadata).toMatchObject({ title: "Harbour & quay", description: "A plan of the harbour." });
  expect(markdown?.replace(/ +\n/g, "\n")).toBe(
    "# Harbour & quay\n\nA plan of the harbour.\n\nNorth pier\n[Town](https://other.example/)\nBox one",
  );
  expect(warning).toContain("only the words are kept; 2 shapes and 1 picture can't be written as text");
});

test("a drawing without words says that it has none", async () => {
  const { warning } = await scrape('<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>');
  expect(warning).toContain("The page is a drawing (SVG), which has no words; 1 shape can't be written as text.");
});

test("a drawing has the words that it takes from elsewhere, and not those that its styles hide", async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
    <style>text { fill: red } .note, .draft { display: none }</style>
    <defs><text id="quay">Quay</text><g id="loop"><text>Loop</text><use href="#loop"/></g></defs>
    <symbol id="mark"><text>Mark</text></symbol>
    <text>North <tspan class="big draft">unseen</tspan></text>
    <use xlink:href="#quay"/><use href="#mark"/><use href="#loop"/><use href="#missing"/>
    <switch><text systemLanguage="de">Hafen</text><text>Harbour</text></switch>
  </svg>`;
  for (const type of ["image/svg+xml", "text/xml"]) {
    const { markdown } = await scrape(drawing, type);
    expect(markdown?.replace(/ +\n/g, "\n").trim()).toBe("North\nQuay\nMark\nLoop\nHarbour");
  }
});

test("a part of a drawing that is drawn again very often is drawn as often as an honest one needs", async () => {
  const part = `<g id="p"><text>again</text>${"<rect/>".repeat(5000)}</g>`;
  const { markdown } = await scrape(
    `<svg xmlns="http://www.w3.org/2000/svg"><defs>${part}</defs>${'<use href="#p"/>'.repeat(5000)}</svg>`,
  );
  expect(markdown?.split("again")).toHaveLength(2);
});
