import type { Element } from "domhandler";
import { emphasised, isMonospaced } from "../../html/emphasis.ts";
import { escapeHtml, noteMark } from "../../html/markup.ts";
import type { Losses } from "../../losses.ts";
import type { Pictures } from "../../pictures.ts";
import { childOf, childrenOf, descendantsOf, textOf } from "../../../markup/xml-tree.ts";
import { graphicHtml, type Graphics } from "../graphics.ts";
import { computedHtml, fieldLink, linkAddress, signHtml } from "../fields.ts";
import { ommlToMathMl } from "../omml.ts";
import { isSymbolFont } from "../../symbol-fonts.ts";
import { outsideOf, type Relations } from "../package.ts";
import { isOn, shiftOf, type Style } from "./styles.ts";

/** Data that a document's text refers to. */
export interface InlineContext {
  readonly relations: Relations;
  readonly styles: ReadonlyMap<string, Style>;
  /** Called with a footnote's or endnote's identifier; returns its number. */
  readonly note: (kind: "footnote" | "endnote", identifier: string) => number;
  /** Paragraphs of text boxes that were met on the way. */
  readonly boxes: Element[];
  /** Blocks that were drawn there, such as the data of charts. */
  readonly drawn: string[];
  readonly graphics: Graphics;
  readonly pictures: Pictures;
  readonly losses: Losses;
}

/** The field that is being read: its instruction, then its result (ECMA-376 part 1, §17.16). */
interface Field {
  instruction: string;
  inResult: boolean;
  /** True once its result has shown anything. */
  isShown: boolean;
}

interface Run {
  readonly html: string;
  readonly href: string | undefined;
}

/**
 * The text of a paragraph as HTML: emphasis, links (also those written as fields), breaks, notes. Deletions are left out, and
 * with `isHidden` all runs that don't say that they are shown.
 */
export function inlineHtml(paragraph: Element, context: InlineContext, isHidden = false): string {
  const fields: Field[] = [];
  const runs: Run[] = [];
  readInline(paragraph, { context, fields, runs, href: undefined, isHidden });
  let html = "";
  for (let index = 0; index < runs.length;) {
    const { href } = runs[index] ?? { href: undefined };
    let end = index;
    while (end < runs.length && runs[end]?.href === href) end += 1;
    const text = runs
      .slice(index, end)
      .map((run) => run.html)
      .join("");
    html += href === undefined || text === "" ? text : `<a href="${escapeHtml(href)}">${text}</a>`;
    index = end;
  }
  return html;
}

interface Reading {
  readonly context: InlineContext;
  readonly fields: Field[];
  readonly runs: Run[];
  readonly href: string | undefined;
  /** The style of the paragraph hides its text. */
  readonly isHidden: boolean;
}

const containers: ReadonlySet<string> = new Set([
  "w:ins",
  "w:smartTag",
  "w:sdt",
  "w:sdtContent",
  "w:moveTo",
  "w:dir",
  "w:bdo",
  "mc:AlternateContent",
  "mc:Choice",
  "w:customXml",
]);

function readInline(parent: Element, reading: Reading): void {
  for (const child of childrenOf(parent)) {
    if (child.name === "w:r") readRun(child, reading);
    else if (child.name === "w:hyperlink")
      readInline(child, { ...reading, href: linkOf(child, reading.context) ?? reading.href });
    else if (child.name === "w:hlink") readInline(child, { ...reading, href: hlinkOf(child) ?? reading.href });
    else if (child.name === "w:fldSimple")
      readInline(child, { ...reading, href: fieldLink(child.attribs["w:instr"] ?? "") ?? reading.href });
    else if (child.name === "m:oMath" || child.name === "m:oMathPara") add(reading, ommlToMathMl(child));
    else if (child.name === "w:subDoc") reading.context.losses.add("linked document");
    else if (containers.has(child.name)) readInline(child, reading);
  }
}

const linkOf = ({ attribs }: Element, { relations }: InlineContext): string | undefined =>
  linkAddress(outsideOf(relations, attribs["r:id"]), attribs["w:anchor"]);

