import { Element, Text, type ParentNode } from "domhandler";
import { Draft, markersOf, maxTextLength, type PageSurvey } from "./page-survey.ts";
import { applicationRoot } from "../application-root.ts";
import { isAround } from "../surroundings.ts";
import { addText, endBlock } from "./speech.ts";

/** Where the walk through the page is. */
interface Place {
  readonly visible: boolean;
  readonly control: boolean;
  /** Inside the site's chrome. */
  readonly around: boolean;
  /** Level of the heading around it, from 1 to 6; 0 outside. */
  readonly level: number;
}

const maxScriptLength = 4000;
const maxScriptsLength = 200_000;
const maxResources = 5000;
const maxNames = 20_000;
const maxHeadings = 12;
const maxControls = 200;
/** An application's root may say "Loading…" and still count as empty. */
const maxRootCharacters = 30;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const mediaTags = setOf("img picture video audio iframe canvas svg object embed");
const sourceTags = setOf("script img iframe frame video audio source embed input");
const controlTags = setOf("a button select option label input textarea");
const unseenTags = setOf("style template svg math datalist noframes");
const writtenTags = setOf("pre code dl blockquote time address figcaption");
const inlineTags = setOf("a b i em strong span font small u code mark wbr sub sup");

/** Walks a page, or what is left of it, once. Never throws; linear in its size. */
export function survey(page: ParentNode): PageSurvey {
  const draft = new Draft();
  visit(page, draft, { visible: true, control: false, around: false, level: 0 });
  endBlock(draft.speech);
  return draft;
}

/** Recursion is safe: the parser caps the depth of the tree. */
function visit(parent: ParentNode, draft: Draft, place: Place): void {
  for (const node of parent.children) {
    if (node instanceof Text) readText(node.data, draft, place);
    else if (node instanceof Element) readElement(node, draft, place);
  }
}

function readText(text: string, draft: Draft, place: Place): void {
  if (!place.visible) return;
  const characters = countCharacters(text);
  draft.characters += characters;
  if (!place.around) draft.ownCharacters += characters;
  if (!place.control) draft.proseCharacters += characters;
  else if (draft.parts.controls.length < maxControls) draft.parts.controls.push(text);
  addText(draft.speech, text, { characters, isProse: !place.control, isOwn: !place.around, level: place.level });
  if (draft.parts.textLength >= maxTextLength * 2) return;
  draft.parts.text.push(text);
  draft.parts.textLength += text.length;
}

function countCharacters(text: string): number {
  let characters = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) characters += weightBeyondAscii(code);
    else if (code !== 0x20 && (code < 0x09 || code > 0x0d)) characters += 1;
  }
  return characters;
}

function weightBeyondAscii(code: number): number {
  const isIdeograph =
    (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af);
  if (isIdeograph) return 2;
  return spacesBeyondAscii.includes(String.fromCharCode(code)) ? 0 : 1;
}

/** Matches of `\s` besides ASCII. */
const spacesBeyondAscii =
  "\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF";

function readElement(element: Element, draft: Draft, place: Place): void {
  const { name, attribs } = element;
  readNames(element, draft);
  if (mediaTags.has(name)) {
    draft.media += 1;
    if (name !== "svg" && place.visible && !place.around && isVisible(element)) draft.ownMedia += 1;
  }
  if (sourceTags.has(name)) {
    readResource(attribs["src"], draft);
    readResource(attribs["data-src"], draft);
  } else if (name === "form") readResource(attribs["action"], draft);
  if (name === "title" && draft.parts.title === undefined) draft.parts.title = contentOf(element);
  else if (name === "meta") readMeta(element, draft);
  else if (name === "script") readScript(element, draft);
  else if (name === "noscript") draft.parts.noscript.push(contentOf(element));
  else if (!unseenTags.has(name) && name !== "title") readVisible(element, draft, place);
}

