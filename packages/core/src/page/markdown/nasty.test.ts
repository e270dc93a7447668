import { readdirSync, readFileSync } from "node:fs";
import { micromark } from "micromark";
import { gfmFootnote, gfmFootnoteHtml } from "micromark-extension-gfm-footnote";
import { gfmStrikethrough, gfmStrikethroughHtml } from "micromark-extension-gfm-strikethrough";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
import { gfmTaskListItem, gfmTaskListItemHtml } from "micromark-extension-gfm-task-list-item";
import { describe, expect, test } from "vitest";
import { parse } from "../../markup/parse.ts";
import { toMarkdown } from "./index.ts";

/** One file for each theme; in it, `====== name`, the HTML as sites write it, `------`, and the Markdown it must become. */
const corpus = new URL("../../../../testkit/fixtures/nasty/", import.meta.url);

interface Snippet {
  readonly name: string;
  readonly html: string;
  readonly markdown: string;
}

function snippetsOf(file: string): readonly Snippet[] {
  const sections = readFileSync(new URL(file, corpus), "utf8")
    .split(/^====== /m)
    .slice(1);
  return sections.map((section) => {
    const [head = "", markdown = ""] = section.split("\n------\n");
    const end = head.indexOf("\n");
    return { name: head.slice(0, end), html: head.slice(end + 1), markdown: markdown.replace(/\n+$/, "") };
  });
}

function convert(html: string): string {
  return toMarkdown(parse(html), { baseUrl: "https://example.test/dir/page" });
}

function render(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfmFootnote(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
    htmlExtensions: [gfmFootnoteHtml(), gfmStrikethroughHtml(), gfmTableHtml(), gfmTaskListItemHtml()],
  });
}

describe.each(readdirSync(corpus))("%s", (file) => {
  test.each(snippetsOf(file))("$name", ({ html, markdown }) => {
    expect(convert(html)).toBe(markdown);
    expect(convert(render(markdown))).toBe(markdown);
  });
});
