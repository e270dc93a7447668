import type { Element } from "domhandler";
import { EngineError } from "../../errors.ts";
import type { BodyParser } from "../../ports/body-parser.ts";
import { openArchive, type Archive } from "../archive.ts";
import { createLosses, type Losses } from "../losses.ts";
import { emphasised, isMonospaced, type Emphasis } from "../html/emphasis.ts";
import { escapeHtml, htmlLink, linkedHtml, linkedParagraphs, pageBreakHtml } from "../html/markup.ts";
import { nestedList, type ListItem } from "../html/nested-list.ts";
import { createPictures, type Pictures } from "../pictures.ts";
import { childOf, childrenOf, descendantsOf, localName, rootOf, textOf } from "../../markup/xml-tree.ts";
import { graphicHtml, readGraphics, type Graphics } from "./graphics.ts";
import { ommlToMathMl } from "./omml.ts";
import { isSymbolFont, symbolSign } from "../symbol-fonts.ts";
import {
  coreProperties,
  mainPart,
  outsideOf,
  plainCharacters,
  relationsOf,
  targetOf,
  targetsOf,
  type Relations,
} from "./package.ts";
import { markOf, slideBullets, type Bullets, type ReadBullets } from "./slide-bullets.ts";

/** PowerPoint presentations (ECMA-376 part 1, §19): every slide under its title, with its lists, tables and notes. */
export const pptxParser: BodyParser = {
  mediaTypes: [
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
    "application/vnd.ms-powerpoint.presentation.macroenabled.12",
  ],
  async parse(input) {
    const archive = await openArchive(input.body, "PowerPoint");
    const main = mainPart(archive, "ppt/presentation.xml");
    const relations = relationsOf(archive, main);
    const order = descendantsOf(archive.mainXml(main), "p:sldId");
    const slides = order.map(({ attribs }) => relations.get(attribs["r:id"] ?? "")?.target ?? "");
    archive.expect(targetsOf(relations, /^slide$/));
    if (slides.length > 0 && slides.every((part) => archive.bytes(part) === undefined))
      throw new EngineError(
        "UNSUPPORTED_CONTENT",
        "The PowerPoint document is broken: none of its slides can be read.",
      );
    const losses = createLosses();
    const deck: Deck = {
      archive,
      losses,
      pictures: createPictures(losses, archive),
      drawings: await readGraphics(archive),
    };
    const pages = slides.map((part, index) => ({ number: index + 1, html: slideHtml(deck, part, index + 1) }));
    const { parts = [] } = input;
    const between = (number: number) => (parts.includes("pageMarkers") && number > 1 ? pageBreakHtml(number) : "");
    return {
      html: `<main>${pages.map(({ number, html }) => between(number) + html).join("")}</main>`,
      ...(parts.includes("pages") ? { pages } : {}),
      metadata: { ...coreProperties(archive), numPages: slides.length },
      warnings: [...archive.warnings, ...losses.warnings()],
    };
  },
};

interface Deck {
  readonly archive: Archive;
  readonly pictures: Pictures;
  readonly losses: Losses;
  readonly drawings: Graphics;
}

interface Slide extends Deck {
  readonly relations: Relations;
  readonly bulletsOf: ReadBullets;
}

function slideHtml(deck: Deck, part: string, number: number): string {
  const { archive } = deck;
  const relations = relationsOf(archive, part);
  const slide: Slide = { ...deck, relations, bulletsOf: slideBullets(archive, relations) };
  const file = archive.xml(part);
  if (file === undefined) deck.losses.add("slide");
  const shapes = shapesOf(file);
  const title = shapes.find(isTitle);
  const heading =
    textOf(title).trim() === ""
      ? `Slide ${number}`
      : paragraphsOf(title)
          .map((paragraph) => inlineHtml(paragraph, relations))
          .join(" ");
  const content = shapes.filter((shape) => shape !== title).map((shape) => shapeHtml(shape, slide));
  const notesPart = targetOf(relations, "notesSlide");
  countComments(deck, targetOf(relations, "comments"));
  const notes = notesPart === undefined ? "" : notesHtml(archive, notesPart);
  return `<section><h2>${heading}</h2>${content.join("")}${notes}</section>`;
}