/** A link of Word 2003, which names its address itself. */
const hlinkOf = ({ attribs }: Element): string | undefined => linkAddress(attribs["w:dest"], attribs["w:bookmark"]);

function add({ runs, href, fields }: Reading, html: string): void {
  if (fields.some(({ inResult }) => !inResult)) return;
  if (html !== "") for (const field of fields) field.isShown = true;
  const link = fields.map(({ instruction }) => fieldLink(instruction)).find((address) => address !== undefined);
  runs.push({ html, href: link ?? href });
}

function readRun(run: Element, reading: Reading): void {
  const properties = childOf(run, "w:rPr");
  if (isHidden(properties, reading)) return;
  let text = "";
  let hasOwnMark = false;
  const flush = () => {
    if (text !== "") add(reading, formatted(text, properties, reading.context));
    text = "";
  };
  for (const part of childrenOf(run)) {
    if (part.name === "w:t") text += hasOwnMark ? "" : textOf(part);
    else if (part.name === "w:tab" || part.name === "w:ptab") text += "\t";
    else if (part.name === "w:noBreakHyphen") text += "-";
    else {
      flush();
      readSpecial(part, reading);
      // The note has a number of its own here.
      hasOwnMark ||= /^(?:1|true|on)$/.test(part.attribs["w:customMarkFollows"] ?? "");
    }
  }
  flush();
}

function isHidden(properties: Element | undefined, { isHidden: inherited, context }: Reading): boolean {
  const style = context.styles.get(childOf(properties, "w:rStyle")?.attribs["w:val"] ?? "");
  const own = childOf(properties, "w:vanish");
  return own === undefined ? (style?.hidden ?? inherited) : isOn(own);
}

function readSpecial(part: Element, reading: Reading): void {
  const { context, fields } = reading;
  if (part.name === "w:br" || part.name === "w:cr") add(reading, part.attribs["w:type"] === "page" ? " " : "<br>");
  else if (part.name === "w:fldChar") {
    const kind = part.attribs["w:fldCharType"];
    if (kind === "begin") {
      add(reading, escapeHtml(formValue(childOf(part, "w:ffData"))));
      fields.push({ instruction: "", inResult: false, isShown: false });
    } else if (kind === "end") endField(reading);
    else Object.assign(fields.at(-1) ?? {}, { inResult: true });
  } else if (part.name === "w:instrText") {
    const field = fields.at(-1);
    if (field !== undefined) field.instruction += textOf(part);
  } else if (part.name === "w:footnoteReference" || part.name === "w:endnoteReference") {
    const kind = part.name === "w:footnoteReference" ? "footnote" : "endnote";
    const number = context.note(kind, part.attribs["w:id"] ?? "");
    add(reading, noteMark(number));
  } else if (part.name === "w:ruby") readRuby(part, reading);
  else if (part.name === "w:commentReference") context.losses.add("comment");
  else if (part.name === "w:r") readRun(part, reading); // LibreOffice writes them so into links of Word 2003
  else if (
    part.name === "w:object" ||
    part.name === "w:drawing" ||
    part.name === "w:pict" ||
    part.name === "mc:AlternateContent"
  )
    readDrawing(part, reading);
  else if (part.name === "w:sym")
    add(
      reading,
      signHtml(Number.parseInt(part.attribs["w:char"] ?? "", 16) || 0, part.attribs["w:font"], context.losses),
    );
}

function endField(reading: Reading): void {
  const field = reading.fields.pop();
  if (field !== undefined && !field.isShown) add(reading, computedHtml(field.instruction, reading.context.losses));
}

/** The base with its pronunciation above (ECMA-376 part 1, §17.3.3.25). */
function readRuby(ruby: Element, reading: Reading): void {
  const partHtml = (name: string): string => {
    const runs: Run[] = [];
    readInline(childOf(ruby, name) ?? ruby, { ...reading, runs });
    return runs.map(({ html }) => html).join("");
  };
  add(reading, `<ruby>${partHtml("w:rubyBase")}<rt>${partHtml("w:rt")}</rt></ruby>`);
}

