import serialize from "dom-serializer";
import { isTag, type ParentNode } from "domhandler";
import fc from "fast-check";
import { micromark } from "micromark";
import { gfmFootnote, gfmFootnoteHtml } from "micromark-extension-gfm-footnote";
import { gfmStrikethrough, gfmStrikethroughHtml } from "micromark-extension-gfm-strikethrough";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
import { gfmTaskListItem, gfmTaskListItemHtml } from "micromark-extension-gfm-task-list-item";
import { expect, test } from "vitest";
import { parse } from "../parse.ts";
import { textOf } from "./element.ts";
import { toMarkdown } from "./index.ts";

const baseUrl = "https://example.test/dir/page";

function convert(html: string): string {
  return toMarkdown(parse(html), { baseUrl });
}

function render(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfmFootnote(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
    htmlExtensions: [gfmFootnoteHtml(), gfmStrikethroughHtml(), gfmTableHtml(), gfmTaskListItemHtml()],
  });
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The text of some HTML, with a space wherever a tag stood, so that only characters count. */
function visibleText(html: string): string {
  return withoutMathSigns(textOf(parse(html)));
}

/** The signs around formulas are the one thing that is written differently: `\(x\)` becomes `$x$`. */
function withoutMathSigns(text: string): string {
  return text.replace(/\s+/g, "").replace(/\\[()[\]]|\$/g, "");
}

/** What a reader of the rendered page can count: elements by name, in order. */
function outline(html: string, names: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const walk = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      const text = withoutMathSigns(textOf(child));
      if (names.has(child.name) && text !== "") found.push(`${child.name} ${text}`);
      walk(child);
    }
  };
  walk(parse(html));
  return found;
}

const hostile = fc.string({
  unit: fc.constantFrom(..." ab1\\`*_{}[]()<>#+-.!|~=&;:'\"$\n「」、é漢😀"),
  maxLength: 12,
});
const words = fc.oneof(
  hostile,
  fc.constantFrom("word", "two words", " lead", "trail ", "1.", "- x", "漢字", "a_b_c", "2*3"),
);
const text = words.map(escapeHtml);

const { inline } = fc.letrec<{ inline: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    text,
    words.map((value) => `<code>${escapeHtml(value)}</code>`),
    words.map((value) => `<img src="/i.png" alt="${escapeHtml(value)}">`),
    fc.constant("<br>"),
  ),
  inline: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("leaf"),
    fc.array(tie("inline"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
    fc
      .tuple(fc.constantFrom("b", "em", "del", "span"), tie("inline"))
      .map(([name, inner]) => `<${name}>${inner}</${name}>`),
    fc.array(text, { maxLength: 2 }).map((parts) => `<a href="/l(1)">${parts.join("<i>x</i>")}</a>`),
  ),
}));

const { block } = fc.letrec<{ block: string }>((tie) => {
  const blocks = fc.array(tie("block"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));
  const list = (name: string) =>
    fc.array(fc.oneof(inline, blocks), { minLength: 1, maxLength: 3 }).map((parts) => {
      return `<${name}>${parts.map((part) => `<li>${part}</li>`).join("")}</${name}>`;
    });
  const row = fc.tuple(inline, inline).map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);
  return {
    block: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      inline.map((inner) => `<p>${inner}</p>`),
      fc.tuple(fc.integer({ min: 1, max: 6 }), inline).map(([level, inner]) => `<h${level}>${inner}</h${level}>`),
      words.map((value) => `<pre><code class="language-js">${escapeHtml(value)}</code></pre>`),
      blocks.map((inner) => `<blockquote>${inner}</blockquote>`),
      blocks.map((inner) => `<div>${inner}</div>`),
      list("ul"),
      list("ol"),
      fc
        .array(row, { minLength: 2, maxLength: 3 })
        .map((rows) => `<table><tr><th>A</th><th>B</th></tr>${rows.join("")}</table>`),
      fc.constant("<hr>"),
    ),
  };
});

const page = fc.array(block, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("\n"));

test("any string at all becomes a string", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), page), (html) => {
      expect(typeof convert(html)).toBe("string");
    }),
    { numRuns: 300 },
  );
});

test("the tree is left as it was", () => {
  fc.assert(
    fc.property(page, (html) => {
      const document = parse(html);
      toMarkdown(document, { baseUrl });
      expect(serialize(document)).toBe(serialize(parse(html)));
    }),
    { numRuns: 50 },
  );
});

test("rendered, it has the text of the page", () => {
  fc.assert(
    fc.property(page, (html) => {
      expect(visibleText(render(convert(html)))).toBe(visibleText(html));
    }),
    { numRuns: 300 },
  );
});

test("rendered, it has the headings, quotes, links and code spans of the page", () => {
  const names = new Set(["h1", "h2", "h3", "h4", "h5", "h6", "a", "blockquote"]);
  fc.assert(
    fc.property(page, (html) => {
      expect(outline(render(convert(html)), names)).toEqual(outline(html, names));
    }),
    { numRuns: 300 },
  );
});

test("rendered and converted again, it stays the same", () => {
  fc.assert(
    fc.property(page, (html) => {
      const markdown = convert(html);
      expect(convert(render(markdown))).toBe(markdown);
    }),
    { numRuns: 300 },
  );
});
