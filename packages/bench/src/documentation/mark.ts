import { selectAll } from "css-select";
import render from "dom-serializer";
import { isTag, isText, type AnyNode, type Document, type Element, type ParentNode } from "domhandler";
import { parse } from "parse5";
import { adapter } from "parse5-htmlparser2-tree-adapter";
import type { SitePage } from "./fetch.ts";

/** The place of a text: in the content, around it, or neither wanted nor unwanted. */
export type Side = "content" | "chrome" | "open";

/** Kinds of things that a reader of documentation counts on. */
export const kinds = [
  "term",
  "code",
  "cell",
  "nested item",
  "caption",
  "heading",
  "link",
  "image",
  "paragraph",
] as const;
export type Kind = (typeof kinds)[number];

/** Something of the content, with its characters. */
export interface Thing {
  readonly kind: Kind;
  readonly characters: string;
}

/** A page in which every element is marked with its side, and what it holds by kind with a number. */
export interface MarkedPage {
  readonly html: string;
  readonly things: readonly Thing[];
  readonly words: Readonly<Record<Side, number>>;
}

const sideMark = "data-mark-side";
const thingMark = "data-mark-thing";
const unseen: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "head",
  "noscript",
  "svg",
  "textarea",
  "select",
]);

/** The text of a page's content, without chrome inside of it. */
export function contentOf(page: SitePage): string {
  const document = markDocument(page).document;
  const parts: string[] = [];
  const walk = (parent: ParentNode, around: Side): void => {
    for (const child of parent.children) {
      if (isText(child) && around !== "chrome") parts.push(child.data);
      if (isTag(child) && !unseen.has(child.name)) {
        walk(child, sideOf(child.attribs[sideMark]) ?? around);
        parts.push(blocks.has(child.name) ? "\n" : "");
      }
    }
  };
  walk(document, "chrome");
  return parts
    .join("")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}

const blocks: ReadonlySet<string> = new Set(
  "p div li dt dd td th tr pre h1 h2 h3 h4 h5 h6 table section br".split(" "),
);

/** Marks a page; the marks are names that nothing in the engine reads. */
export function markPage(page: SitePage): MarkedPage {
  const { document, things } = markDocument(page);
  return { html: render(document, { encodeEntities: "utf8" }), things, words: countWords(document) };
}

function markDocument({ html, site }: SitePage): { readonly document: Document; readonly things: readonly Thing[] } {
  const document = parse(html, { treeAdapter: adapter });
  const [content, chrome, open] = [site.content, site.chrome, site.open].map(
    (selector) => new Set<unknown>(selector === undefined ? [] : selectAll(selector, document)),
  );
  const things: Thing[] = [];
  const mark = (parent: ParentNode, around: Side): void => {
    for (const child of parent.children) {
      if (!isTag(child) || unseen.has(child.name)) continue;
      const isChrome = chrome?.has(child) === true || isPermalink(child);
      const inside = content?.has(child) === true ? (around === "open" ? "open" : "content") : around;
      const side = isChrome ? "chrome" : open?.has(child) === true && inside === "content" ? "open" : inside;
      child.attribs[sideMark] = side;
      mark(child, side);
      const kind = side === "content" ? kindOf(child) : undefined;
      const characters = kind === undefined ? "" : charactersOf(child);
      if (kind !== undefined && (kind === "image" || characters !== "")) {
        child.attribs[thingMark] = String(things.length);
        things.push({ kind, characters });
      }
    }
  };
  mark(document, "chrome");
  return { document, things };
}

const isPermalink = (element: Element): boolean =>
  element.name === "a" && /^[#¶§🔗]$/u.test(charactersOf(element)) && element.attribs["href"]?.includes("#") === true;

const kindByName: Readonly<Record<string, Kind>> = {
  dt: "term",
  pre: "code",
  td: "cell",
  th: "cell",
  caption: "caption",
  figcaption: "caption",
  ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, "heading"] as const)),
  img: "image",
  p: "paragraph",
};

function kindOf(element: Element): Kind | undefined {
  if (element.name === "li") return isInside(element, "li") ? "nested item" : undefined;
  if (element.name === "a") return element.attribs["href"] === undefined ? undefined : "link";
  return Object.hasOwn(kindByName, element.name) ? kindByName[element.name] : undefined;
}

function isInside(element: Element, name: string): boolean {
  for (let holder = element.parent; holder !== null && isTag(holder); holder = holder.parent)
    if (holder.name === name) return true;
  return false;
}

/** The letters, digits and signs of a text, without those of permalinks. */
export function charactersOf(node: AnyNode): string {
  if (isText(node)) return node.data.replace(/[\s\u00AD\u200B-\u200F\uFEFF]+/g, "");
  if (!("children" in node) || (isTag(node) && unseen.has(node.name))) return "";
  return node.children
    .filter((child) => !(isTag(child) && child.attribs[sideMark] === "chrome"))
    .map(charactersOf)
    .join("");
}

/** Counts words by the side of the element that they stand in. */
function countWords(parent: ParentNode): Record<Side, number> {
  const words: Record<Side, number> = { content: 0, chrome: 0, open: 0 };
  const walk = (around: ParentNode, side: Side): void => {
    for (const child of around.children) {
      if (isText(child)) words[side] += child.data.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
      else if (isTag(child) && !unseen.has(child.name)) walk(child, sideOf(child.attribs[sideMark]) ?? side);
    }
  };
  walk(parent, "chrome");
  return words;
}

const sideOf = (mark: string | undefined): Side | undefined =>
  mark === "content" || mark === "chrome" || mark === "open" ? mark : undefined;

/** The text that remains of a marked page. */
export interface Remains {
  /** The characters of each thing that is still there, by its number. */
  readonly characters: ReadonlyMap<number, string>;
  readonly words: Readonly<Record<Side, number>>;
  /** The chrome that stayed, for reading. */
  readonly chrome: string;
}

/** Reads what is left of a marked page. */
export function readRemains(html: string): Remains {
  const document: Document = parse(html, { treeAdapter: adapter });
  const characters = new Map<number, string>();
  const chrome: string[] = [];
  const walk = (parent: ParentNode, around: Side): void => {
    for (const child of parent.children) {
      if (isText(child) && around === "chrome") chrome.push(child.data);
      if (!isTag(child)) continue;
      const number = child.attribs[thingMark];
      if (number !== undefined) characters.set(Number(number), charactersOf(child));
      walk(child, sideOf(child.attribs[sideMark]) ?? around);
    }
  };
  walk(document, "chrome");
  return { characters, words: countWords(document), chrome: chrome.join(" ").replace(/\s+/g, " ").trim() };
}
