import type { Element } from "domhandler";
import { childrenOf } from "../../markup/xml-tree.ts";
import { escapeHtml } from "../html/markup.ts";
import { numeral } from "../numerals.ts";
import type { ListLevel, Styles } from "./opendocument-styles.ts";

/** Numbers of headings, counted along the document (ODF 1.3 part 3, §5.1.2 and §16.32). */
export interface HeadingNumbers {
  /**
   * The number of the next heading as it is shown, such as `2.1`; empty for one without. `list` is the style of the list
   * that it stands in, if it does.
   */
  labelOf(heading: Element, level: number, list?: string): string;
}

const formats: Readonly<Record<string, string>> = {
  "1": "decimal",
  a: "lowerLetter",
  A: "upperLetter",
  i: "lowerRoman",
  I: "upperRoman",
};

/** Starts counting. */
export function numberHeadings({ outline, lists, unnumbered }: Styles): HeadingNumbers {
  const counts = new Map<string, readonly number[]>();
  return {
    labelOf(heading, level, list = "") {
      const levels = lists.get(list) ?? outline;
      const { attribs } = heading;
      const own = levels.get(level);
      const isPlain = attribs["text:is-list-header"] === "true" || unnumbered.has(attribs["text:style-name"] ?? "");
      if (own === undefined || own.format === "" || isPlain) return "";
      const before = counts.get(list) ?? [];
      const start = Number(attribs["text:start-value"]) || own.start;
      const last = attribs["text:restart-numbering"] === "true" ? undefined : before[level - 1];
      const above = Array.from({ length: level - 1 }, (_, index) => before[index] ?? levels.get(index + 1)?.start ?? 1);
      const numbers = [...above, last === undefined ? start : last + 1];
      counts.set(list, numbers);
      return labelOf(levels, numbers);
    },
  };
}

/** The numbers of as many levels as the last one shows, between its prefix and suffix. */
function labelOf(levels: ReadonlyMap<number, ListLevel>, numbers: readonly number[]): string {
  const own = levels.get(numbers.length);
  if (own === undefined) return "";
  const shown = numbers.flatMap((number, index) => {
    const format = index < numbers.length - own.shownLevels ? "" : (levels.get(index + 1)?.format ?? "");
    return format === "" ? [] : [numeral(number, formats[format] ?? "decimal")];
  });
  return `${own.prefix}${shown.join(".")}${own.suffix}`.trim();
}

/** The mark of an item of a list: its own number between prefix and suffix. */
export const markOf = ({ format, prefix, suffix }: ListLevel, number: number): string =>
  format === "" ? "" : `${prefix}${numeral(number, formats[format] ?? "decimal")}${suffix}`.trim();

/** The numbers of a document's headings, and the ways to write their text and what is in their frames. */
export interface Headings {
  readonly numbers: HeadingNumbers;
  readonly inlineHtml: (heading: Element) => string;
  readonly framesHtml: (heading: Element) => string;
}

/** A heading with its number. It may stand in a list for the sake of it; `depth` is its level there. */
export function headingHtml(
  heading: Element,
  { numbers, inlineHtml, framesHtml }: Headings,
  list?: { readonly style: string; readonly depth: number },
): string {
  const outline = Math.max(1, Number(heading.attribs["text:outline-level"] ?? 1) || 1);
  const level = Math.min(6, outline);
  const html = inlineHtml(heading);
  const label = html.trim() === "" ? "" : numbers.labelOf(heading, list?.depth ?? outline, list?.style);
  return `<h${level}>${label === "" ? "" : `${escapeHtml(label)} `}${html}</h${level}>${framesHtml(heading)}`;
}

/** True for a list of headings and nothing else. */
export function holdsHeadings(list: Element): boolean {
  const parts = childrenOf(list).flatMap((item) => childrenOf(item));
  return (
    parts.length > 0 &&
    parts.every((part) => part.name === "text:h" || (part.name === "text:list" && holdsHeadings(part)))
  );
}

/** The headings of such a list. */
export function listedHeadings(list: Element, headings: Headings, depth = 1, around = ""): string {
  const style = list.attribs["text:style-name"] ?? around;
  return childrenOf(list)
    .flatMap((item) => childrenOf(item))
    .map((part) =>
      part.name === "text:list"
        ? listedHeadings(part, headings, depth + 1, style)
        : headingHtml(part, headings, { style, depth }),
    )
    .join("");
}
