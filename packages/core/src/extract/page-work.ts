import type { PureWork } from "../concurrency/pure-work.ts";
import { parse } from "../markup/parse.ts";
import { baseUrlOf } from "../page/clean.ts";
import { indexElements } from "../page/element-index.ts";
import { readMetadata } from "../page/metadata.ts";
import { readStructured, type StructuredContent } from "../page/structured/index.ts";
import { mergeAnswers } from "../scrape/formats/json/merge.ts";
import { sourcesOf, type SourcePage } from "./sources.ts";

// Pages and answers of models can be long, so they are put together in the threads that read pages.

const module = import.meta.url;
const tooMuch = {
  code: "UNSUPPORTED_CONTENT",
  message: "The pages hold too much to put together; ask for fewer of them, or for less of each.",
} as const;

/** Reads what a page says to machines. */
export const readPageData: PureWork<{ readonly html: string; readonly url: string }, StructuredContent> = {
  module,
  name: "readPageData",
  tooMuch,
  run({ html, url }) {
    const document = parse(html);
    const elements = indexElements(document);
    const baseUrl = baseUrlOf(elements, url);
    return readStructured(document, { url, baseUrl }, readMetadata(elements, baseUrl));
  },
};

/** The values read from a page, and the paths of those that nothing there supports. */
export interface ReadPage {
  readonly value: unknown;
  readonly unsupported: readonly string[];
}

/** Puts together what pages gave; where they differ, by whether the page supports the field. */
export const mergePages: PureWork<readonly ReadPage[], unknown> = {
  module,
  name: "mergePages",
  tooMuch,
  run: (pages) => mergeAnswers(pages.map(({ value, unsupported }) => ({ value, weightOf: weightsOf(unsupported) }))),
};

/** A value without support still counts a little, because it may be all that is known of a field. */
function weightsOf(unsupported: readonly string[]): (path: string) => number {
  const doubtful = new Set(unsupported);
  return (path) => (doubtful.has(path) ? 0.1 : 1);
}

/** See {@link sourcesOf}. */
export const findSources: PureWork<
  { readonly merged: unknown; readonly pages: readonly SourcePage[] },
  Readonly<Record<string, string[]>>
> = {
  module,
  name: "findSources",
  tooMuch,
  run: ({ merged, pages }) => sourcesOf(merged, pages),
};
