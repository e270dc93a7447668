import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { neighbour } from "../../../markup/neighbour.ts";
import { attribute, elementChildren, findDescendant, isForScreenReaders, isInvisible, textOf } from "../element.ts";
import { isGutter } from "./code.ts";
import { languageNamed, longestGutter } from "./language.ts";

/** Things that a page shows around listings and that are no part of them. */
export interface ListingFrames {
  /** Names of languages and copy buttons. */
  readonly labels: Set<Element>;
  /** The language that a label names, by listing. */
  readonly languages: Map<Element, string>;
}

/** Starts without any. */
export const noFrames = (): ListingFrames => ({ labels: new Set(), languages: new Map() });

/** Boxes around one listing and its label: no parts of a text. */
const boxNames: ReadonlySet<string> = new Set(["div", "figure", "span", "pre"]);
const isBox = ({ name }: Element): boolean => boxNames.has(name) || name.includes("-");
const maxBoxes = 6;
/** The parts of a label. */
const labelNames: ReadonlySet<string> = new Set("div span button svg small p i b a label header".split(" "));
/** A label has no more nodes than this: a page may have thousands of listings side by side. */
const maxNodes = 40;

const copyWords =
  /^(?:copy|download|copied!?|copy (?:code|snippet|text)(?: to clipboard)?|copy to clipboard|(?:code )?kopieren|copier(?: le code)?|copiar(?: código)?|copia(?: codice)?|kopiuj(?: kod)?|kopiëren|kopyala|копировать(?: код)?|复制(?:代码)?|複製(?:程式碼)?|(?:コードを)?コピー(?:する)?|(?:코드 )?복사)$/iu;

/**
 * Finds the label of a listing: the name of its language in the box around both, with nothing else but buttons to copy. In a
 * box that names a file, too, only the words of the buttons go.
 */
export function findFrame(pre: Element, into: ListingFrames): void {
  let inner = listingIn(pre);
  labelBefore(pre, into);
  gutterBefore(pre, into);
  for (let level = 0; level < maxBoxes; level += 1) {
    const { parent } = inner;
    if (parent === null || !isTag(parent) || !isBox(parent)) return;
    const beside = wordsBeside(inner, parent);
    if (beside === undefined) return;
    const names = beside.map(({ text }) => (copyWords.test(text) ? undefined : (languageNamed(text) ?? "?")));
    const languages = names.filter((name) => name !== undefined);
    const isLabel = languages.length === 0 || (languages.length === 1 && languages[0] !== "?");
    for (const [place, { element }] of beside.entries())
      if (isLabel || names[place] === undefined) into.labels.add(element);
    if (!isLabel) return;
    const [language] = languages;
    if (language !== undefined) {
      if (language !== "") into.languages.set(pre, language);
      return;
    }
    inner = parent;
  }
}

/** Takes the element before a listing for its label if it names a language beside a button, or its class says so. */
function labelBefore(pre: Element, into: ListingFrames): void {
  const prev = neighbour(pre.prev, "prev");
  if (prev === undefined || !/^(?:div|span|figcaption)$/.test(prev.name)) return;
  const spoken = prev.name === "figcaption" ? wordsBeside(pre, prev) : undefined;
  if (spoken?.every(({ element }) => isForScreenReaders(element)) === true) into.labels.add(prev);
  const words = wordsBeside(pre, prev)?.filter(({ text }) => !copyWords.test(text)) ?? [];
  const language = words.length === 1 ? languageNamed(words[0]?.text ?? "") : undefined;
  if (language === undefined) return;
  if (!headerClass.test(attribute(prev, "class")) && findDescendant(prev, isButton) === undefined) return;
  into.labels.add(prev);
  if (language !== "") into.languages.set(pre, language);
}

/** Takes the numbers of lines before the box of a listing for its label (GitLab). */
function gutterBefore(pre: Element, into: ListingFrames): void {
  const { parent } = pre;
  if (parent === null || !isTag(parent) || parent.name !== "div" || elementChildren(parent).length > 1) return;
  const numbers = neighbour(parent.prev, "prev");
  if (numbers?.name === "div" && isGutter(numbers, longestGutter(pre))) into.labels.add(numbers);
}

const headerClass = /code-?(?:block-?)?(?:head|title|lang|bar)|lang(?:uage)?(?:-?(?:name|label))?(?:\s|$)/i;
const isButton = ({ name }: Element): boolean => name === "button";

/** The element with the code, where a `pre` holds its label, too. */
function listingIn(pre: Element): Element {
  const [only] = elementChildren(pre);
  return only === undefined || isListing(only) ? pre : (listingUnder(pre, maxBoxes) ?? pre);
}

const isListing = ({ name, attribs }: Element): boolean =>
  name === "code" || attribs["class"]?.includes("cm-content") === true;

function listingUnder(parent: Element, levels: number): Element | undefined {
  for (const child of elementChildren(parent)) {
    const found = isListing(child) ? child : levels > 1 ? listingUnder(child, levels - 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Words {
  readonly element: Element;
  readonly text: string;
}

/** The words in a box, but for those of a listing, by element; undefined where there is more than a label. */
function wordsBeside(listing: Element, box: Element): readonly Words[] | undefined {
  const words: Words[] = [];
  let nodes = 0;
  const collect = (node: AnyNode): boolean => {
    nodes += 1;
    if (nodes > maxNodes || node === listing) return nodes <= maxNodes;
    if (isText(node)) return node.data.trim() === "";
    if (!isTag(node) || isInvisible(node)) return true;
    if (node.name === "img") return /^copy\b/i.test(attribute(node, "alt"));
    if (!labelNames.has(node.name) && !node.name.includes("-")) return false;
    if (!node.children.some((child) => isText(child) && child.data.trim() !== "")) return node.children.every(collect);
    const text = textOf(node, 60).replace(/\s+/g, " ").trim();
    words.push({ element: node, text });
    return text.length <= 60 && words.length <= 4;
  };
  return box.children.every(collect) ? words : undefined;
}
