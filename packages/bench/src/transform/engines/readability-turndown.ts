import { turndown } from "@garner/turndown";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import type { Page } from "../pages.ts";

const convert = turndown();

/** The usual way to get Markdown out of a page: linkedom, Readability, Turndown with its gfm plugin. */
export default function readabilityWithTurndown({ body }: Page): string {
  const { document } = parseHTML(new TextDecoder().decode(body));
  const article = new Readability(document).parse();
  return convert(article?.content ?? "", "");
}