/** Remarks are `p:cm`, or of a namespace of their own in newer files. */
function countComments({ archive, losses }: Deck, part: string | undefined): void {
  const file = part === undefined ? undefined : archive.xml(part);
  const remarks = childrenOf(file === undefined ? undefined : rootOf(file)).filter(
    (child) => localName(child) === "cm",
  );
  losses.add("comment", remarks.length);
}

/** Text boxes, placeholders and tables in drawing order; groups are opened, hidden ones left out. */
function shapesOf(document: ReturnType<Archive["xml"]>): readonly Element[] {
  const tree = descendantsOf(document, "p:spTree")[0];
  const found: Element[] = [];
  const open = [...childrenOf(tree)].toReversed();
  for (let shape = open.pop(); shape !== undefined; shape = open.pop()) {
    if (isHidden(shape) && !isTitle(shape)) continue;
    if (/^p:(?:sp|graphicFrame|pic|cxnSp)$/.test(shape.name)) found.push(shape);
    else if (shape.name === "p:grpSp" || shape.name === "mc:AlternateContent" || shape.name === "mc:Choice")
      open.push(...childrenOf(shape).toReversed());
  }
  return found;
}

/** True for a shape or group that PowerPoint's list of objects hides. */
const isHidden = (shape: Element): boolean =>
  childrenOf(childrenOf(shape).find(({ name }) => /^p:nv\w+Pr$/.test(name))).some(
    ({ name, attribs }) => name === "p:cNvPr" && isOn(attribs["hidden"]),
  );

const placeholderOf = (shape: Element): string => {
  const placeholder = descendantsOf(shape, "p:ph")[0];
  return placeholder === undefined ? "" : (placeholder.attribs["type"] ?? "body");
};

const paragraphsOf = (shape: Element | undefined): readonly Element[] =>
  descendantsOf(shape, "a:p").filter((paragraph) => textOf(paragraph).trim() !== "");

/** A title may be hidden so that only lists of slides and screen readers have it. */
const isTitle = (shape: Element): boolean => /^(?:title|ctrTitle)$/.test(placeholderOf(shape));

/** Slide numbers, dates and footers are on every slide and say nothing about it. */
const chrome = /^(?:sldNum|dt|ftr|hdr)$/;

function shapeHtml(shape: Element, slide: Slide): string {
  const { relations, losses, drawings, bulletsOf } = slide;
  const kind = placeholderOf(shape);
  if (chrome.test(kind)) return "";
  if (shape.name === "p:pic") return pictureHtml(shape, slide);
  const table = descendantsOf(shape, "a:tbl")[0];
  if (table !== undefined) return tableHtml(table, relations);
  if (shape.name === "p:graphicFrame") {
    const drawn = graphicHtml(shape, relations, drawings);
    if (drawn !== undefined) return drawn;
    const lost = graphics.find(([name]) => descendantsOf(shape, name).length > 0);
    losses.add(lost?.[1] ?? "embedded object");
    return "";
  }
  const filling = childOf(childOf(shape, "p:spPr"), "a:blipFill") === undefined ? "" : pictureHtml(shape, slide);
  const list = { isBody: kind === "body" || kind === "obj", bullets: bulletsOf(shape) };
  const html = textHtml(paragraphsOf(shape), relations, list);
  return filling + linkedParagraphs(linkOf(shape, relations), html);
}

/** The address that a click on a shape or picture leads to. */
function linkOf(shape: Element, relations: Relations): string | undefined {
  const click = childOf(descendantsOf(shape, "p:cNvPr")[0], "a:hlinkClick");
  return outsideOf(relations, click?.attribs["r:id"]);
}

/** Contents of frames besides tables, by their elements. */
const graphics = [
  ["c:chart", "chart"],
  ["cx:chart", "chart"],
  ["dgm:relIds", "diagram"],
] as const;

