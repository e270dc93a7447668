import { Element } from "domhandler";
import type { BodyParser } from "../ports/body-parser.ts";
import { isPlaced, isUnpainted } from "../markup/drawing.ts";
import { localName, parseXml, rootOf, textOf } from "../markup/xml-tree.ts";
import { withinBudget } from "../markup/budget.ts";
import { maxXmlTags } from "./archive.ts";
import { given } from "./feeds/feed-page.ts";
import { escapeHtml, linkedHtml } from "./html/markup.ts";
import { decodeText } from "./text/decode-text.ts";

/** Words of a drawing, and what else it shows. */
interface Drawing {
  readonly lines: string[];
  shapes: number;
  pictures: number;
}

/**
 * Drawings (SVG 2): their title, their description and the words in them in the order of the file; a warning says what
 * is drawn besides.
 */
export const svgParser: BodyParser = {
  mediaTypes: ["image/svg+xml"],
  async parse(input) {
    const { title, description, language, warnings, ...drawing } = readDrawing(decodeText(input));
    return await Promise.resolve({
      html: `<main>${title === undefined ? "" : `<h1>${escapeHtml(title)}</h1>`}${wordsHtml({ ...drawing, description })}</main>`,
      metadata: given({ title, description, language }),
      warnings: [...warnings, warningOf(drawing)],
    });
  },
};

/** Reads a drawing; `warnings` tells what was too large to be read. */
export function readDrawing(source: string): ReadDrawing {
  const bounded = withinBudget(source, maxXmlTags);
  const root = rootOf(parseXml(bounded.html));
  const drawing: Drawing = { lines: [], shapes: 0, pictures: 0 };
  if (root !== undefined) readWords(root, drawing);
  return {
    ...drawing,
    title: root === undefined ? undefined : (childText(root, "title") ?? root.attribs["aria-label"]),
    description: root === undefined ? undefined : childText(root, "desc"),
    language: root?.attribs["xml:lang"] ?? root?.attribs["lang"],
    warnings: bounded.warning === undefined ? [] : [bounded.warning],
  };
}

/** The words of a drawing within a page, as HTML; empty where it has none. */
export function wordsWithin(root: Element): string {
  const drawing: Drawing = { lines: [], shapes: 0, pictures: 0 };
  readWords(root, drawing);
  return wordsHtml({ lines: drawing.lines, description: undefined });
}

interface ReadDrawing extends Drawing {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly language: string | undefined;
  readonly warnings: readonly string[];
}

/** The description and the words of a drawing. */
export const wordsHtml = ({ description, lines }: Pick<ReadDrawing, "description" | "lines">): string =>
  (description === undefined ? "" : `<p>${escapeHtml(description)}</p>`) +
  (lines.length === 0 ? "" : `<p>${lines.join("<br>")}</p>`);

function warningOf({ lines, shapes, pictures }: Drawing): string {
  const count = (number: number, kind: string) => (number === 0 ? [] : [`${number} ${kind}${number === 1 ? "" : "s"}`]);
  const drawn = [...count(shapes, "shape"), ...count(pictures, "picture")].join(" and ");
  const words = lines.length === 0 ? "which has no words" : "of which only the words are kept";
  return `The page is a drawing (SVG), ${words}${drawn === "" ? "" : `; ${drawn} can't be written as text`}.`;
}

const shapes = /^(?:path|rect|circle|ellipse|line|polyline|polygon|use)$/;

