import { numeral, romanValue } from "../numerals.ts";
import { escapeHtml } from "./markup.ts";

/** An item of a list as a document writes it: one after the other, each with its depth. */
export interface ListItem {
  readonly depth: number;
  readonly ordered: boolean;
  /** The number of an ordered item; that of the first one begins the list. */
  readonly number?: number | undefined;
  /** Its mark as it is written, which begins the list where the number is not known. One that ends with a letter is kept. */
  readonly mark?: string | undefined;
  /** Its number with those of the items above it, such as `2.1`, where its mark shows them. */
  readonly fullNumber?: string | undefined;
  /** True for blocks without a mark: they belong to the item above them, or stand before the list. */
  readonly isUnmarked?: boolean | undefined;
  readonly html: string;
}

/** Deeper items move up to this depth, so that hostile lists can't overflow the stack. */
const maxDepth = 50;

/**
 * Nests items in the ones above them that are less deep; bullets beside numbers, letters beside digits, and numbers that begin
 * again, make two lists. Items whose marks are no digits have them in their style (CSS Lists and Counters 3, §3.4).
 */
export function nestedList(items: readonly ListItem[]): string {
  const parts: string[] = [];
  write(
    items.map((item) => ({ ...item, depth: Math.min(item.depth, maxDepth) })),
    { start: 0, end: items.length, parts },
  );
  return parts.join("");
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly parts: string[];
}

function write(items: readonly ListItem[], { start, end, parts }: Range): void {
  let open: ListItem | undefined;
  for (let index = start; index < end;) {
    const item = items[index];
    if (item === undefined) break;
    let next = index + 1;
    while (next < end && (items[next]?.depth ?? 0) > item.depth) next += 1;
    if (item.isUnmarked === true) {
      const end = open === undefined ? undefined : parts.pop();
      parts.push(item.html);
      write(items, { start: index + 1, end: next, parts });
      if (end !== undefined) parts.push(end);
      index = next;
      continue;
    }
    if (open === undefined || open.ordered !== item.ordered || !counts(open, item))
      parts.push(closeTag(open), openTag(item));
    open = item;
    parts.push(itemTag(item), item.html);
    write(items, { start: index + 1, end: next, parts });
    parts.push("</li>");
    index = next;
  }
  parts.push(closeTag(open));
}

/** False where the number of an item is not the one after that of the item before: another list begins. */
function counts(before: ListItem, item: ListItem): boolean {
  if (!item.ordered) return true;
  if ((lettersOf(before) === undefined) !== (lettersOf(item) === undefined)) return false;
  return item.number === undefined || before.number === undefined || item.number === before.number + 1;
}

/** The letters that a mark ends with, such as the `b` of `(b)`; undefined for digits and bullets. */
const lettersOf = ({ ordered, mark = "" }: ListItem): string | undefined =>
  ordered ? /(\p{L}+)[^\p{L}\p{N}]*$/u.exec(mark.slice(-longestMark))?.[1] : undefined;

/** Longer marks lose their beginning. */
const longestMark = 40;

const closeTag = (item: ListItem | undefined): string => (item === undefined ? "" : item.ordered ? "</ol>" : "</ul>");

function openTag(item: ListItem): string {
  if (!item.ordered) return "<ul>";
  const { mark = "", number = numberOfLetters(mark) } = item;
  const letters = lettersOf(item);
  const [type] = letterTypes.find(([, format]) => numeral(number, format) === letters) ?? [];
  return `<ol${type === undefined ? "" : ` type="${type}"`}${number === 1 ? "" : ` start="${number}"`}>`;
}

/** Kinds of numbers of HTML (§4.4.5, `type`) that are no digits. */
const letterTypes = [
  ["a", "lowerLetter"],
  ["A", "upperLetter"],
  ["i", "lowerRoman"],
  ["I", "upperRoman"],
] as const;

function itemTag(item: ListItem): string {
  if (lettersOf(item) === undefined) return "<li>";
  const mark = (item.mark ?? "").trim().slice(-longestMark).replace(/["\\]/g, "\\$&");
  return `<li style="${escapeHtml(`list-style-type: "${mark} "`)}">`;
}

/** The number of small letters that no other mark goes before: of Roman numerals, if they may be some. Capitals may be initials. */
function numberOfLetters(mark: string): number {
  const letters = /^\(?([a-z]{1,5})[.)]?$/.exec(mark.trim())?.[1] ?? "a";
  if (!/^[ivx]+$/.test(letters)) return letters.length === 1 ? letters.charCodeAt(0) - 96 : 1;
  return romanValue(letters);
}

/**
 * The number of an item by its mark, such as `3.` or `2.3)`. Undefined for letters and Roman numerals but the first: the
 * one before tells which of the two they are.
 */
export function numberOfMark(mark: string): number | undefined {
  const digits = /(\d{1,9})\D*$/.exec(mark)?.[1];
  if (digits !== undefined) return Number(digits);
  return /^\(?[ai][.)]?$/i.test(mark.trim()) ? 1 : undefined;
}
