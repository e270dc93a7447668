import { isQuestion, type FormatObject } from "../schema/formats.ts";

const pageCredits = 1;
const structuredDataCredits = 4;
const questionCredits = 4;
const stealthCredits = 4;

/** The properties of a page that decide its price. */
export interface PricedPage {
  readonly formats: readonly FormatObject[];
  /** The page was served by a stealth source. */
  readonly usedStealth: boolean;
  /** Pages of a parsed document. */
  readonly documentPages: number;
}

/**
 * Credits for one page (requirements §8, contract §4.11): 1, plus 1 for every further page of a document, plus 4 for
 * structured data (json, or change tracking in json mode), plus 4 for each question, query and highlights, and plus 4 when
 * stealth served it. Pure.
 */
export function creditsFor(page: PricedPage): number {
  const wantsStructuredData = page.formats.some(
    (format) => format.type === "json" || (format.type === "changeTracking" && format.modes.includes("json")),
  );
  return (
    pageCredits +
    Math.max(0, page.documentPages - 1) +
    (wantsStructuredData ? structuredDataCredits : 0) +
    page.formats.filter(isQuestion).length * questionCredits +
    (page.usedStealth ? stealthCredits : 0)
  );
}
