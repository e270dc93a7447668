import type { Element } from "domhandler";
import type { Losses } from "../losses.ts";
import { computedHtml, fieldLink } from "../office/fields.ts";
import { noteMark, unwrapped } from "../html/markup.ts";
import { imageHtml, type Pictures } from "../pictures.ts";
import { labelOf } from "./code-pages.ts";
import { openingOf } from "./destinations.ts";
import { equationHtml, newEquation, openPart } from "./equation.ts";
import { beginReading, noPicture, type Reading } from "./reading.ts";
import { tokensOf, type Token } from "./tokens.ts";
import { createWriter } from "./writer.ts";
import { readWord, writeWith } from "./words.ts";
import { TextDecoder } from "../../decoding/text-decoder.ts";

/** Groups nested deeper than this end the reading; honest documents nest some dozens. */
const maxDepth = 2000;

/** A document's content and its own metadata. */
export interface RtfContent {
  readonly html: string;
  readonly info: Readonly<Record<string, string>>;
  readonly isWhole: boolean;
}

interface Outside {
  readonly losses: Losses;
  readonly pictures: Pictures;
  readonly signal: AbortSignal;
}

/** Reads a whole file; never throws. Stops when the signal fires. */
export function readRtf(body: Uint8Array, { losses, pictures, signal }: Outside): RtfContent {
  const reading = beginReading(losses, pictures);
  let isWhole = true;
  for (const token of tokensOf(body)) {
    isWhole = reading.groups.length <= maxDepth && !signal.aborted;
    if (!isWhole) break;
    readToken(reading, token);
  }
  flush(reading);
  while (reading.writers.length > 0) endNote(reading);
  const notes = reading.notes.map(
    (note, index) => `<li id="fn${index + 1}">${note} <a href="#fnref${index + 1}">↩</a></li>`,
  );
  const footnotes = notes.length === 0 ? "" : `<section class="footnotes"><ol>${notes.join("")}</ol></section>`;
  return { html: reading.writer.finish() + footnotes, info: reading.info, isWhole };
}

function readToken(reading: Reading, token: Token): void {
  if (token.kind === "text") readText(reading, token);
  else if (token.kind === "binary") {
    if (reading.group.destination === "picture") reading.picture.bytes = token.bytes;
  } else readControl(reading, token);
}

function readControl(reading: Reading, token: Exclude<Token, { kind: "text" | "binary" }>): void {
  flush(reading);
  reading.toSkip = 0;
  const { starts } = reading;
  reading.starts = undefined;
  if (token.kind === "open") {
    reading.groups.push(reading.group);
    reading.group = { ...reading.group, ends: undefined };
    reading.starts = "group";
  } else if (token.kind === "close") closeGroup(reading);
  else if (token.word === "*") reading.starts = "optional";
  else if (starts === undefined || !open(reading, token.word, starts === "optional"))
    readWord(reading, token.word, token.value);
}

/** True if a word at the beginning of a group tells its kind. */
function open(reading: Reading, word: string, isOptional: boolean): boolean {
  if (reading.group.destination === "equation" && reading.group.part !== undefined) {
    const part = openPart(reading.group.part, word);
    if (part === "silent") reading.group = { ...reading.group, destination: "skip" };
    else if (part !== undefined) reading.group = { ...reading.group, part };
    return part !== undefined;
  }
  if (word === "ud" && isOptional) {
    // The words of the group `\upr` around it once more in Unicode; those for older programs are skipped.
    reading.group = { ...reading.group, destination: reading.groups.at(-2)?.destination ?? "skip" };
    return true;
  }
  const opening = openingOf(word, isOptional);
  if (opening === undefined || reading.group.destination === "skip") return reading.group.destination === "skip";
  const { destination, ends, loss, field } = opening;
  // LibreOffice names who saved the file last as a second author.
  const isTold = field !== undefined && reading.info[field] !== undefined;
  reading.group = { ...reading.group, destination: isTold ? "skip" : destination, ends, infoField: field };
  if (loss !== undefined) reading.losses.add(loss);
  if (ends === "field")
    reading.group = { ...reading.group, link: { href: undefined, instruction: "", isShown: false } };
  if (word === "fldrslt")
    reading.group = { ...reading.group, run: { ...reading.group.run, href: reading.group.link?.href } };
  if (ends === "note") beginNote(reading);
  if (ends === "picture") reading.picture = noPicture();
  if (ends === "equation") reading.group = { ...reading.group, part: newEquation() };
  if (destination !== "body") reading.aside = "";
  return true;
}

function readText(reading: Reading, { text, escaped }: { readonly text: string; readonly escaped: boolean }): void {
  reading.starts = undefined;
  const { destination } = reading.group;
  if (destination === "skip") return;
  const skipped = Math.min(reading.toSkip, escaped ? 1 : text.length);
  reading.toSkip -= skipped;
  if (destination === "picture") reading.picture.hex.push(text);
  else if (skipped < text.length) reading.pending.push(text.slice(skipped));
}

/** Decodes the gathered bytes and hands them to their destination. */
function flush(reading: Reading): void {
  if (reading.pending.length === 0) return;
  const bytes = Buffer.from(reading.pending.join(""), "latin1");
  reading.pending = [];
  const font = reading.fonts.get(reading.group.font ?? reading.defaultFont);
  const label = labelOf(font?.codePage ?? reading.codePage);
  if (font?.symbols === undefined) reading.write(new TextDecoder(label).decode(bytes));
  else writeWith(reading, bytes.toString("latin1"));
}

function closeGroup(reading: Reading): void {
  const outer = reading.groups.pop();
  if (outer === undefined) return;
  const { ends, link, part } = reading.group;
  reading.group = outer;
  if (ends === "note") endNote(reading);
  else if (ends === "instruction" && link !== undefined) {
    link.href = fieldLink(reading.aside);
    link.instruction = reading.aside;
  } else if (ends === "field" && link?.isShown === false && !reading.group.hidden)
    reading.writer.html(computedHtml(link.instruction, reading.losses));
  else if (ends === "form" && reading.form.isBox && link !== undefined && !reading.group.hidden) {
    link.isShown = true;
    reading.writer.text((reading.form.isOn ?? reading.form.wasOn) ? "☒" : "☐", reading.group.run);
  } else if (ends === "marker") reading.marker = reading.aside.trim();
  else if (ends === "name") reading.picture.property = reading.aside;
  else if (ends === "value" && reading.picture.property === "wzDescription")
    reading.picture.description = reading.aside;
  else if (ends === "picture") endPicture(reading);
  else if (ends === "equation" && part !== undefined) endEquation(reading, part);
}

function endEquation({ writer, losses }: Reading, equation: Element): void {
  const html = equationHtml(equation);
  if (html === undefined) losses.add("equation");
  else writer.html(html);
}

function beginNote(reading: Reading): void {
  const number = reading.notes.length + reading.writers.length + 1;
  reading.writer.html(noteMark(number));
  reading.writers.push(reading.writer);
  reading.writer = createWriter();
}

function endNote(reading: Reading): void {
  const outer = reading.writers.pop();
  if (outer === undefined) return;
  reading.notes.push(unwrapped(reading.writer.finish()));
  reading.writer = outer;
}

function endPicture({ picture, pictures, writer }: Reading): void {
  const { mediaType, description } = picture;
  const bytes = picture.bytes ?? Buffer.from(picture.hex.join("").replace(/[^\da-fA-F]/g, ""), "hex");
  const isShown = mediaType !== undefined && bytes.length > 0;
  writer.html(
    imageHtml(isShown ? pictures.dataUri(bytes, mediaType) : pictures.address(undefined), description.trim()),
  );
}
