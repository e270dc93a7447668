import { createHash } from "node:crypto";
import type { ScrapeOutcome } from "../scrape/page-result.ts";
import { withoutDateWords } from "../url/traps.ts";

const readLength = 20_000;

/**
 * The text of a page without numbers, dates and markup: equal for pages that differ in nothing else, such as those of an
 * endless calendar or counter. Undefined if no format with text was asked for. Pure.
 */
export function pageText(outcome: ScrapeOutcome): string | undefined {
  const text = outcome.markdown ?? outcome.html ?? outcome.rawHtml;
  if (text === undefined) return undefined;
  const words = withoutDateWords(text.slice(0, readLength).replaceAll(/\]\((?:(?!\]\()[^)])*\)|<[^<>]*>/g, " "))
    .replaceAll(/[\d\s]+/g, " ")
    .toLowerCase();
  return createHash("sha1").update(words).digest("base64url");
}
