import { romanValue } from "../numerals.ts";

/** An item of a list as a document writes it: one after the other, each with its depth. */
export interface ListItem {
  readonly depth: number;
  readonly ordered: boolean;
  /** The number of an ordered item; that of the first one begins the list. */
  readonly number?: number | undefined;
  /** Its mark as it is written, which begins the list where the number is not known. */
  readonly mark?: string | undefined;
  /** Its number with those of the items above it, such as `2.1`, where its mark shows them. */
  readonly fullNumber?: string | undefined;
  readonly html: string;
}

/** Deeper items move up to this depth, so that hostile lists can't overflow the stack. */
const maxDepth = 50;

/** Nests items in the ones above them that are less deep; bullets beside numbers, and numbers that begin again, make two lists. */
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
    if (open === undefined || open.ordered !== item.ordered || !counts(open, item))
      parts.push(closeTag(open), openTag(item));
    open = item;
    parts.push("<li>", item.html);
    write(items, { start: index + 1, end: next, parts });
    parts.push("</li>");
    index = next;
  }
  parts.push(closeTag(open));
}

/** False where the number of an item is not the one after that of the item before: another list begins. */
const counts = (before: ListItem, { number, ordered }: ListItem): boolean =>
  !ordered || number === undefined || before.number === undefined || number === before.number + 1;

const closeTag = (item: ListItem | undefined): string => (item === undefined ? "" : item.ordered ? "</ol>" : "</ul>");

function openTag({ ordered, mark = "", number = numberOfLetters(mark) }: ListItem): string {
  if (!ordered) return "<ul>";
  return number === 1 ? "<ol>" : `<ol start="${number}">`;
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