/** A picture, or the picture that fills a shape. */
function pictureHtml(picture: Element, { relations, pictures, losses }: Slide): string {
  const properties = childOf(picture, "p:nvPicPr", "p:nvSpPr");
  const media = ["a:videoFile", "a:audioFile", "a:quickTimeFile"].flatMap((name) => descendantsOf(properties, name))[0];
  const played = relations.get(media?.attribs["r:link"] ?? "")?.target;
  const isOnWeb = played !== undefined && /^https?:/i.test(played);
  if (media !== undefined && !isOnWeb) losses.add("media object");
  const { attribs = {} } = childOf(properties, "p:cNvPr") ?? {};
  const blip = descendantsOf(picture, "a:blip")[0]?.attribs;
  const target = relations.get(blip?.["r:embed"] ?? blip?.["r:link"] ?? "")?.target;
  const shown = pictures.html(target, (attribs["descr"] ?? attribs["title"] ?? "").trim());
  return `<p>${linkedHtml(linkOf(picture, relations) ?? (isOnWeb ? played : undefined), shown)}</p>`;
}

/** Marks of a text's paragraphs; where nothing says them, those of a body are items. */
interface SlideList {
  readonly isBody: boolean;
  readonly bullets: Bullets;
}

function textHtml(paragraphs: readonly Element[], relations: Relations, { isBody, bullets }: SlideList): string {
  // Pandoc takes marks from single paragraphs of a place that has none, so the others are meant as items.
  const takesMarks = isBody && paragraphs.some((paragraph) => markOf(childOf(paragraph, "a:pPr")) === "none");
  const bulletsOf = (depth: number) => {
    const found = bullets(depth) ?? (isBody ? "bullet" : "none");
    return found === "none" && takesMarks ? "bullet" : found;
  };
  const parts: string[] = [];
  let items: ListItem[] = [];
  let code: Element[] = [];
  const flush = () => {
    if (items.length > 0) parts.push(nestedList(items));
    const lines = code.map(linesOf).join("\n");
    if (lines.includes("\n")) parts.push(`<pre><code>${escapeHtml(lines)}</code></pre>`);
    else parts.push(...code.map((paragraph) => `<p>${inlineHtml(paragraph, relations)}</p>`));
    items = [];
    code = [];
  };
  for (const paragraph of paragraphs) {
    if (isCode(paragraph)) {
      if (items.length > 0) flush();
      code.push(paragraph);
      continue;
    }
    if (code.length > 0) flush();
    const properties = childOf(paragraph, "a:pPr");
    const depth = Math.min(maxLevel, Number(properties?.attribs["lvl"] ?? 0) || 0);
    const own = markOf(properties);
    const inherited = bulletsOf(depth);
    const mark = own ?? (paragraphs.length > 1 ? inherited : "none");
    const ordered = mark === "number";
    const html = inlineHtml(paragraph, relations);
    if (mark !== "none") {
      items.push({ depth, ordered, html, ...(ordered ? { number: numberOf(properties, depth, items) } : {}) });
    } else {
      flush();
      parts.push(`<p>${html}</p>`);
    }
  }
  flush();
  return parts.join("");
}

/** PowerPoint has nine levels. */
const maxLevel = 8;

/** The number of an item: the next one on its level, else the one that it begins with. */
function numberOf(properties: Element | undefined, depth: number, items: readonly ListItem[]): number {
  const before = items.findLast((item) => item.depth <= depth);
  if (before?.depth === depth && before.ordered && before.number !== undefined) return before.number + 1;
  return Number(childOf(properties, "a:buAutoNum")?.attribs["startAt"] ?? 1) || 1;
}

/** True for a paragraph of words that are all set in a typewriter's font. */
function isCode(paragraph: Element): boolean {
  const parts = childrenOf(paragraph).filter(({ name }) => !/^a:(?:br|pPr|endParaRPr)$/.test(name));
  const isSet = (run: Element) =>
    textOf(run).trim() === "" || isMonospaced(childOf(childOf(run, "a:rPr"), "a:latin")?.attribs["typeface"]);
  return textOf(paragraph).trim() !== "" && parts.every((part) => part.name === "a:r" && isSet(part));
}

