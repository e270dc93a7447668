import { Element, Text, type ParentNode } from "domhandler";
import { Draft, maxAddressLength, maxFillableCharacters, maxTextLength, type PageSurvey } from "./page-survey.ts";
import {
  applicationRoot,
  busyMark,
  fillableName,
  filledName,
  emptyTableName,
  isLoadingName,
  isMain,
  loadingMark,
  placeName,
  skeletonMark,
} from "../application-root.ts";
import { isAround, isFooter } from "../surroundings.ts";
import { isClosedOverlay } from "../closed-overlay.ts";
import { boxNameOf } from "./named-box.ts";
import {
  isOfCaptcha,
  isReplaced,
  isSpacer,
  isWriting,
  loadingPictureOf,
  marksOf,
  readBox,
  readCaptchaForm,
  readField,
  readMeta,
  readNames,
} from "./survey-parts.ts";
import { addText, endBlock } from "./speech.ts";

/** Where the walk through the page is. */
interface Place {
  readonly visible: boolean;
  readonly control: boolean;
  /** Inside the site's chrome. */
  readonly around: boolean;
  /** Inside the main element. */
  readonly main: boolean;
  /** Inside the site's footer. */
  readonly footer: boolean;
  /** Outside of headings, controls and links within the page. */
  readonly worded: boolean;
  /** Inside a quotation. */
  readonly quoted: boolean;
  /** Level of the heading around it, from 1 to 6; 0 outside. */
  readonly level: number;
}

const maxScriptLength = 4000;
const maxScriptsLength = 200_000;
const maxResources = 5000;
const maxAddresses = 40;
const maxHeadings = 12;
const maxControls = 200;
const maxBoxes = 12;
/** An application's root may say "Loading…" and still count as empty. */
const maxRootCharacters = 30;
const maxEmptyPlaces = 20;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const mediaTags = setOf("img picture video audio iframe canvas svg object embed");
const sourceTags = setOf("script img iframe frame video audio source embed input");
const controlTags = setOf("a button select option label input textarea");
/** What stands in an `iframe` is for browsers without frames. */
const unseenTags = setOf("style template svg math datalist noframes iframe");
const inlineTags = setOf("a b i em strong span font small u code mark wbr sub sup");

/** Walks a page, or what is left of it, once. Never throws; linear in its size. */
export function survey(page: ParentNode): PageSurvey {
  const draft = new Draft();
  visit(page, draft, {
    visible: true,
    control: false,
    around: false,
    main: false,
    footer: false,
    worded: true,
    quoted: false,
    level: 0,
  });
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
  if (place.worded && !place.around) draft.ownProseCharacters += characters;
  else if (place.worded && !place.footer) draft.besideProseCharacters += characters;
  if (!place.control) draft.proseCharacters += characters;
  else if (draft.parts.controls.length < maxControls) draft.parts.controls.push(text);
  addText(draft.speech, text, {
    characters,
    isProse: !place.control,
    isOwn: !place.around,
    isQuotation: place.quoted,
    level: place.level,
  });
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
  readNames(element, draft, place.visible && isVisible(element));
  if (place.visible && isOfCaptcha(attribs)) draft.captchas += 1;
  if (name === "body" && attribs["onload"] !== undefined) noteScript(attribs["onload"], draft);
  if (draft.characters <= maxFillableCharacters && !place.around) draft.fillable ??= filledName(element);
  if (mediaTags.has(name)) {
    draft.media += 1;
    if (name !== "svg") countOwnMedium(element, draft, place);
  } else if (name === "math") countOwnMedium(element, draft, place);
  if (sourceTags.has(name)) {
    readResource(attribs["src"], draft);
    readResource(attribs["data-src"], draft);
  } else if (name === "form") readResource(attribs["action"], draft);
  if (name === "title" && draft.parts.title === undefined) draft.parts.title = contentOf(element);
  else if (name === "meta") readMeta(element, draft);
  else if (name === "script") readScript(element, draft);
  else if (name === "frame") draft.frames += 1;
  else if (name === "noscript") draft.parts.noscript.push(contentOf(element));
  else if (!unseenTags.has(name) && name !== "title") readVisible(element, draft, place);
}

function countOwnMedium(element: Element, draft: Draft, place: Place): void {
  if (!place.visible || place.around || !isVisible(element)) return;
  if (isReplaced(element)) draft.ownMedia += 1;
  else if (!isSpacer(element)) {
    const loading = loadingPictureOf(element);
    if (loading === undefined) draft.ownMedia += 1;
    else draft.loadingPicture ??= loading;
  }
}

function readVisible(element: Element, draft: Draft, place: Place): void {
  const { name } = element;
  const inside = placeIn(element, place);
  if (name === "a") {
    draft.links += 1;
    if (!place.around) {
      draft.ownLinks += 1;
      if (draft.parts.addresses.length < maxAddresses) draft.parts.addresses.push(addressOf(element));
    }
  } else if (isWriting(element)) draft.writings += 1;
  if (inside.visible) readShown(element, draft, place);
  const { characters, ownProseCharacters, ownMedia, ownFields, ownLinks } = draft;
  const isOwn = inside.visible && !inside.around;
  const box = isOwn && draft.boxes.length < maxBoxes ? boxNameOf(element) : undefined;
  const start = box !== undefined || (isOwn && name === "form") ? marksOf(draft) : undefined;
  const headings = draft.parts.headings.length;
  const emptyPlaces = draft.emptyPlaces.length;
  const isBlock = !inlineTags.has(name);
  if (isBlock) endBlock(draft.speech);
  visit(element, draft, inside);
  if (isBlock) {
    draft.parts.text.push(" ");
    endBlock(draft.speech);
  }
  if (start !== undefined && box !== undefined) readBox(box, start, draft);
  if (start !== undefined && name === "form") readCaptchaForm(start, draft);
  if (inside.visible && !inside.around) draft.waitingPlace ??= emptyTableName(element);
  if (draft.characters - characters > maxRootCharacters) return;
  if (draft.parts.headings.slice(headings).some((heading) => heading.trim() !== "")) return;
  draft.emptyRoot ??= applicationRoot(element);
  if (!inside.visible || inside.around) return;
  const before = { characters, ownProseCharacters, ownMedia, ownFields, ownLinks, emptyPlaces };
  readEmptyPlace(element, draft, { inside, before });
}

