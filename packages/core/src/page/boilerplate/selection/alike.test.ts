import { expect, test } from "vitest";
import { parse } from "../../../markup/parse.ts";
import { flatten, blockText } from "../blocks/flat-page.ts";
import { pageSigns } from "../blocks/page-signs.ts";
import type { PageType } from "../outcome.ts";
import { profilePage } from "../signals/profile.ts";
import { keepAlike } from "./alike.ts";

const told = (subject: string): string =>
  `${subject} took longer than anyone had planned, because the first boiler cracked on a cold morning, and the spare one was away.`;

/** The first words of the texts that are kept, where some were kept before and all have a chance. */
function keptOf(
  body: string,
  type: PageType,
  isKept: (text: string) => boolean,
  chance: number | ((text: string) => number),
): readonly string[] {
  const document = parse(`<body>${body}</body>`);
  const page = flatten(document);
  if (page === undefined) throw new Error("The page has no body.");
  const profile = profilePage(page, { signs: pageSigns(document), url: "https://tea.example/kettle" });
  const texts = page.blocks.map(blockText);
  const kept = texts.map(isKept);
  const chances = Float64Array.from(texts, (text) => (typeof chance === "number" ? chance : chance(text)));
  keepAlike(profile, { type, home: page.root, chances, chrome: texts.map(() => false) }, kept);
  return texts.filter((_, index) => kept[index]).map((text) => text.split(" ")[0] ?? "");
}

const story =
  ["One", "Two", "Three", "Four"].map((subject) => `<div class="widget"><p>${told(subject)}</p></div>`).join("") +
  `<div class="teaser"><p>${told("Five")}</p></div><aside><div class="widget"><p>${told("Six")}</p></div></aside>`;
const isEarly = (text: string): boolean => /^(?:One|Two)/.test(text);

test("a paragraph stays where kept ones stand, but for what is unlikely, in other surroundings or beside the text", () => {
  expect(keptOf(story, "article", isEarly, 0.2)).toEqual(["One", "Two", "Three", "Four"]);
  expect(keptOf(story, "article", isEarly, 0.1)).toEqual(["One", "Two"]);
  expect(keptOf(story, "listing", isEarly, 0.2)).toEqual(["One", "Two"]);
});

const offers = ["Cups", "Pots", "Tins", "Teas"]
  .map((name) => `<div class="offer"><h3>${name}</h3><ul><li>Made of clay</li><li>Fired in the town</li></ul></div>`)
  .join("");

test("a part of a service stays where most of those beside it do, alike as they are", () => {
  const names = ["Cups", "Made", "Fired"];
  const isOf = (...kept: readonly string[]) => {
    let part = "";
    return (text: string): boolean => {
      if (!/^(?:Made|Fired)/.test(text)) part = text;
      return kept.includes(part);
    };
  };
  const all = ["Cups", "Pots", "Tins", "Teas"].flatMap((name) => [name, ...names.slice(1)]);
  expect(keptOf(offers, "service", isOf("Cups", "Pots", "Tins"), 0.3)).toEqual(all);
  expect(keptOf(offers, "service", isOf("Cups", "Pots", "Tins"), 0.1)).toEqual(all.slice(0, 9));
  expect(keptOf(offers, "service", isOf("Cups"), 0.3)).toEqual(names);
  expect(keptOf(offers, "product", isOf("Cups", "Pots", "Tins"), 0.3)).toEqual(all.slice(0, 9));
});

test("a quotation on a service stays with the line that says whose it is", () => {
  const quoted = `<div class="offer"><p>${told("One")}</p></div><div><blockquote>${told("Two")}</blockquote><cite>Jo, Leeds</cite></div><nav><blockquote>${told("Three")}</blockquote></nav>`;
  const isFirst = (text: string): boolean => text.startsWith("One");
  expect(keptOf(quoted, "service", isFirst, 0.3)).toEqual(["One", "Two", "Jo,"]);
  expect(keptOf(quoted, "service", isFirst, 0.2)).toEqual(["One"]);
  const inside = `<div class="offer"><p>${told("One")}</p></div><blockquote><p>${told("Two")}</p><cite>Jo, Leeds</cite></blockquote>`;
  expect(keptOf(inside, "service", isFirst, (text) => (text.startsWith("Jo") ? 0.1 : 0.3))).toEqual([
    "One",
    "Two",
    "Jo,",
  ]);
});

test("a customer who is cited behind what was said stays, also where it is no quotation", () => {
  const said = (who: string): string =>
    `<div class="slide"><div>${told(who)}</div><footer><cite>${who} of Leeds</cite></footer></div>`;
  expect(keptOf(`<div>${said("One")}${said("Two")}</div>`, "service", (text) => /took longer/.test(text), 0.1)).toEqual(
    ["One", "One", "Two", "Two"],
  );
  const brief = `<div><div>It was lit by noon.</div><footer><cite><span>Jo of Leeds</span></cite></footer></div>`;
  expect(keptOf(brief, "service", (text) => text.startsWith("It"), 0.1)).toEqual(["It", "Jo"]);
});