/** The state of a check box or the choice of a list in a form (§17.16.17); empty for other fields, which have a result. */
function formValue(form: Element | undefined): string {
  const box = childOf(form, "w:checkBox");
  if (box !== undefined) return isOn(childOf(box, "w:checked") ?? childOf(box, "w:default")) ? "☒" : "☐";
  const list = childOf(form, "w:ddList");
  const chosen = Number(
    childOf(list, "w:result")?.attribs["w:val"] ?? childOf(list, "w:default")?.attribs["w:val"] ?? 0,
  );
  return childrenOf(list, "w:listEntry")[chosen]?.attribs["w:val"] ?? "";
}

/** The pictures of a drawing and the text in its boxes; the older of two alternatives repeats the newer one. */
function readDrawing(drawing: Element, reading: Reading): void {
  const newest = childOf(drawing, "mc:Choice") ?? drawing;
  const { pictures, relations, losses, boxes, drawn, graphics } = reading.context;
  const graphic = graphicHtml(newest, relations, graphics);
  if (graphic !== undefined) {
    drawn.push(graphic);
    return;
  }
  const texts = descendantsOf(newest, "w:txbxContent");
  const { attribs: properties = {} } = descendantsOf(newest, "wp:docPr")[0] ?? {};
  const shape = descendantsOf(newest, "v:shape").find(({ attribs }) => attribs["alt"] !== undefined);
  const description = (properties["descr"] ?? shape?.attribs["alt"] ?? properties["title"] ?? "").trim();
  const blips = descendantsOf(newest, "a:blip").map(({ attribs }) => attribs["r:embed"] ?? attribs["r:link"]);
  const olderOnes = descendantsOf(newest, "v:imagedata").map(({ attribs }) => attribs["r:id"]);
  const shown = [...blips, ...olderOnes].flatMap((identifier) => relations.get(identifier ?? "") ?? []);
  for (const { target } of shown) add(reading, pictures.html(target, description));
  if (shown.length === 0) {
    const kind = lossOf(newest);
    if (kind !== undefined) losses.add(kind);
    if (description !== "" && texts.length === 0) add(reading, escapeHtml(`[Image: ${description}]`));
  }
  for (const box of texts) boxes.push(box);
  // Words that older files draw in letters of a shape.
  for (const { attribs } of descendantsOf(newest, "v:textpath"))
    drawn.push(`<p>${escapeHtml(attribs["string"] ?? "")}</p>`);
}

/** The lost content of a drawing without a picture and text. */
function lossOf(drawing: Element): string | undefined {
  if (descendantsOf(drawing, "c:chart").length > 0) return "chart";
  if (descendantsOf(drawing, "dgm:relIds").length > 0) return "diagram";
  return drawing.name === "w:object" || descendantsOf(drawing, "o:OLEObject").length > 0
    ? "embedded object"
    : undefined;
}

/** The codes of signs in text: those of letters, and their places in the private use area. Other characters stand for themselves. */
const signCode = /[!-~\u00A1-\u00FF\uF020-\uF0FF]/g;

const signsHtml = (text: string, font: string, losses: Losses): string =>
  text.replace(signCode, (character) => signHtml(character.charCodeAt(0), font, losses));

function formatted(text: string, properties: Element | undefined, { styles, losses }: InlineContext): string {
  const style = styles.get(childOf(properties, "w:rStyle")?.attribs["w:val"] ?? "") ?? {};
  const font = childOf(properties, "w:rFonts")?.attribs["w:ascii"] ?? "";
  const has = (name: string, inherited = false): boolean => {
    const own = childOf(properties, name);
    return own === undefined ? inherited : isOn(own);
  };
  const own = shiftOf(properties);
  const shift = own ?? (childOf(properties, "w:vertAlign") === undefined ? style.shift : undefined);
  return emphasised(isSymbolFont(font) ? signsHtml(text, font, losses) : escapeHtml(text), {
    code: style.code === true || isMonospaced(font),
    shift,
    deleted: has("w:strike") || has("w:dstrike"),
    italic: has("w:i", style.italic),
    bold: has("w:b", style.bold),
  });
}
