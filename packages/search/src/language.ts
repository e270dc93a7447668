import type { SearchQuery } from "@garner/core";

/** The language of a query alone, such as `pt` of `pt-br`. Pure. */
export const languageOf = ({ language }: SearchQuery): string => language.split("-")[0] ?? language;
