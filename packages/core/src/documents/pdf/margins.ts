import { romanValue } from "../numerals.ts";
import { toRows, type DrawnPage, type Fragment, type Row } from "./page-text.ts";

/** Share of the page's height, at its top and bottom, for running headers and footers. */
const zone = 0.12;
/** Share of the pages on which something must be repeated; headers may alternate between left and right pages. */
const minShare = 0.3;
/** Running headers are set no larger than the text. */
const maxSizes = 1.1;
const numeral = "(?:\\d{1,4}|[ivxlc]{1,7})";
const pageNumber = new RegExp(
  `^[-–—|·\\s]*(?:(?:page|seite|página|pagina|strona|стр\\.?|p\\.?|s\\.?|第)\\s*)?${numeral}(?:\\s*(?:/|of|von|de|sur|di|van|z|из|\\|)\\s*\\d{1,4})?(?:\\s*(?:页|ページ))?[-–—|·\\s]*$`,
  "i",
);
/** A page's number before the number of all pages. */
const ofTotal = /\b\d{1,4}(?=\s*(?:\/|of|von|de|sur|di|van|z|из)\s*\d{1,4}$)/i;
const leading = new RegExp(`^(${numeral})\\b`, "i");
const trailing = new RegExp(`\\b(${numeral})(?:\\s*/\\s*\\d+)?$`, "i");
/** Distance of baselines in a text, in font sizes, at most. */
const maxLineGap = 1.7;
/** Lines that the margin of a page holds at most. */
const maxSteps = 20;
/** Pages on which a number must count along to be theirs. */
const minCounted = 3;

interface MarginLine {
  readonly text: string;
  readonly page: number;
  readonly fragments: readonly Fragment[];
  /** Keys that the same line has on other pages too. */
  readonly keys: readonly string[];
  /** Larger than running headers are, or set as the text beside it; `running` is large, but at the bottom or with a page number. */
  readonly kind: "margin" | "text" | "large" | "running";
}

/**
 * Leaves out running headers and footers: lines at the top or bottom of pages that repeat in the same place, or hold a page
 * number.
 */
export function dropMargins(pages: readonly DrawnPage[], bodySize: number): readonly DrawnPage[] {
  const lines = pages.flatMap((page, index) => marginLines(page, index, bodySize));
  const pagesByKey = pagesOf(lines.filter(({ kind }) => kind === "margin"));
  const pagesByText = pagesOf(lines.filter(({ kind }) => kind === "margin" || kind === "text"));
  const pagesByRunning = pagesOf(lines.filter(({ kind }) => kind === "running"));
  const needed = Math.max(2, Math.ceil(pages.length * minShare));
  const dropped = new Set<Fragment>();
  const kept = new Set<Fragment>();
  for (const { keys, text, fragments, kind } of lines) {
    const count = (key: string) => pagesByKey.get(key)?.size ?? 0;
    const isRepeated = keys.some((key) => count(key) >= (isCount(key) ? minCounted : needed));
    // Right beside the text, only a line that most pages have, and some of them apart from theirs, is no part of it.
    const [words = ""] = keys;
    const isElsewhere =
      count(words) > 0 && (pagesByText.get(words)?.size ?? 0) >= Math.max(minCounted, pages.length / 2);
    const onMost = (pagesByRunning.get(words)?.size ?? 0) >= Math.max(minCounted, pages.length / 2);
    const isMargin =
      kind === "running"
        ? onMost
        : kind === "margin"
          ? isRepeated || pageNumber.test(text)
          : kind === "text" && isElsewhere && !/\d/.test(text);
    if (isMargin) for (const fragment of fragments) dropped.add(fragment);
  }
  const isDropped = (fragment: Fragment) => dropped.has(fragment) || fragment.text.trim() === "";
  for (const { page, text, fragments } of lines) {
    // A page's only text, if it differs from page to page, is its content.
    const isAll = pages[page]?.fragments.every(isDropped) === true;
    if (isAll && /\d/.test(text) && !pageNumber.test(text)) for (const fragment of fragments) kept.add(fragment);
  }
  const isKept = (fragment: Fragment) => !dropped.has(fragment) || kept.has(fragment);
  const left = pages.map((page) => ({ ...page, fragments: page.fragments.filter(isKept) }));
  return left.some(({ fragments }) => fragments.some(({ text }) => text.trim() !== "")) ? left : pages;
}

/** The pages on which lines with a key stand. */
function pagesOf(lines: readonly MarginLine[]): ReadonlyMap<string, ReadonlySet<number>> {
  const pagesByKey = new Map<string, Set<number>>();
  for (const { keys, page } of lines) {
    for (const key of keys) pagesByKey.set(key, (pagesByKey.get(key) ?? new Set()).add(page));
  }
  return pagesByKey;
}

function marginLines(page: DrawnPage, index: number, bodySize: number): readonly MarginLine[] {
  const top = page.height * zone;
  const bottom = page.height * (1 - zone);
  // A raised number may stand higher than the margin reaches: it belongs to its line.
  const rows = toRows(page.fragments).filter(({ y }) => y < top || y > bottom);
  const isLarge = ({ size }: Row): boolean => size > bodySize * maxSizes;
  const firstHeading = rows.find((row) => row.y < top && isLarge(row))?.y ?? Infinity;
  return rows.map((row) => {
    const { y, fragments } = row;
    const text = fragments
      .map((fragment) => fragment.text)
      .join(" ")
      .replace(/\s+/g, " ")
      .trim();
    const height = Math.round(y / 6);
    // Under a heading the text begins: two pages may begin with the same words and another number.
    const numbersVary = y < firstHeading || y > bottom;
    const isRunning = isLarge(row) && (y > bottom || ofTotal.test(text));
    const words = isRunning
      ? text.replace(ofTotal, "#")
      : numbersVary
        ? text.replace(/\d+/g, "#").replace(/^[ivxlc]+\b|\b[ivxlc]+$/i, "#")
        : text;
    const counts = [leading, trailing].flatMap((place) => valueOf(place.exec(text)?.[1] ?? "") ?? []);
    const keys = [`text ${words} ${height}`, ...counts.map((count) => countKey(count - index, height))];
    const setAs = isText(row, page, { top, bottom }) ? "text" : "margin";
    const kind = isRunning ? "running" : isLarge(row) ? "large" : setAs;
    return { text, page: index, fragments, keys, kind };
  });
}

/**
 * True if a line at a margin is the first or last of the text: set as the lines beyond the margin, and no further from
 * them than lines are from one another.
 */
function isText(
  row: Row,
  { fragments }: DrawnPage,
  { top, bottom }: { readonly top: number; readonly bottom: number },
) {
  const way = row.y < top ? 1 : -1;
  const reach = row.size * maxLineGap;
  let edge = row.y;
  for (let steps = 0; steps < maxSteps; steps += 1) {
    if (edge > top && edge < bottom) return true;
    const next = fragments.find(({ y, size, text }) => {
      const gap = (y - edge) * way;
      return gap > size * 0.5 && gap <= reach && Math.abs(size - row.size) < row.size * 0.04 && text.trim() !== "";
    });
    if (next === undefined) return false;
    edge = next.y;
  }
  return false;
}

const countKey = (offset: number, height: number): string => `count ${offset} ${height}`;
const isCount = (key: string): boolean => key.startsWith("count ");

/** The value of an Arabic or Roman numeral. */
function valueOf(digits: string): number | undefined {
  if (/^\d+$/.test(digits)) return Number(digits);
  const value = romanValue(digits);
  return value > 0 ? value : undefined;
}
