import { goesRightToLeft, isAllRightToLeft, rightToLeftLetter } from "./directions.ts";
import { sameLine, slice, type Fragment, type Row } from "./page-text.ts";

/** A piece of a line in one style. */
export interface Span {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly fixedPitch: boolean;
  readonly href: string | undefined;
  /** Small type above or below the baseline. */
  readonly shift: "sup" | "sub" | undefined;
  /** The number of the note that it calls. */
  readonly note?: number | undefined;
}

/** A line of text in reading order. */
export interface Line {
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly spans: readonly Span[];
  readonly text: string;
  /** True if all of it is. */
  readonly bold: boolean;
  readonly fixedPitch: boolean;
  readonly rightToLeft: boolean;
  /** True if it is known to go on with the line above. */
  readonly goesOn?: boolean;
}

/** The dots between an entry of a table of contents and its page number. */
export const leaders = /\s?(?:[.\u2024\u2026\u00B7_]\s?){4,}(?=[\divxlcIVXLC]{1,6}$)/;

/** Characters of scripts that put no spaces between words. */
export const ideograph = /[\u2E80-\u303F\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]/;

/** Puts the fragments of a row together, with spaces where there are gaps. */
export function toLine(row: Row): Line {
  const rightToLeft = goesRightToLeft(row.fragments);
  const groups = rightToLeft ? runsFromRight(row.fragments) : runsFromLeft(row.fragments);
  const spans: Span[] = [];
  let before: Fragment | undefined;
  for (const group of groups) {
    let previous = before;
    for (const [index, fragment] of group.entries()) {
      const place = index === 0 ? boxOf(group) : fragment;
      const space = previous === undefined ? "" : spaceBetween(previous, { ...fragment, ...place }, row.size);
      if (fragment.text.trim() === "") {
        if (fragment.width > row.size * 0.1 && previous !== undefined) append(spans, styleOf(fragment, row), " ");
      } else append(spans, styleOf(fragment, row), space + fragment.text);
      previous = fragment;
    }
    before = previous === undefined ? undefined : { ...previous, ...boxOf(group) };
  }
  const { fragments } = row;
  const inked = fragments.filter(({ text }) => text.trim() !== "");
  return {
    left: inked.reduce((least, { x }) => Math.min(least, x), Infinity),
    right: inked.reduce((most, { x, width }) => Math.max(most, x + width), -Infinity),
    y: row.y,
    size: row.size,
    spans: tidy(spans),
    text: tidy(spans)
      .map((span) => span.text)
      .join(""),
    bold: inked.length > 0 && inked.every(({ bold }) => bold),
    fixedPitch: inked.length > 0 && inked.every(({ fixedPitch }) => fixedPitch),
    rightToLeft,
  };
}

const mirrored: Readonly<Record<string, string>> = { "(": ")", ")": "(", "[": "]", "]": "[", "«": "»", "»": "«" };

const isInked = ({ text }: Fragment): boolean => text.trim() !== "";

/** True for marks alone: they are drawn from left to right. */
const areMarks = ({ text }: Fragment): boolean => /^[^\p{L}\p{N}]+$/u.test(text);

/**
 * Marks among letters that are written from right to left, in that order. Brackets are drawn mirrored there (Unicode UAX
 * #9, L4), but some programs name them as they were written: then they are in pairs as they stand.
 */
function marksAsWritten(fragments: readonly Fragment[]): readonly Fragment[] {
  const written = fragments.map((fragment) =>
    areMarks(fragment) ? { ...fragment, text: [...fragment.text].toReversed().join("") } : fragment,
  );
  const marks = written.filter(areMarks);
  if (arePaired(marks.map(({ text }) => text).join(""))) return written;
  return written.map((fragment) =>
    areMarks(fragment)
      ? { ...fragment, text: [...fragment.text].map((character) => mirrored[character] ?? character).join("") }
      : fragment,
  );
}

