import { describe, expect, test } from "vitest";
import { parse } from "../../markup/parse.ts";
import { toMarkdown } from "./index.ts";

const convert = (html: string): string => toMarkdown(parse(html), { baseUrl: "https://example.test/dir/page" });

/** Each case is the HTML and the Markdown it must become. */
function cases(table: Record<string, readonly [html: string, markdown: string]>): void {
  test.each(Object.entries(table))("%s", (_name, [html, markdown]) => expect(convert(html)).toBe(markdown));
}

describe("boxes of documentation", () => {
  cases({
    Sphinx: [
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</p></div>',
      "> **Warning**\n>\n> Hot.",
    ],
    "a title with code and a permalink": [
      '<div class="admonition note"><p class="admonition-title">About <code>level</code><a class="headerlink" href="#x">¶</a></p><p>So.</p></div>',
      "> **About `level`**\n>\n> So.",
    ],
    "no title": [
      '<div class="alert alert-info">Read <a href="/x">this</a>.</div>',
      "> **Info**\n>\n> Read [this](https://example.test/x).",
    ],
  });
});
