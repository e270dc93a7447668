import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { codeLines, codeSpan, isDecoration } from "./code/code.ts";
import type { Context } from "./context.ts";
import { collapse, findDescendant, isInvisible, textOf } from "./element.ts";
import { addLinked } from "./inline-link.ts";
import { autolink, isPermalink, linkTarget } from "./link.ts";
import { addBoundary, addBreak, addRaw, addSpace, addText, isOpen, type Phrase } from "./phrases/phrase.ts";

/** A code span; links in it stand around code spans of their own, because Markdown has no links inside of code. */
export function addCode(element: Element, phrase: Phrase, context: Context): void {
  const [only, ...others] = element.children;
  if (only !== undefined && others.length === 0 && isTag(only) && only.name === "a") {
    addCodeLink(only, phrase, context);
    return;
  }
  const isLinked = (node: AnyNode): boolean => isTag(node) && isLinkOfCode(node, context);
  if (phrase.place !== "paragraph" && findDescendant(element, ({ name }) => name === "br") !== undefined)
    addCodeLines(element, phrase);
  else if (!isOpen(phrase, "link") && findDescendant(element, isLinked) !== undefined)
    addLinkedCode(element, phrase, context);
  else addCodeText(collapse(codeLines(element).join(" ")), phrase);
  if (/\s$/.test(textOf(element)) && isBeforeWord(element)) addSpace(phrase);
}

function addCodeLink(anchor: Element, phrase: Phrase, context: Context): void {
  addLinked(anchor, phrase, context, () => addCodeText(textOf(anchor), phrase));
}

/** True for a link with words that are not its address; one that is only a sign is no part of the code. */
function isLinkOfCode(element: Element, context: Context): boolean {
  const url = element.name === "a" ? linkTarget(element, context) : undefined;
  if (url === undefined || textOf(element).trim() === "") return false;
  return autolink(element, url) === undefined && !isPermalink(element, false);
}

/** Writes the links in a piece of code, and the code between them; what only parts the links is no code. */
function addLinkedCode(element: Element, phrase: Phrase, context: Context): void {
  let code = "";
  const addBetween = (): void => {
    if (/^[\s,;]*$/.test(code)) addText(phrase, code);
    else addCodeText(code, phrase);
    code = "";
  };
  const add = (node: AnyNode): void => {
    if (isText(node)) code += node.data;
    if (!isTag(node) || isInvisible(node) || isDecoration(node) || node.name === "button") return;
    if (node.name === "br") code += " ";
    else if (isLinkOfCode(node, context)) {
      addBetween();
      addCodeLink(node, phrase, context);
    } else node.children.forEach(add);
  };
  element.children.forEach(add);
  code = code.trimEnd();
  addBetween();
}

/** White space at the end of code parts it from a word behind it; before a comma it only widens the box around the code. */
const isBeforeWord = ({ next }: Element): boolean => next !== null && /^[\p{L}\p{N}]/u.test(textOf(next, 2));

function addCodeText(text: string, phrase: Phrase): void {
  const code = collapse(text);
  if (code.startsWith(" ")) addSpace(phrase);
  if (code.includes("\\|") && isCell(phrase)) addCodeElement(code.trim(), phrase);
  else if (code.trim() !== "") addRaw(phrase, codeSpan(code.trim()));
  if (code.endsWith(" ")) addSpace(phrase);
}

/** In a table cell, no code span can hold a backslash before a pipe (GFM §4.10). */
function addCodeElement(code: string, phrase: Phrase): void {
  addRaw(phrase, "<code>");
  addText(phrase, code);
  addRaw(phrase, "</code>");
}

function isCell({ place }: Phrase): boolean {
  return place === "cell" || place === "header-cell";
}

/** Writes each line of code as a code span. */
export function addCodeLines(element: Element, phrase: Phrase): void {
  addBoundary(phrase);
  for (const line of codeLines(element)) {
    if (line.trim() !== "") addRaw(phrase, codeSpan(line));
    addBreak(phrase);
  }
}
