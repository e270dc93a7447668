import { turndown } from "@garner/turndown";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";

const convert = turndown();

/** The usual way to get Markdown out of a page: linkedom, Readability, Turndown with its gfm plugin. */
export function readabilityWithTurndown(html: string): string {
  const { document } = parseHTML(html);
  const article = new Readability(document).parse();
  return convert(article?.content ?? "", "");
}