/** Gathers the words of what is drawn, in document order. */
function readWords(root: Element, drawing: Drawing): void {
  const scene = sceneOf(root);
  const open: Open[] = [{ element: root, href: undefined, isUsed: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { element, isUsed } = next;
    const name = localName(element);
    if ((isUnpainted(name) && !(isUsed && name === "symbol")) || isHidden(element, scene)) continue;
    const used = name === "use" && !isUsed ? scene.taken(element) : undefined;
    if (shapes.test(name) && used === undefined) drawing.shapes += 1;
    else if (name === "image") drawing.pictures += 1;
    const href = name === "a" ? addressOf(element) : next.href;
    if (used !== undefined) open.push({ element: used, href, isUsed: true });
    else if (name === "text" || name === "foreignObject") {
      const words = name === "text" ? linesOfText(element, scene) : textOf(element);
      const line = words.replace(/\s+/g, " ").trim();
      if (line !== "") drawing.lines.push(linkedHtml(href, escapeHtml(line)));
    } else for (const child of drawnIn(element, name).toReversed()) open.push({ element: child, href, isUsed });
  }
}

interface Open {
  readonly element: Element;
  readonly href: string | undefined;
  /** It is drawn where a `use` takes it to; uses within it are not followed, so that they can't multiply. */
  readonly isUsed: boolean;
}

const addressOf = ({ attribs }: Element): string | undefined => attribs["href"] ?? attribs["xlink:href"];

/** What parts of a drawing refer to. */
interface Scene {
  /** The classes that its styles hide. */
  readonly hidden: ReadonlySet<string>;
  /** The part that a `use` draws (SVG 2 §5.6); undefined for one that is nowhere, or taken too often. */
  taken(use: Element): Element | undefined;
}

/** Most elements that are drawn by `use` again. */
const maxUsed = 10_000;

function sceneOf(root: Element): Scene {
  const parts = new Map<string, Element>();
  const hidden = new Set<string>();
  const open: Element[] = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const { id } = element.attribs;
    if (id !== undefined && !parts.has(id)) parts.set(id, element);
    if (localName(element) === "style") for (const name of hiddenClasses(textOf(element))) hidden.add(name);
    open.push(...element.children.filter((node) => node instanceof Element).toReversed());
  }
  let left = maxUsed;
  return {
    hidden,
    taken(use) {
      const target = addressOf(use);
      const part = target?.startsWith("#") === true ? parts.get(target.slice(1)) : undefined;
      if (part === undefined) return undefined;
      left -= 1 + sizeOf(part, left);
      return left < 0 ? undefined : part;
    },
  };
}

/** The number of elements in a part, counted no further than a limit. */
function sizeOf(part: Element, limit: number): number {
  let size = 0;
  const open: Element[] = [part];
  for (let element = open.pop(); element !== undefined && size <= limit; element = open.pop()) {
    size += 1;
    open.push(...element.children.filter((node) => node instanceof Element));
  }
  return size;
}

/** The classes that rules of one class alone hide, such as `.a, .b { display: none }`. */
const hiddenClasses = (css: string): readonly string[] =>
  css.split("}").flatMap((rule) => {
    const [selectors = "", declarations = ""] = rule.split("{");
    if (!/(?:^|[\s;])(?:display:\s*none|visibility:\s*hidden)/.test(declarations)) return [];
    return selectors.split(",").flatMap((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? []);
  });

/** The first child of a `switch` that is understood is drawn instead of the others (SVG 2 §5.9). */
function drawnIn(element: Element, name: string): readonly Element[] {
  const children = element.children.filter((node) => node instanceof Element);
  if (name !== "switch") return children;
  const chosen = children.find(({ attribs }) => attribs["systemLanguage"] === undefined) ?? children[0];
  return chosen === undefined ? [] : [chosen];
}

const isHidden = ({ attribs }: Element, { hidden }: Scene): boolean =>
  attribs["display"] === "none" ||
  attribs["visibility"] === "hidden" ||
  /display:\s*none/.test(attribs["style"] ?? "") ||
  (hidden.size > 0 && (attribs["class"] ?? "").split(/\s+/).some((name) => hidden.has(name)));

/** The text of an element; a part that is placed by itself is parted from the one before. */
function linesOfText(text: Element, scene: Scene): string {
  return text.children
    .map((child) => {
      if (!(child instanceof Element)) return "data" in child ? child.data : "";
      if (isUnpainted(localName(child)) || isHidden(child, scene)) return "";
      return (isPlaced(child) ? " " : "") + linesOfText(child, scene);
    })
    .join("");
}

function childText(root: Element, name: string): string | undefined {
  const child = root.children.find((node) => node instanceof Element && localName(node) === name);
  const text = child instanceof Element ? textOf(child).replace(/\s+/g, " ").trim() : "";
  return text === "" ? undefined : text;
}
