import type { BodyParser, ParsedBody } from "../../ports/body-parser.ts";
import { absoluteLinks } from "./absolute-links.ts";
import { decodeText } from "./decode-text.ts";

/** Markdown is passed through, with absolute links; `documents/render-markdown.ts` renders it where HTML is asked for. */
export const markdownParser: BodyParser = {
  mediaTypes: ["text/markdown", "text/x-markdown", "text/x-web-markdown"],
  async parse(input) {
    return readMarkdown(decodeText(input), input.url);
  },
};

/** Markdown with the title it gives itself: `title` of its YAML front matter, or its first top-level heading. */
export function readMarkdown(text: string, url: string): ParsedBody {
  const title = frontMatterTitle(text) ?? headingTitle(text);
  return { markdown: absoluteLinks(text, url), metadata: title === undefined ? {} : { title }, warnings: [] };
}

function frontMatterTitle(text: string): string | undefined {
  const block = /^---\n([\s\S]{0,10000}?)\n---\n/.exec(text)?.[1];
  const title = block === undefined ? undefined : /^title:[ \t]*(.+)$/m.exec(block)?.[1];
  return title?.trim().replace(/^(["'])(.*)\1$/, "$2");
}

function headingTitle(text: string): string | undefined {
  let fenced = false;
  for (const line of text.slice(0, 10_000).split("\n")) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
    const title = fenced ? undefined : /^ {0,3}#[ \t]+(.*?)[ \t]*#*$/.exec(line)?.[1];
    if (title !== undefined && title !== "") return title.replace(/[*_`]/g, "");
  }
  return undefined;
}
