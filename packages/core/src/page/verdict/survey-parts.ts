import { Element } from "domhandler";
import type { NamedBox } from "./named-box.ts";
import { normalise } from "./normalise.ts";
import { maxAddressLength, type Draft } from "./page-survey.ts";

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
