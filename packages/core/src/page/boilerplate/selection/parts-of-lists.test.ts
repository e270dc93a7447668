import { expect, test } from "vitest";
import { parse } from "../../../markup/parse.ts";
import { blockText, flatten } from "../blocks/flat-page.ts";
import { pageSigns } from "../blocks/page-signs.ts";
import { profilePage, type Profile } from "../signals/profile.ts";
import { dropBoxes } from "./chrome.ts";
import { keepEntryTitles } from "./entry-titles.ts";
import { keepFacts } from "./facts.ts";
import { dropNamedSections } from "./named-sections.ts";

/** The texts that are kept after a rule, where some were kept before. */
function keptOf(
  body: string,
  isKept: (text: string) => boolean,
  rule: (profile: Profile, kept: boolean[]) => void,
): readonly string[] {
  const document = parse(`<body>${body}</body>`);
  const page = flatten(document);
  if (page === undefined) throw new Error("The page has no body.");
  const profile = profilePage(page, { signs: pageSigns(document), url: "https://garden.example/log" });
  const texts = page.blocks.map(blockText);
  const kept = texts.map(isKept);
  rule(profile, kept);
  return texts.filter((text, index) => kept[index] && text !== "");
}

const titles = ["Sowing in the cold", "A heap without smell", "Five that stand drought", "Frames from old boards"];
const told = "A lamp over the bench saves the seedlings, water them from below.";
const isText = (text: string): boolean => text === told;
const list = (entry: (title: string, place: number) => string): string => `<main>${titles.map(entry).join("")}</main>`;

test("titles of entries stay: the first link before a kept text, which is the same in no other entry", () => {
  const entries = titles.flatMap((title) => [title, told]);
  const inHeader = list(
    (title, place) =>
      `<article><header><h2><a href="/${place}">${title}</a></h2><div><a href="/d">${place + 1} March 2025</a></div></header><p>${told}</p></article>`,
  );
  expect(keptOf(inHeader, isText, keepEntryTitles)).toEqual(entries);
  const inCard = list(
    (title, place) =>
      `<div class="card"><div class="badge">News</div><a href="/${place}"><div class="h5">${title}</div></a><p>${told}</p></div>`,
  );
  expect(keptOf(inCard, isText, keepEntryTitles)).toEqual(entries);
});

test("what all entries share, dates, links around whole cards and titles of texts that went are not kept", () => {
  const texts = titles.map(() => told);
  const shared = list((_, place) => `<div><a href="/${place}">Open the entry</a><p>${told}</p></div>`);
  expect(keptOf(shared, isText, keepEntryTitles)).toEqual(texts);
  const dated = list((_, place) => `<div><a href="/${place}">2025-03-0${place + 1}</a><p>${told}</p></div>`);
  expect(keptOf(dated, isText, keepEntryTitles)).toEqual(texts);
  const whole = list((title, place) => `<a href="/${place}"><div>${title}</div><p>${told}</p></a>`);
  expect(keptOf(whole, isText, keepEntryTitles)).toEqual(texts);
  const gone = list((title, place) => `<div><a href="/${place}">${title}</a><p>${told}</p></div>`);
  expect(keptOf(gone, () => false, keepEntryTitles)).toEqual([]);
});

test("facts stay with headings of two levels, where they have a chance", () => {
  const body = `<section><h2>Technical data</h2><h3>Size</h3><dl><div><dt>Height</dt><dd>22 cm</dd></div><div><dt>Width</dt><dd>31 cm</dd></div></dl></section>`;
  const keep =
    (chance: number) =>
    (profile: Profile, kept: boolean[]): void =>
      keepFacts(profile, new Float64Array(kept.length).fill(chance), kept);
  const all = ["Technical data", "Size", "Height", "22 cm", "Width", "31 cm"];
  expect(keptOf(body, () => false, keep(0.3))).toEqual(all);
  expect(keptOf(body, () => false, keep(0.1))).toEqual([]);
});

test("cells stay that are named after what sorts their column, and filters go", () => {
  const row = `<tr><td class="sort-name">Helix</td><td class="sort-city">Göteborg</td><td class="rating">98 %</td></tr>`;
  const drop = (profile: Profile, kept: boolean[]): void =>
    dropNamedSections(profile, { type: "listing", isDeclared: false, title: -1 }, kept);
  const body = `<div class="sort-by"><p>Newest</p></div><table>${row.repeat(6)}</table>`;
  expect(keptOf(body, () => true, drop)).toEqual(Array.from({ length: 6 }, () => ["Helix", "Göteborg", "98 %"]).flat());
});

test("a box that a button brings in goes while it is closed", () => {
  const drop = (profile: Profile, kept: boolean[]): void => dropBoxes(profile, -1, kept);
  const box = (state: string): string => `<form class="offcanvas${state}"><p>Choose colours.</p></form>`;
  const body = `<p>${told}</p>`;
  expect(keptOf(body + box(" offcanvas-end"), () => true, drop)).toEqual([told]);
  expect(keptOf(body + box(" show"), () => true, drop)).toEqual([told, "Choose colours."]);
});
