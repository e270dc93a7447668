import { Element, Text, type Document, type ParentNode } from "domhandler";
import { normalise } from "./normalise.ts";
import { isAround } from "./surroundings.ts";
import {
  addText,
  endBlock,
  endingOf,
  newSpeech,
  ownSentencesOf,
  sectionsOf,
  sentencesOf,
  type Section,
} from "./speech.ts";

/** Facts about a page for the verdict, gathered in one walk before anything is removed from it. */
export interface PageSurvey {
  /** Visible text, {@link normalise}d, up to {@link maxTextLength} characters. */
  readonly text: string;
  /** Visible characters that are not white space; a Han, Kana or Hangul character counts as two. */
  readonly characters: number;
  /** The same, without links, buttons and form controls. */
  readonly proseCharacters: number;
  /** Normalised text of the first links, buttons and options. */
  readonly controls: string;
  /** The page's text, normalised, without blocks of mostly links and controls; the first few thousand characters. */
  readonly sentences: readonly string[];
  /** Those of these sentences that stand outside what a site has around its pages. */
  readonly ownSentences: readonly string[];
  /** The page's own text by its headings, normalised. */
  readonly sections: readonly Section[];
  /** The last of them. */
  readonly ending: readonly string[];
  /** Normalised text of `title`. */
  readonly title: string;
  /** Normalised texts of the first headings of level one and two. */
  readonly headings: readonly string[];
  /** Normalised text inside `noscript`. */
  readonly noscript: string;
  /** Classes and identifiers of `html` and `body`, lower case. */
  readonly pageClasses: ReadonlySet<string>;
  /** Classes and identifiers of all elements, lower case. */
  readonly markers: ReadonlySet<string>;
  /** Addresses of scripts, frames, images and forms, one a line, lower case. */
  readonly resources: string;
  /** The beginning of every inline script. */
  readonly inlineScripts: string;
  /** `content` of every `meta` by its name, property or `http-equiv`, lower case. */
  readonly metas: ReadonlyMap<string, string>;
  readonly scripts: number;
  readonly links: number;
  /** Links outside what a site has around its pages. */
  readonly ownLinks: number;
  /** Pictures, videos, frames and the like. */
  readonly media: number;
  readonly passwordFields: number;
  /** Fields that a person fills in, passwords included. */
  readonly fields: number;
  /** Visible fields for whole messages. */
  readonly messageFields: number;
  /** Boxes to tick and choices to make. */
  readonly choices: number;
  /** Elements of written content: code, definitions, quotations, dates, addresses, captions. */
  readonly writings: number;
  /** The name of an application's root element that holds next to no text, such as `#root`. */
  readonly emptyRoot: string | undefined;
}

/** Place of the walk in the page. */
interface Place {
  readonly visible: boolean;
  readonly control: boolean;
  /** Inside what a site has on all its pages. */
  readonly around: boolean;
  /** That of the heading around it, from 1 to 6; 0 outside. */
  readonly level: number;
}

const maxTextLength = 20_000;
const maxScriptLength = 4000;
const maxScriptsLength = 200_000;
const maxResources = 5000;
const maxNames = 20_000;
const maxHeadings = 12;
const maxControls = 200;
/** An application's root may say "Loading…" and still count as empty. */
const maxRootCharacters = 30;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const mediaTags = setOf("img picture video audio iframe frame canvas svg object embed");
const sourceTags = setOf("script img iframe frame video audio source embed input");
const controlTags = setOf("a button select option label input textarea");
const unseenTags = setOf("style template svg math datalist");
const writtenTags = setOf("pre code dl blockquote time address figcaption");
const inlineTags = setOf("a b i em strong span font small u code mark wbr sub sup");
const containerTags = setOf("html body div main section article");
const rootNames = setOf(
  "root app __next __nuxt __layout ___gatsby gatsby-focus-wrapper react-root react-app reactroot app-root approot " +
    "root-app main-app q-app svelte vue-app ember-app app-container app-mount appmount mount mountnode spa spa-root auraloadingbox",
);
const rootAttributes = ["data-reactroot", "data-v-app", "ng-app", "ng-version"];
const rootTags = setOf("app-root ion-app my-app root-app flt-glass-pane");

/** Walks the page once. Never throws; linear in the size of the page. */
export function survey(document: Document): PageSurvey {
  const draft = new Draft();
  visit(document, draft, { visible: true, control: false, around: false, level: 0 });
  endBlock(draft.speech);
  return draft;
}