/** Notes what can be filled in or pressed, and what the page is called. */
function readShown(element: Element, draft: Draft, { around }: Place): void {
  const { name } = element;
  if (name === "input" || name === "textarea" || name === "select") readField(element, draft, around);
  else if (name === "button" && !around) draft.ownButtons += 1;
  if ((name === "h1" || name === "h2") && draft.parts.headings.length < maxHeadings)
    draft.parts.headings.push(contentOf(element));
}

/** How far the survey had come before an element. */
interface Marks {
  readonly characters: number;
  readonly ownProseCharacters: number;
  readonly ownMedia: number;
  readonly ownFields: number;
  readonly ownLinks: number;
  /** The number of empty places. */
  readonly emptyPlaces: number;
}

/** Notes an element without text that scripts would fill. The smallest ones count. */
function readEmptyPlace(
  element: Element,
  draft: Draft,
  { inside, before }: { readonly inside: Place; readonly before: Marks },
): void {
  if (draft.ownMedia > before.ownMedia || draft.ownFields > before.ownFields) return;
  const isBlank = draft.characters === before.characters && draft.emptyPlaces.length === before.emptyPlaces;
  const busy = busyMark(element) ?? (isBlank ? skeletonMark(element) : undefined);
  if (busy !== undefined) {
    draft.busyPlace ??= busy;
    draft.waitingPlace ??= busy;
    draft.ownProseCharacters = before.ownProseCharacters;
  }
  if (inside.main) draft.waitingPlace ??= spinningPlace(element);
  if (!isBlank) return;
  if (draft.characters <= maxFillableCharacters) draft.fillable ??= fillableName(element);
  if (!inside.main || draft.emptyPlaces.length >= maxEmptyPlaces) return;
  const isTitle = element.name === "h1" && draft.ownLinks === before.ownLinks;
  const name = isTitle ? "<h1>" : (placeName(element) ?? loadingMark(element));
  if (name !== undefined) draft.emptyPlaces.push(name);
}

/** The name of an element that holds nothing but a spinner; a loading screen, which lies over a page, is named so itself. */
function spinningPlace(element: Element): string | undefined {
  const { id = "" } = element.attribs;
  if (id === "" || isLoadingName(id.toLowerCase())) return undefined;
  const isSpinning = element.children.some((child) => child instanceof Element && loadingMark(child) !== undefined);
  return isSpinning ? `#${id}` : undefined;
}

function placeIn(element: Element, place: Place): Place {
  const visible = place.visible && isVisible(element);
  const control = place.control || controlTags.has(element.name);
  const around = place.around || isAround(element);
  const main = place.main || isMain(element);
  const level = levelOf(element) || place.level;
  const footer = place.footer || (around && isFooter(element));
  const quoted = place.quoted || element.name === "blockquote";
  const worded = place.worded && level === 0 && (!controlTags.has(element.name) || leadsOut(element, around));
  const isSame =
    visible === place.visible &&
    control === place.control &&
    around === place.around &&
    main === place.main &&
    footer === place.footer &&
    worded === place.worded &&
    quoted === place.quoted &&
    level === place.level;
  return isSame ? place : { visible, control, around, main, footer, worded, quoted, level };
}

/** True for a link of the page's own that leads to another one. */
const leadsOut = ({ name, attribs }: Element, around: boolean): boolean =>
  name === "a" && !around && attribs["href"]?.startsWith("#") === false;

const headingLevels: ReadonlyMap<string, number> = new Map(
  ["h1", "h2", "h3", "h4", "h5", "h6"].map((tag, at) => [tag, at + 1]),
);
const levelOf = ({ name }: Element): number => headingLevels.get(name) ?? 0;

function isVisible(element: Element): boolean {
  const { attribs } = element;
  const style = attribs["style"];
  return (
    attribs["hidden"] === undefined &&
    !isClosedOverlay(element) &&
    (style === undefined || !/display\s*:\s*none|visibility\s*:\s*hidden/i.test(style))
  );
}

function readResource(address: string | undefined, draft: Draft): void {
  if (address === undefined || draft.parts.resources.length >= maxResources) return;
  draft.parts.resources.push(address.slice(0, maxAddressLength));
}

const addressOf = ({ attribs }: Element): string => (attribs["href"] ?? "").slice(0, maxAddressLength);

function readScript(element: Element, draft: Draft): void {
  const type = element.attribs["type"] ?? "";
  if (type !== "" && !/javascript|module|ecmascript|babel/i.test(type)) return;
  draft.scripts += 1;
  noteScript(contentOf(element), draft);
}

function noteScript(script: string, { parts }: Draft): void {
  if (parts.scriptsLength >= maxScriptsLength) return;
  const beginning = script.slice(0, maxScriptLength);
  parts.inlineScripts.push(beginning);
  parts.scriptsLength += beginning.length;
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
