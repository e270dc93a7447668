import { z } from "zod";

/** Pages of a document, counted from 1, with both ends. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

const maxPage = 100_000;
const maxParts = 1000;

const part = /^\s*(\d{1,6})\s*(?:(-)\s*(?:(\d{1,6})\s*)?)?$/;

/** The pages that one part names, such as `5`, `1-3` or `7-`; undefined when it is none. */
function rangeOf(written: string | number): PageRange | undefined {
  const [, start = "", dash, end] = part.exec(String(written)) ?? [];
  const first = Number(start);
  const last = dash === undefined ? first : Number(end ?? maxPage);
  return first >= 1 && last >= first && last <= maxPage ? { first, last } : undefined;
}

const partsOf = (selection: string | readonly (string | number)[]): readonly (string | number)[] =>
  (typeof selection === "string" ? [selection] : selection).flatMap((entry): readonly (string | number)[] =>
    typeof entry === "string" ? entry.split(",", maxParts + 1) : [entry],
  );

/** Some pages of a document: `"1-3,7"`, `"5-"`, `[1, 2, 3]` or `["1-3", 7]`. Pages count from 1. */
export const PageSelection = z
  .union([
    z.string().min(1).max(5000),
    z
      .array(z.union([z.int(), z.string().max(200)]))
      .min(1)
      .max(maxParts),
  ])
  .superRefine((selection, context) => {
    const parts = partsOf(selection);
    const wrong = parts.find((entry) => rangeOf(entry) === undefined);
    if (wrong === undefined && parts.length <= maxParts) return;
    const message =
      wrong === undefined
        ? `must name at most ${maxParts} pages or ranges`
        : `must name pages from 1 to ${maxPage} such as \`"1-3,7"\` or \`[1, 2, 7]\`, not "${String(wrong).trim()}"`;
    context.addIssue({ code: "custom", message });
  });

/** The ranges of a selection that was parsed, as it names them. */
export const pageRanges = (selection: z.output<typeof PageSelection>): readonly PageRange[] =>
  partsOf(selection).flatMap((entry) => rangeOf(entry) ?? []);
