import { Element, Text, type ChildNode, type Document } from "domhandler";
import { render } from "dom-serializer";
import { parse } from "../../src/markup/parse.ts";
import { flatten } from "../../src/page/boilerplate/blocks/flat-page.ts";
import { pageSigns } from "../../src/page/boilerplate/blocks/page-signs.ts";
import { blockChances } from "../../src/page/boilerplate/model/chances.ts";
import { selectBlocks } from "../../src/page/boilerplate/selection/selection.ts";
import { profilePage } from "../../src/page/boilerplate/signals/profile.ts";
import { splitSentences } from "../../src/page/verdict/speech.ts";
import { exampleOf, type Example } from "../verdict/examples.ts";
import { isMessage, type LabelledPage } from "./examples.ts";
import { generator, type LabelledText } from "./fit-texts.ts";

const places = { content: "GARNER-CONTENT", title: "GARNER-TITLE" };
const mostCharacters = { most: 200_000, least: 1500 };
const site = "https://site.example/";
const longestHeading = 80;
const shareOf = {
  headed: 0.7,
  inOneParagraph: 0.5,
  cards: 0.45,
  linkedCards: 0.6,
  describedCards: 0.7,
  marked: 0.3,
  titled: 0.4,
  namedAfterSite: 0.3,
  foreignMessages: 0.5,
  foreignContent: 0.06,
};
const headingTags = ["h1", "h1", "h1", "h2", "h2", "h3", "div", "p", "strong"];
const cardHeadings = [
  "",
  "<h2>You may also like</h2>",
  "<h3>Popular now</h3>",
  "<div>Latest</div>",
  "<h2>More from us</h2>",
];
const classes = ["css-1x9kz", "flex gap-4 p-4", "card", "tile__body", "Box_root__x8Kq", "item", "col-md-8", "inner"];

/** All that a real site has around its content. */
export interface Surroundings {
  readonly html: string;
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

/** What real pages have around their main content, which is taken out together with their name. */
export const surroundingsOf = (pages: readonly Pick<Example, "html" | "facts">[]): readonly Surroundings[] =>
  pages.flatMap(({ html, facts: { requestedUrl: url, page } }) => {
    const document = parse(html);
    const element = homeOf(document, url);
    if (element === undefined) return [];
    element.children = [new Text(places.content)];
    empty(document.children, (other) => /^(?:script|style|svg)$/.test(other.name));
    empty(document.children, (other) => other.name === "h1" && !render(other).includes(places.content));
    empty(document.children, (other) => other.name === "title", places.title);
    const rest = render(document, { encodeEntities: "utf8" });
    const fits = rest.length > mostCharacters.least && rest.length < mostCharacters.most;
    if (!fits || !rest.includes(places.content)) return [];
    return [{ html: rest, url, title: page.title, description: page.metas.get("description") ?? "" }];
  });

function homeOf(document: Document, url: string): Element | undefined {
  const page = flatten(document);
  if (page === undefined) return undefined;
  const profile = profilePage(page, { signs: pageSigns(document), url });
  const { home } = selectBlocks(profile, blockChances(profile));
  return home?.parent === undefined ? undefined : home.element;
}

/** Replaces what is in some elements by a text. */
function empty(nodes: readonly ChildNode[], isMeant: (element: Element) => boolean, text = ""): void {
  for (const node of nodes) {
    if (!(node instanceof Element)) continue;
    if (isMeant(node)) node.children = [new Text(text)];
    else empty(node.children, isMeant);
  }
}

/**
 * The texts as whole pages: each in the place of a real page's main content, often with cards of other pages below it. As
 * obstacles stand at any address, half of the messages have the real page's.
 */
export function richPages(
  texts: readonly LabelledText[],
  surroundings: readonly Surroundings[],
): readonly LabelledPage[] {
  const random = generator(3);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("Rich pages need real pages: get the quality pack.");
    return item;
  };
  return texts.map(({ kind, text }) => {
    const around = pick(surroundings);
    const siteName = around.title.split(/ [|–-] /).at(-1) ?? "";
    const said = splitSentences(text.replace(/\[[^\]]+\]/g, "")).filter((sentence) => sentence.trim() !== "");
    const [first = ""] = said;
    const tag = random() < shareOf.marked ? "main" : "div";
    const cards = random() < shareOf.cards ? cardsOf(2 + Math.floor(random() * 6)) : "";
    const content = `<${tag} class="${pick(classes)}"><div>${messageOf(text, said)}</div>${cards}</${tag}>`;
    const named = random() < shareOf.namedAfterSite ? siteName : isMessage(kind) ? around.title : first;
    const title = random() < shareOf.titled ? `${first} | ${siteName}` : named;
    const isForeign = random() < (isMessage(kind) ? shareOf.foreignMessages : shareOf.foreignContent);
    const html = around.html.replace(places.content, () => content).replace(places.title, () => title);
    return { kind, facts: exampleOf("ok", kind, { html, url: isForeign ? around.url : site }).facts };
  });

  /** A text with what stands in brackets as buttons. */
  function messageOf(text: string, said: readonly string[]): string {
    const [first = "", ...others] = said;
    const isHeaded = others.length > 0 && first.length < longestHeading && random() < shareOf.headed;
    const heading = pick(headingTags);
    const paragraph = pick(["p", "p", "div"]);
    const rest = isHeaded ? others : said;
    const paragraphs = random() < shareOf.inOneParagraph ? [rest.join(" ")] : rest;
    const labels = [...text.matchAll(/\[([^\]]+)\]/g)].map(([, label = ""]) => label);
    return [
      ...(isHeaded ? [`<${heading}>${first}</${heading}>`] : []),
      ...paragraphs.map((one) => `<${paragraph}>${one}</${paragraph}>`),
      ...labels.map((label) => pick([`<a href="/go">${label}</a>`, `<button>${label}</button>`])),
    ].join("\n");
  }

  /** Teasers of other real pages. */
  function cardsOf(count: number): string {
    const heading = pick(["h2", "h3", "h3", "h4", "div", "strong", "b"]);
    const card = pick(["div", "div", "li", "article", "section"]);
    const isLinked = random() < shareOf.linkedCards;
    const cards = Array.from({ length: count }, () => {
      const { title, description } = pick(surroundings);
      const [name = ""] = title.split(/ [|–-] /);
      const head = isLinked
        ? `<${heading}><a href="/more">${name}</a></${heading}>`
        : `<a href="/more"><img src="/more.png" alt=""></a><${heading}>${name}</${heading}>`;
      return `<${card}>${head}${random() < shareOf.describedCards ? `<p>${description}</p>` : ""}</${card}>`;
    });
    return `${pick(cardHeadings)}<div class="${pick(classes)}">${cards.join("")}</div>`;
  }
}
