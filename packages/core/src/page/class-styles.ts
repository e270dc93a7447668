import { isTag, isText, Text, type ChildNode, type Document, type Element } from "domhandler";
import { elementsNamed } from "../markup/elements.ts";
import { setAttribute } from "../markup/html/tree-adapter.ts";
import type { ElementIndex } from "./element-index.ts";

/** Limit of characters read from the page's style sheets: those of word processors are short. */
const longestSheet = 20_000;
/** Styles that Markdown can show. */
const shownStyle =
  /(?:^|[;{\s])(font-weight\s*:\s*(?:bold|bolder|[6-9]\d\d)|font-style\s*:\s*(?:italic|oblique)|text-decoration(?:-line)?\s*:[^;}]*line-through|font-family\s*:[^;}]*(?:mono|courier|consolas|menlo|monaco)[^;}]*)/gi;
const mayShow = /font-(?:weight|style|family)|line-through/i;
/** Rules for classes, alone or of a `span`. */
const classRule = /(?:^|\})\s*((?:span)?\.[\w-]{1,40}(?:\s*,\s*(?:span)?\.[\w-]{1,40}){0,20})\s*\{([^{}]*)(?=\})/g;

/**
 * Gives parts of sentences that a class of the page's own style sheet sets bold, slanted, struck or in a font of one width
 * that style as their own, as word processors export them (`.c3 { font-weight: 700 }`). Changes the tree in place; linear in
 * the size of the page.
 */
export function adoptClassStyles(document: Document, elements: ElementIndex): void {
  const styles = classStyles(elements);
  if (styles.size === 0) return;
  for (const span of elementsNamed(document, ["span"])) {
    const classes = span.attribs["class"]?.split(/\s+/) ?? [];
    const own = classes.flatMap((name) => styles.get(name) ?? []);
    if (own.length === 0 || !isPartOfSentence(span)) continue;
    setAttribute(span, "style", [...own, span.attribs["style"] ?? ""].filter((style) => style !== "").join(";"));
  }
}

function classStyles(elements: ElementIndex): ReadonlyMap<string, string> {
  const styles = new Map<string, string>();
  let left = longestSheet;
  for (const sheet of elements("style")) {
    const text = sheet.children.map((child) => (child instanceof Text ? child.data : "")).join("");
    const read = text.slice(0, left);
    const rules = mayShow.test(read) ? read.matchAll(classRule) : [];
    for (const [, selectors = "", declarations = ""] of rules) {
      const shown = [...declarations.matchAll(shownStyle)].map(([, style = ""]) => style.trim());
      if (shown.length === 0) continue;
      for (const [, name = ""] of selectors.matchAll(/\.([\w-]+)/g)) styles.set(name, shown.join(";"));
    }
    left -= text.length;
    if (left <= 0) break;
  }
  return styles;
}

/** True if other text stands beside an element: one alone is a label or a price, bold for its looks. */
function isPartOfSentence({ prev, next }: Element): boolean {
  const isBeside = (node: ChildNode | null, further: "prev" | "next"): boolean => {
    if (node === null) return false;
    if (isText(node)) return node.data.trim() !== "" || isSpan(node[further]);
    return isSpan(node);
  };
  return isBeside(prev, "prev") || isBeside(next, "next");
}

const isSpan = (node: ChildNode | null): boolean => node !== null && isTag(node) && node.name === "span";
