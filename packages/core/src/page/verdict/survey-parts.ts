import { Element } from "domhandler";
import { isLoadingName } from "../application-root.ts";
import type { NamedBox } from "./named-box.ts";
import { normalise } from "./normalise.ts";
import { markersOf, maxAddressLength, type Draft } from "./page-survey.ts";

/** A longer part of a page is no message. */
const maxBoxCharacters = 1500;

/** How far the survey had come before a part of the page. */
export interface PartMarks {
  readonly characters: number;
  readonly media: number;
  readonly ownLinks: number;
  readonly ownButtons: number;
  readonly ownFields: number;
  readonly fields: number;
  readonly choices: number;
  readonly captchas: number;
  readonly wordFields: number;
  /** The number of texts. */
  readonly texts: number;
}

export const marksOf = (draft: Draft): PartMarks => ({
  characters: draft.characters,
  media: draft.media,
  ownLinks: draft.ownLinks,
  ownButtons: draft.ownButtons,
  ownFields: draft.ownFields,
  fields: draft.fields,
  choices: draft.choices,
  captchas: draft.captchas,
  wordFields: draft.wordFields,
  texts: draft.parts.text.length,
});

/** Notes a part that is named after something that stands in the way. */
export function readBox(box: Pick<NamedBox, "kind" | "name">, start: PartMarks, draft: Draft): void {
  const characters = draft.characters - start.characters;
  if (characters === 0 || characters > maxBoxCharacters) return;
  draft.boxes.push({
    ...box,
    text: normalise(draft.parts.text.slice(start.texts).join("")),
    characters,
    media: draft.media - start.media,
    links: draft.ownLinks - start.ownLinks,
    buttons: draft.ownButtons - start.ownButtons,
    fields: draft.ownFields - start.ownFields,
  });
}

/** Notes a form that is a captcha. */
export function readCaptchaForm(start: PartMarks, draft: Draft): void {
  const isOne = draft.fields - start.fields === 1 && draft.wordFields - start.wordFields === 1;
  if (!isOne || draft.choices > start.choices || draft.media === start.media) return;
  if (draft.captchas > start.captchas) draft.captchaCharacters ??= draft.characters - start.characters;
}

/** True for an element that is named after captchas by its author. */
export const isOfCaptcha = ({ id, class: classes, name, src, alt }: Element["attribs"]): boolean =>
  [id, classes, name, src, alt].some((value) => value !== undefined && captcha.test(value.slice(0, maxAddressLength)));
/** Widgets of vendors stand in many forms. */
const captcha = /(?<!re|h)captcha/i;

/** Counts a field by what it asks for. */
export function readField({ name, attribs }: Element, draft: Draft, around: boolean): void {
  const type = (attribs["type"] ?? "text").toLowerCase();
  if (!around && type !== "hidden") draft.ownFields += 1;
  if (type === "checkbox" || type === "radio") draft.choices += 1;
  if (name === "input" && /^(?:hidden|submit|button|image|reset|checkbox|radio|search)$/.test(type)) return;
  draft.fields += 1;
  if (name === "input" && isOfWords(type, attribs)) draft.wordFields += 1;
  if (name === "textarea") draft.messageFields += 1;
  if (type === "password") draft.passwordFields += 1;
}

/** True for a field that asks for words or numbers, and for nothing about the visitor. */
const isOfWords = (
  type: string,
  { name = "", id = "", autocomplete = "", placeholder = "" }: Element["attribs"],
): boolean =>
  wordTypes.has(type) && !personal.test(`${name} ${id} ${autocomplete} ${placeholder}`.slice(0, maxPersonalLength));
const wordTypes = new Set(["text", "number", "tel"]);
const maxPersonalLength = 200;
const personal =
  /mail|phone|mobile|user|login|pass|search|query|\b[qs]\b|\bname\b|(?:first|last|full)[-_]?name|domain|\burl\b|address|iban|\bzip\b|postal|coupon|voucher|track|serial|birth/i;

const writtenTags: ReadonlySet<string> = new Set("pre code dl blockquote time address figcaption".split(" "));

/** True for an element of written content. A list of terms alone is a menu. */
export const isWriting = ({ name, children }: Element): boolean =>
  writtenTags.has(name) && (name !== "dl" || children.some((child) => child instanceof Element && child.name !== "dt"));

/** True for a picture in the place of one that a script loads later. */
export const isReplaced = ({ attribs }: Element): boolean =>
  Object.keys(attribs).some((name) => name.startsWith("data-") || name === "srcset");

const longestSpacer = 120;

/** True for a picture of a single dot. */
export const isSpacer = ({ attribs: { src = "" } }: Element): boolean =>
  src.startsWith("data:image/") && src.length <= longestSpacer;

const longestPictureName = 60;

/** The name of a picture that shows that something is loading. */
export function loadingPictureOf({ attribs }: Element): string | undefined {
  const address = (attribs["src"] ?? "").slice(-longestPictureName);
  const [file, name = ""] = /([^/?#]+)\.(?:gif|svg|webp|png)(?:[?#].*)?$/i.exec(address) ?? [];
  return isLoadingName(name.toLowerCase().replaceAll(/\d+x?/g, "")) ? file : undefined;
}

const maxNames = 20_000;
/** Attributes in which the parts of a page keep the names of what made them, and the longest of these. */
const componentAttributes = ["data-component", "data-testid", "data-area", "data-region"];
const maxComponentLength = 30;

/** Notes the names of an element; those of a whole page apart. */
export function readNames({ name, attribs }: Element, draft: Draft, isShown: boolean): void {
  const { id, class: classes } = attribs;
  const names = isShown ? draft.names : draft.hiddenNames;
  if (names.size < maxNames) {
    if (id !== undefined) names.add(id);
    if (classes !== undefined) names.add(classes);
    for (const attribute of componentAttributes) {
      const component = attribs[attribute];
      if (component !== undefined && component.length <= maxComponentLength) names.add(component);
    }
  }
  if (name !== "html" && name !== "body") return;
  for (const marker of markersOf(`${id ?? ""} ${classes ?? ""}`)) draft.pageClasses.add(marker);
}

/** Notes what a page declares of itself. */
export function readMeta({ attribs }: Element, draft: Draft): void {
  const key = attribs["name"] ?? attribs["property"] ?? attribs["http-equiv"] ?? attribs["itemprop"];
  if (key !== undefined) draft.metas.set(key.toLowerCase(), (attribs["content"] ?? "").toLowerCase());
}