const linesOf = (paragraph: Element): string =>
  childrenOf(paragraph)
    .map((part) => (part.name === "a:br" ? "\n" : textOf(childOf(part, "a:t"))))
    .join("");

function inlineHtml(paragraph: Element, relations: Relations): string {
  return childrenOf(paragraph)
    .map((run) => {
      if (run.name === "a:br") return "<br>";
      if (run.name === "a14:m" || run.name === "mc:AlternateContent") return equationHtml(run);
      if (run.name !== "a:r" && run.name !== "a:fld") return "";
      const properties = childOf(run, "a:rPr");
      const text = withSign(plainCharacters(textOf(childOf(run, "a:t"))), properties);
      const address = outsideOf(relations, childOf(properties, "a:hlinkClick")?.attribs["r:id"]);
      const html = (address === undefined ? escapeHtml(text) : htmlLink(address, text)).replaceAll("\v", "<br>");
      return emphasised(html, emphasisOf(properties));
    })
    .join("");
}

/** A run of one character in a font of signs, such as the arrow that PowerPoint makes of `-->` and stores as `à`. */
function withSign(text: string, properties: Element | undefined): string {
  const fonts = ["a:sym", "a:latin"].map((name) => childOf(properties, name)?.attribs["typeface"]);
  const font = fonts.find(isSymbolFont);
  const sign = text.trim();
  if (font === undefined || sign.length !== 1) return text;
  return text.replace(sign, () => symbolSign(sign.charCodeAt(0), font) ?? sign);
}

function emphasisOf(properties: Element | undefined): Emphasis {
  const { b, i, strike, baseline } = properties?.attribs ?? {};
  const shift = Number(/^-?\d+/.exec(baseline ?? "")?.[0] ?? 0);
  return {
    shift: shift > 0 ? "sup" : shift < 0 ? "sub" : undefined,
    code: isMonospaced(childOf(properties, "a:latin")?.attribs["typeface"]),
    deleted: strike !== undefined && strike !== "noStrike",
    bold: isOn(b),
    italic: isOn(i),
  };
}

/** The newer of two alternatives; the older one is a picture of it. */
function equationHtml(run: Element): string {
  const newest = childOf(run, "mc:Choice") ?? run;
  const paragraphs = descendantsOf(newest, "m:oMathPara");
  return (paragraphs.length > 0 ? paragraphs : descendantsOf(newest, "m:oMath")).map(ommlToMathMl).join(" ");
}

const isOn = (value: string | undefined): boolean => value === "1" || value === "true";

function tableHtml(table: Element, relations: Relations): string {
  const rows = childrenOf(table, "a:tr").map((row, index) => {
    const tag = index === 0 ? "th" : "td";
    const cells = childrenOf(row, "a:tc").filter(({ attribs }) => !isOn(attribs["hMerge"]) && !isOn(attribs["vMerge"]));
    const written = cells.map((cell) => {
      const html = paragraphsOf(cell)
        .map((paragraph) => inlineHtml(paragraph, relations))
        .join("<br>");
      return `<${tag}${spanAttribute("colspan", cell.attribs["gridSpan"])}${spanAttribute("rowspan", cell.attribs["rowSpan"])}>${html}</${tag}>`;
    });
    return `<tr>${written.join("")}</tr>`;
  });
  return `<table>${rows.join("")}</table>`;
}

/** A span of an HTML cell; nothing for one. */
export const spanAttribute = (name: string, count: string | undefined): string =>
  /^\d{1,4}$/.test(count ?? "") && count !== "1" ? ` ${name}="${count}"` : "";

function notesHtml(archive: Archive, part: string): string {
  const file = archive.xml(part);
  if (file === undefined || rootOf(file) === undefined) return "";
  const body = shapesOf(file).filter((shape) => /^(?:body)?$/.test(placeholderOf(shape)));
  const paragraphs = body.flatMap((shape) => paragraphsOf(shape));
  if (paragraphs.length === 0) return "";
  const written = textHtml(paragraphs, relationsOf(archive, part), { isBody: false, bullets: () => undefined });
  return `<blockquote><p>Notes:</p>${written}</blockquote>`;
}