function readVisible(element: Element, draft: Draft, place: Place): void {
  const { name } = element;
  if (name === "a") {
    draft.links += 1;
    if (!place.around) draft.ownLinks += 1;
  } else if (writtenTags.has(name)) draft.writings += 1;
  if (name === "input" || name === "textarea" || name === "select") readField(element, draft, place);
  if ((name === "h1" || name === "h2") && draft.parts.headings.length < maxHeadings)
    draft.parts.headings.push(contentOf(element));
  const charactersBefore = draft.characters;
  const headingsBefore = draft.parts.headings.length;
  const isBlock = !inlineTags.has(name);
  if (isBlock) endBlock(draft.speech);
  visit(element, draft, placeIn(element, place));
  if (isBlock) {
    draft.parts.text.push(" ");
    endBlock(draft.speech);
  }
  const isEmpty =
    draft.characters - charactersBefore <= maxRootCharacters && draft.parts.headings.length === headingsBefore;
  if (isEmpty) draft.emptyRoot ??= applicationRoot(element);
}

function placeIn(element: Element, place: Place): Place {
  const visible = place.visible && isVisible(element);
  const control = place.control || controlTags.has(element.name);
  const around = place.around || isAround(element);
  const level = levelOf(element) || place.level;
  const isSame =
    visible === place.visible && control === place.control && around === place.around && level === place.level;
  return isSame ? place : { visible, control, around, level };
}

const headingLevels: ReadonlyMap<string, number> = new Map(
  ["h1", "h2", "h3", "h4", "h5", "h6"].map((tag, at) => [tag, at + 1]),
);
const levelOf = ({ name }: Element): number => headingLevels.get(name) ?? 0;

function isVisible({ attribs }: Element): boolean {
  const style = attribs["style"];
  return (
    attribs["hidden"] === undefined &&
    (style === undefined || !/display\s*:\s*none|visibility\s*:\s*hidden/i.test(style))
  );
}

function readNames({ name, attribs }: Element, { names, pageClasses }: Draft): void {
  const { id, class: classes } = attribs;
  if (names.size < maxNames) {
    if (id !== undefined) names.add(id);
    if (classes !== undefined) names.add(classes);
  }
  if (name !== "html" && name !== "body") return;
  for (const marker of markersOf(`${id ?? ""} ${classes ?? ""}`)) pageClasses.add(marker);
}

function readResource(address: string | undefined, draft: Draft): void {
  if (address === undefined || draft.parts.resources.length >= maxResources) return;
  draft.parts.resources.push(address.slice(0, 300));
}

function readMeta({ attribs }: Element, draft: Draft): void {
  const key = attribs["name"] ?? attribs["property"] ?? attribs["http-equiv"] ?? attribs["itemprop"];
  if (key !== undefined) draft.metas.set(key.toLowerCase(), (attribs["content"] ?? "").toLowerCase());
}

function readScript(element: Element, draft: Draft): void {
  const type = element.attribs["type"] ?? "";
  if (type !== "" && !/javascript|module|ecmascript|babel/i.test(type)) return;
  draft.scripts += 1;
  if (draft.parts.scriptsLength >= maxScriptsLength) return;
  const script = contentOf(element).slice(0, maxScriptLength);
  draft.parts.inlineScripts.push(script);
  draft.parts.scriptsLength += script.length;
}

function readField(element: Element, draft: Draft, place: Place): void {
  const { name, attribs } = element;
  const type = (attribs["type"] ?? "text").toLowerCase();
  if (type === "checkbox" || type === "radio") draft.choices += 1;
  if (name === "input" && /^(?:hidden|submit|button|image|reset|checkbox|radio|search)$/.test(type)) return;
  draft.fields += 1;
  // A captcha keeps its answer in a hidden one.
  if (name === "textarea" && place.visible && isVisible(element)) draft.messageFields += 1;
  if (type === "password") draft.passwordFields += 1;
}

/** The characters of text inside, counted as {@link PageSurvey.characters} are. */
export const charactersIn = (parent: ParentNode): number => countCharacters(contentOf(parent));

function contentOf(parent: ParentNode): string {
  let text = "";
  for (const node of parent.children) {
    if (node instanceof Text) text += node.data;
    else if (node instanceof Element && node.name !== "script" && node.name !== "style") text += contentOf(node);
  }
  return text;
}
