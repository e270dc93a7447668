import { lettersAndDigits } from "../../../text/letters-and-digits.ts";
import type { ExactOrigin, ExactValues } from "./exact-values.ts";
import { leavesOf } from "./leaves.ts";
import { fieldPath, namesIn } from "./json-pointer.ts";

/** The reason why a field has its value. */
export interface FieldEvidence {
  /** The field, as `plans[0].price`. */
  readonly path: string;
  /** The place that it was read from: the page's text, or a form that needs no model. */
  readonly source: "text" | ExactOrigin;
  /** The words of the page that state it; absent when nothing there does. */
  readonly quote?: string | undefined;
  /** The place of the quote in the page's Markdown, in characters. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** The quote occurs in the page, and holds the value. */
  readonly verified: boolean;
}

/** A quote that a model gives for a field; the field is named by a JSON pointer or a path. */
export interface GivenQuote {
  readonly path: string;
  readonly quote: string;
}

/**
 * The evidence for every field of a value: the quote that was given for it or, without one, the line of the page that
 * holds it, each looked up in the page. Fields read without a model are stated by the page's own data. Pure.
 */
export function evidenceFor(
  value: unknown,
  page: {
    readonly markdown: string;
    readonly origins: ExactValues["origins"];
    readonly quotes: readonly GivenQuote[];
  },
): readonly FieldEvidence[] {
  const text = createQuoteFinder(page.markdown);
  const quotes = new Map(page.quotes.map(({ path, quote }) => [plainPath(path), quote]));
  return statableLeaves(value).map(({ pointer, value: leaf }): FieldEvidence => {
    const path = fieldPath(pointer);
    const origin = page.origins.get(namesIn(pointer)[0] ?? "");
    const found = firstOf([quotes.get(path), ...wordings(leaf)], (quote) => {
      const place = text.find(quote);
      return place !== undefined && (states(place.quote, leaf) || quote === quotes.get(path)) ? place : undefined;
    });
    if (origin !== undefined)
      return {
        path,
        source: origin,
        ...found,
        quote: found?.quote ?? String(leaf),
        verified: true,
      };
    if (found === undefined) return { path, source: "text", verified: false };
    return { path, source: "text", ...found, verified: states(found.quote, leaf) };
  });
}

type Statable = string | number | boolean;

/** The leaves that a page can state: neither null nor empty. */
function statableLeaves(value: unknown): readonly { readonly pointer: string; readonly value: Statable }[] {
  return leavesOf(value).flatMap(({ pointer, value: leaf }) => {
    const isStatable = typeof leaf === "string" || typeof leaf === "number" || typeof leaf === "boolean";
    return isStatable && leaf !== "" ? [{ pointer, value: leaf }] : [];
  });
}

/** The ways in which a page may write a value. */
function wordings(leaf: Statable): readonly string[] {
  if (typeof leaf === "boolean") return [];
  if (typeof leaf === "string") return [leaf];
  return [leaf.toLocaleString("en-US", { maximumFractionDigits: 20 }), leaf.toFixed(2), String(leaf)];
}

/** True if a quote holds a value: its words, or its digits. Whether something is true is a matter of reading. */
function states(quote: string, leaf: Statable): boolean {
  if (typeof leaf === "boolean") return true;
  if (typeof leaf === "string") return lettersAndDigits(quote).includes(lettersAndDigits(leaf));
  const numbers = [...quote.matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].map(([number]) => Number(number.replaceAll(",", "")));
  return numbers.includes(leaf) || numbers.includes(Math.abs(leaf));
}

interface Place {
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

/** Finds quotes in Markdown whatever its emphasis, white space and case, and gives the page's own spelling. */
function createQuoteFinder(markdown: string): { find(quote: string): Place | undefined } {
  const positions: number[] = [];
  let plain = "";
  for (let index = 0; index < markdown.length; index += 1) {
    const kept = lettersAndDigits(markdown.charAt(index));
    for (let count = 0; count < kept.length; count += 1) positions.push(index);
    plain += kept;
  }
  return {
    find(quote) {
      const wanted = lettersAndDigits(quote);
      if (wanted === "") return undefined;
      const found = /^\d+$/.test(wanted) ? findNumber(markdown, quote) : undefined;
      if (found !== undefined) return found;
      if (/^\d+$/.test(wanted)) return undefined;
      const at = plain.indexOf(wanted);
      const start = positions[at];
      const last = positions[at + wanted.length - 1];
      if (at < 0 || start === undefined || last === undefined) return undefined;
      return { quote: markdown.slice(start, last + 1), start, end: last + 1 };
    },
  };
}

/** A number must stand for itself: 12 is not in 2012. */
function findNumber(markdown: string, number: string): Place | undefined {
  const literal = number.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const match = new RegExp(`(?<![\\d.,])${literal}(?![\\d]|[.,]\\d)`).exec(markdown);
  return match === null ? undefined : { quote: match[0], start: match.index, end: match.index + match[0].length };
}

function plainPath(path: string): string {
  const trimmed = path.trim().replace(/^\$\.?|^result[./]?/, "");
  return trimmed.startsWith("/") ? fieldPath(trimmed) : trimmed;
}

function firstOf<T>(
  candidates: readonly (string | undefined)[],
  find: (candidate: string) => T | undefined,
): T | undefined {
  for (const candidate of candidates) {
    const found = candidate === undefined ? undefined : find(candidate);
    if (found !== undefined) return found;
  }
  return undefined;
}
