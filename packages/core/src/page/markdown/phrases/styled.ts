import { isTag, type Element } from "domhandler";
import { attribute } from "../element.ts";
import type { Mark } from "./pieces.ts";

const marks: Readonly<Record<string, Mark>> = {
  b: "strong",
  strong: "strong",
  em: "em",
  i: "em",
  del: "del",
  s: "del",
  strike: "del",
};

const none: readonly Mark[] = [];
const bold = /(?:^|;)\s*font-weight\s*:\s*(?:bold|bolder|[6-9]\d\d)\b/i;
const light = /(?:^|;)\s*font-weight\s*:\s*(?:normal|lighter|[1-5]\d\d)\b/i;
const italic = /(?:^|;)\s*font-style\s*:\s*(?:italic|oblique)\b/i;
const upright = /(?:^|;)\s*font-style\s*:\s*normal\b/i;
const struck = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i;
const raised = /(?:^|;)\s*vertical-align\s*:\s*super\b/i;
const lowered = /(?:^|;)\s*vertical-align\s*:\s*sub\b/i;
const monospaced = /(?:^|;)\s*font(?:-family)?\s*:[^;]*(?:\bmono(?:space)?\b|courier|consolas|menlo|monaco)/i;

/**
 * The marks that an element stands for: by its name or, as word processors write them, by its style.
 * `<b style="font-weight: normal">`, the wrapper of one of them, is none.
 */
export function marksOf(element: Element): readonly Mark[] {
  const named = Object.hasOwn(marks, element.name) ? marks[element.name] : undefined;
  if (named !== undefined && (isSecondName(element, named) || isIcon(element))) return none;
  const style = element.attribs["style"];
  const classed = named === undefined ? marksOfClass(element) : none;
  if (style === undefined || classed.length > 0) return named === undefined ? classed : [named];
  if (named === "strong") return light.test(style) ? none : ["strong"];
  if (named === "em") return upright.test(style) ? none : ["em"];
  if (named === "del") return ["del"];
  if (element.name !== "span" && element.name !== "font") return none;
  const found: Mark[] = [];
  if (bold.test(style)) found.push("strong");
  if (italic.test(style)) found.push("em");
  if (struck.test(style)) found.push("del");
  if (raised.test(style)) found.push("sup");
  else if (lowered.test(style)) found.push("sub");
  return found;
}

/** The fonts of LaTeXML, and those of TeX by the names that TeX4ht has for them: `cmbx-10`. */
function marksOfClass({ attribs, name }: Element): readonly Mark[] {
  const classes = attribs["class"];
  if (classes === undefined || name !== "span" || !/ltx_font_|(?:cm|ec|lm)[a-z]{2}-/.test(classes)) return none;
  const found: Mark[] = [];
  if (/(?:^|\s)(?:ltx_font_bold|(?:cm|ec)bx-[\dx-]+|rm-lmbx-\d+)(?:\s|$)/.test(classes)) found.push("strong");
  if (/(?:^|\s)(?:ltx_font_(?:italic|slanted|oblique)|(?:cm|ec)(?:ti|sl)-[\dx-]+|rm-lmri-\d+)(?:\s|$)/.test(classes))
    found.push("em");
  return found;
}

/** True if the element around only gives the same mark its other name: editors write `<b><strong>` for one (Lexical). */
function isSecondName({ name, parent }: Element, mark: Mark): boolean {
  if (parent === null || !isTag(parent) || parent.children.length > 1 || parent.attribs["style"] !== undefined)
    return false;
  return parent.name !== name && Object.hasOwn(marks, parent.name) && marks[parent.name] === mark;
}

/** True for a drawing whose text only says what it shows. */
export const isIcon = ({ name, attribs, children: [only, ...others] }: Element): boolean =>
  name === "i" &&
  only !== undefined &&
  isTag(only) &&
  only.name === "span" &&
  others.length === 0 &&
  attribs["class"] !== undefined &&
  /(?:^|[\s_-])icon(?:[\s_-]|$)/.test(attribs["class"]);

const typewriterClass = /(?:^|\s)(?:ltx_font_typewriter|(?:cm|ec)tt-[\dx-]+|rm-lmtt-\d+)(?:\s|$)/;

/** True if a style or a class of LaTeXML or TeX4ht sets a piece of text as code: in a font whose letters are all of one width. */
export function isMonospaced(element: Element): boolean {
  if (element.name !== "span" && element.name !== "font") return false;
  return (
    typewriterClass.test(attribute(element, "class")) ||
    monospaced.test(attribute(element, "style")) ||
    monospaced.test(`font-family:${attribute(element, "face")}`)
  );
}