/** True for brackets of which each closing one follows its opening one. */
function arePaired(text: string): boolean {
  const brackets = [...text].filter((character) => Object.hasOwn(mirrored, character));
  let open = 0;
  for (const bracket of brackets) {
    open += /[([«]/.test(bracket) ? 1 : -1;
    if (open < 0) return false;
  }
  return brackets.length > 0 && open === 0;
}

/** The place of fragments on their line. */
function boxOf(fragments: readonly Fragment[]): Pick<Fragment, "x" | "width"> {
  const left = fragments.reduce((least, { x }) => Math.min(least, x), Infinity);
  const right = fragments.reduce((most, { x, width }) => Math.max(most, x + width), -Infinity);
  return { x: left, width: right - left };
}

/**
 * Orders words from left to right, but neighbouring words of scripts that are written from right to left, and the numbers
 * between them, in their own order.
 */
function runsFromLeft(fragments: readonly Fragment[]): readonly (readonly Fragment[])[] {
  const groups: (readonly Fragment[])[] = [];
  for (let index = 0; index < fragments.length;) {
    let end = index;
    for (let next = index; next < fragments.length; next += 1) {
      const text = fragments[next]?.text ?? "";
      if (isAllRightToLeft(text)) end = next + 1;
      else if (end === index || /\p{L}/u.test(text)) break;
    }
    const run = fragments.slice(index, Math.max(end, index + 1));
    groups.push(run.length === 1 ? run : runsFromRight(run).flat());
    index += run.length;
  }
  return groups;
}

const isNumber = ({ text }: Fragment): boolean => /^\P{L}*\p{Nd}\P{L}*$/u.test(text);

/** True for words and numbers that go from left to right among words that don't. */
const isFromLeft = (fragment: Fragment): boolean =>
  isNumber(fragment) || (/\p{L}/u.test(fragment.text) && !rightToLeftLetter.test(fragment.text));

/**
 * Words from right to left; runs of other words and numbers in between go from left to right. Without blanks, which are
 * guessed as if the words followed from left to right: the gaps say where spaces are.
 */
function runsFromRight(fragments: readonly Fragment[]): readonly (readonly Fragment[])[] {
  const runs: Fragment[][] = [];
  let open: Fragment[] | undefined; // a run from left to right, and the marks before it
  let marks: Fragment[] = [];
  for (const fragment of fragments.flatMap(withLooseMarks).filter(isInked).toReversed()) {
    if (open !== undefined && areMarks(fragment)) marks.unshift(fragment);
    else if (open !== undefined && isFromLeft(fragment) && areOneRun([fragment, ...marks, ...open.slice(0, 1)])) {
      open.unshift(fragment, ...marks);
      marks = [];
    } else {
      const run = [fragment];
      runs.push(...marks.toReversed().map((mark) => [mark]), run);
      marks = [];
      open = isFromLeft(fragment) ? run : undefined;
    }
  }
  runs.push(...marks.toReversed().map((mark) => [mark]));
  const alone = runs.flatMap((run) => (run.length === 1 ? run : []));
  const written = new Map(marksAsWritten(alone).map((fragment, index) => [alone[index], fragment]));
  return runs.map((run) => run.map((fragment) => written.get(fragment) ?? fragment));
}

/** Signs between the parts of a number (Unicode UAX #9, W4). */
const numberSign = /^[-+.,:/\u060C\u066B\u066C]$/;

/** True for texts with words, and for the parts of one number: numbers beside one another go from right to left. */
function areOneRun(fragments: readonly Fragment[]): boolean {
  if (!fragments.every((part) => isNumber(part) || areMarks(part))) return true;
  const signs = fragments.slice(1, -1);
  return (
    signs.length < 2 &&
    signs.every(({ text }) => numberSign.test(text)) &&
    fragments.slice(1).every((part, index) => gapBetween(fragments[index] ?? part, part) < part.size * minSpace)
  );
}

/** Marks at an end of a text, at most. */
const maxMarks = 16;
const marksBefore = /^(?:[\s.,:;!?…"'“”–—-]|\/(?=[a-z]+:\/\/))+/;
const marksAfter = /(?:[\s"“”–—-]|\s[.,:;!?…]+)+$/;
const bracketsBefore = /^(?:[\s.,:;!?…"'“”–—()[\]«»-]|\/(?=[a-z]+:\/\/))+/;
const bracketsAfter = /(?:[\s"“”–—()[\]«»-]|\s[.,:;!?…]+)+$/;

/**
 * Marks around words and numbers that go from left to right go on from right to left (Unicode UAX #9, N2): they are drawn
 * on the other side of them. Brackets in pairs belong to the words, and so does a full stop right behind them.
 */
function withLooseMarks(fragment: Fragment): readonly Fragment[] {
  const { text } = fragment;
  if (!isFromLeft(fragment)) return [fragment];
  const [before, after] = arePaired(text) ? [marksBefore, marksAfter] : [bracketsBefore, bracketsAfter];
  const start = before.exec(text.slice(0, maxMarks))?.[0].length ?? 0;
  const end = text.length - (after.exec(text.slice(start).slice(-maxMarks))?.[0].length ?? 0);
  const words = isNumber(fragment) ? (text.slice(start, end).match(/[^ ]+ */g) ?? []) : [text.slice(start, end)];
  let at = 0;
  return [text.slice(0, start), ...words, text.slice(end)].map((part) => {
    const from = at;
    at += part.length;
    return slice(fragment, from, at);
  });
}

/** The least space between words, in font sizes. */
const minSpace = 0.18;

const gapBetween = (one: Fragment, other: Fragment): number =>
  Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width);

function spaceBetween(one: Fragment, other: Fragment, size: number): string {
  const gap = gapBetween(one, other);
  if (one.fixedPitch && other.fixedPitch) {
    const pitch = other.width / Math.max(1, other.text.length);
    const missing = Math.round(gap / Math.max(1, pitch));
    return missing > 0 && one.text.trim() !== "" ? " ".repeat(Math.min(missing, 80)) : "";
  }
  const isDense = ideograph.test(one.text.at(-1) ?? "") && ideograph.test(other.text[0] ?? "");
  const isBackAgain = gap < -size; // small lines one above the other beside large type
  return isBackAgain || gap > size * (isDense ? 0.5 : minSpace) ? " " : "";
}

type Style = Omit<Span, "text">;

function styleOf(fragment: Fragment, row: Row): Style {
  const { bold, italic, fixedPitch, href } = fragment;
  const isSmall = fragment.size < row.size * 0.85;
  const rise = row.y - fragment.y;
  const isBox = /^[☐☒]$/.test(fragment.text.trim());
  const shift =
    isBox || (!isSmall && Math.abs(rise) <= row.size * sameLine)
      ? undefined
      : rise > row.size * 0.2
        ? "sup"
        : rise < -row.size * 0.08
          ? "sub"
          : undefined;
  return { bold, italic, fixedPitch, href, shift };
}

function append(spans: Span[], style: Style, text: string): void {
  const last = spans.at(-1);
  if (last !== undefined && (sameStyle(last, style) || text.trim() === "")) {
    spans[spans.length - 1] = { ...last, text: last.text + text };
  } else if (text.startsWith(" ") && last !== undefined) {
    const spaces = text.length - text.trimStart().length;
    spans[spans.length - 1] = { ...last, text: last.text + text.slice(0, spaces) };
    spans.push({ ...style, text: text.slice(spaces) });
  } else spans.push({ ...style, text });
}

/** True if two spans can be written as one. */
export const sameStyle = (one: Style, other: Style): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.fixedPitch === other.fixedPitch &&
  one.href === other.href &&
  one.shift === other.shift &&
  one.note === other.note;

/** No space at the ends of a line; one space between words, except in code. */
function tidy(spans: readonly Span[]): readonly Span[] {
  const fixed = spans.every(({ fixedPitch }) => fixedPitch);
  const single = spans.map((span) => ({ ...span, text: fixed ? span.text : span.text.replace(/\s+/g, " ") }));
  return single.flatMap((span, index) => {
    const after = index > 0 && single[index - 1]?.text.endsWith(" ") === true ? span.text.trimStart() : span.text;
    const start = index === 0 ? after.trimStart() : after;
    const text = index === single.length - 1 ? start.trimEnd() : start;
    return text === "" ? [] : [{ ...span, text }];
  });
}