/** What is put together of the parts of a survey when it is asked for. */
type Texts = Pick<
  PageSurvey,
  | "text"
  | "controls"
  | "sentences"
  | "ownSentences"
  | "sections"
  | "ending"
  | "title"
  | "headings"
  | "noscript"
  | "markers"
  | "resources"
  | "inlineScripts"
>;

/**
 * The survey while it is made: counts go up, texts pile up in parts. What is rarely asked for is made of them then: most
 * pages are too long to be anything but the requested one. A class, as V8 keeps accessors of single objects, and all that
 * they close over, until it collects the old generation, too.
 */
class Draft implements PageSurvey {
  characters = 0;
  proseCharacters = 0;
  scripts = 0;
  links = 0;
  ownLinks = 0;
  media = 0;
  passwordFields = 0;
  fields = 0;
  messageFields = 0;
  choices = 0;
  writings = 0;
  emptyRoot: string | undefined = undefined;
  readonly pageClasses = new Set<string>();
  readonly metas = new Map<string, string>();
  /** Different `class` and `id` attributes. */
  readonly names = new Set<string>();
  readonly speech = newSpeech();
  readonly parts: Parts = {
    title: undefined,
    textLength: 0,
    scriptsLength: 0,
    text: [],
    controls: [],
    noscript: [],
    headings: [],
    resources: [],
    inlineScripts: [],
  };
  readonly #made: { -readonly [Name in keyof Texts]?: Texts[Name] } = {};

  get text(): string {
    return (this.#made.text ??= normalise(this.parts.text.join("")).slice(0, maxTextLength));
  }
  get controls(): string {
    return (this.#made.controls ??= normalise(this.parts.controls.join(" ")));
  }
  get sentences(): readonly string[] {
    return (this.#made.sentences ??= sentencesOf(this.speech).map(normalise));
  }
  get ownSentences(): readonly string[] {
    return (this.#made.ownSentences ??= ownSentencesOf(this.speech).map(normalise));
  }
  get sections(): readonly Section[] {
    return (this.#made.sections ??= sectionsOf(this.speech).map(normalised));
  }
  get ending(): readonly string[] {
    return (this.#made.ending ??= endingOf(this.speech).map(normalise));
  }
  get title(): string {
    return (this.#made.title ??= normalise(this.parts.title ?? ""));
  }
  get headings(): readonly string[] {
    return (this.#made.headings ??= this.parts.headings.map(normalise));
  }
  get noscript(): string {
    return (this.#made.noscript ??= normalise(this.parts.noscript.join(" ")));
  }
  get markers(): ReadonlySet<string> {
    return (this.#made.markers ??= new Set([...this.names].flatMap(markersOf)));
  }
  get resources(): string {
    return (this.#made.resources ??= this.parts.resources.join("\n").toLowerCase());
  }
  get inlineScripts(): string {
    return (this.#made.inlineScripts ??= this.parts.inlineScripts.join("\n"));
  }
}

const normalised = ({ heading, level, blocks, labels }: Section): Section => ({
  heading: normalise(heading),
  level,
  blocks: blocks.map(normalise).filter((block) => block !== ""),
  labels: normalise(labels),
});

/** Texts of a page as they stand in it. */
interface Parts {
  title: string | undefined;
  textLength: number;
  scriptsLength: number;
  readonly text: string[];
  readonly controls: string[];
  readonly noscript: string[];
  readonly headings: string[];
  readonly resources: string[];
  readonly inlineScripts: string[];
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
  if (mediaTags.has(name)) draft.media += 1;
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
  if (isEmpty && mayBeRoot(name)) draft.emptyRoot ??= rootName(element);
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

const markersOf = (source: string): readonly string[] =>
  source
    .toLowerCase()
    .split(/\s+/)
    .filter((marker) => marker !== "");

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

const mayBeRoot = (name: string): boolean => containerTags.has(name) || name.includes("-");

function rootName({ name, attribs }: Element): string | undefined {
  if (rootTags.has(name)) return `<${name}>`;
  const identifier = attribs["id"] ?? "";
  if (rootNames.has(identifier.toLowerCase())) return `#${identifier}`;
  for (const marker of rootAttributes) if (attribs[marker] !== undefined) return marker;
  return undefined;
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
