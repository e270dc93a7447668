import serialize from "dom-serializer";
import { isTag, type Element, type ParentNode } from "domhandler";
import { textContent } from "domutils";
import fc from "fast-check";
import { micromark } from "micromark";
import { gfmFootnote, gfmFootnoteHtml } from "micromark-extension-gfm-footnote";
import { gfmStrikethrough, gfmStrikethroughHtml } from "micromark-extension-gfm-strikethrough";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
import { gfmTaskListItem, gfmTaskListItemHtml } from "micromark-extension-gfm-task-list-item";
import { expect, test } from "vitest";
import { parse } from "../../markup/parse.ts";
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

type Reading = (element: Element, lists: readonly string[]) => string | undefined;

/** Things that a reader of the rendered page can count, in order; elements that show nothing don't count. */
const readings: Readonly<Record<string, Reading>> = {
  headings: (element) => (/^h[1-6]$/.test(element.name) ? shownBy(element) : undefined),
  quotes: (element) => (element.name === "blockquote" ? shownBy(element) : undefined),
  links: (element) => {
    if (element.name !== "a" || shownBy(element) === "") return undefined;
    return `${new URL(element.attribs["href"] ?? "", baseUrl).href} ${shownBy(element)}`;
  },
  lists: (element, lists) => (element.name === "li" ? `${lists.join(">")} ${shownBy(element)}` : undefined),
  tables: (element) => (isCell(element) ? shownBy(element) : undefined),
  "code spans": (element) => (element.name === "code" && !isListing(element) ? shownBy(element) : undefined),
  "code blocks": (element) => {
    if (!isListing(element)) return undefined;
    const code = textContent(element);
    return `${element.attribs["class"] ?? ""}\n${code.slice(0, code.trimEnd().length)}`;
  },
  images: (element) =>
    element.name === "img" ? (element.attribs["alt"] ?? "").replace(/\s+/g, " ").trim() : undefined,
};

const shownBy = (element: Element): string => withoutMathSigns(textOf(element));

const isCell = ({ attribs, name }: Element): boolean =>
  name === "td" || name === "th" || /^(?:cell|columnheader)$/.test(attribs["role"] ?? "");

const isListing = ({ name, parent }: Element): boolean =>
  name === "code" && parent !== null && isTag(parent) && parent.name === "pre";

function readingOf(html: string, reading: Reading): string[] {
  const found: string[] = [];
  const walk = (parent: ParentNode, lists: readonly string[]): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      const read = reading(child, lists);
      if (read !== undefined && /[^\s>]/.test(read.replace(/^(?:[uo]l>?)+ /, ""))) found.push(read);
      walk(child, child.name === "ul" || child.name === "ol" ? [...lists, child.name] : lists);
    }
  };
  walk(parse(html), []);
  return found;
}

const join = (parts: readonly string[]): string => parts.join("");

const hostile = fc.string({
  unit: fc.constantFrom(..." ab1\\`*_{}[]()<>#+-.!|~=&;:'\"$\n「」、é漢😀"),
  maxLength: 12,
});
const words = fc.oneof(
  hostile,
  fc.constantFrom(
    ...[
      "word",
      "two words",
      " lead",
      "trail ",
      "1.",
      "1)",
      "- x",
      "漢字",
      "a_b_c",
      "2*3",
      "[x] done",
      "[^1]",
      "[a]: b",
    ],
    ...[
      "| a | b |",
      "---",
      "===",
      "    four",
      "\ttab",
      "http://x.test/a_b",
      "<b>",
      "&amp;",
      "a\\",
      "``",
      "~~~",
      "######",
    ],
  ),
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
      .tuple(fc.constantFrom("b", "em", "del", "span", "strong", "i", "sub", "sup", "u", "kbd", "cite"), tie("inline"))
      .map(([name, inner]) => `<${name}>${inner}</${name}>`),
    fc
      .tuple(
        fc.constantFrom("/l(1)", "https://o.test/?a=1&amp;b=2", "/sp ace", "mailto:a@b.test"),
        fc.array(text, { maxLength: 2 }),
      )
      .map(([href, parts]) => `<a href="${href}">${parts.join("<i>x</i>")}</a>`),
  ),
}));

const { block } = fc.letrec<{ block: string }>((tie) => {
  const blocks = fc.array(tie("block"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));
  const item = fc.oneof(inline, blocks, fc.tuple(inline, blocks).map(join), fc.tuple(blocks, inline).map(join));
  const list = (name: string, attributes = "") =>
    fc.array(item, { minLength: 1, maxLength: 3 }).map((parts) => {
      return `<${name}${attributes}>${parts.map((part) => `<li>${part}</li>`).join("")}</${name}>`;
    });
  const row = fc.tuple(inline, inline).map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);
  return {
    block: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      inline,
      inline.map((inner) => `<p>${inner}</p>`),
      fc.tuple(fc.integer({ min: 1, max: 6 }), inline).map(([level, inner]) => `<h${level}>${inner}</h${level}>`),
      fc
        .tuple(
          fc.constantFrom(' class="language-js"', ' class="language-c++"', ""),
          fc.array(words, { minLength: 1, maxLength: 3 }),
        )
        .map(([language, lines]) => `<pre><code${language}>${escapeHtml(lines.join("\n"))}</code></pre>`),
      blocks.map((inner) => `<blockquote>${inner}</blockquote>`),
      blocks.map((inner) => `<div>${inner}</div>`),
      list("ul"),
      list("ol"),
      list("ol", ' start="7"'),
      list("ol", ' start="0"'),
      blocks.map((inner) => `<section><b>${inner}</b></section>`),
      fc.tuple(inline, inline).map(([term, description]) => `<dl><dt>${term}</dt><dd>${description}</dd></dl>`),
      fc
        .array(row, { minLength: 2, maxLength: 3 })
        .map((rows) => `<table><tr><th>A</th><th>B</th></tr>${rows.join("")}</table>`),
      fc
        .tuple(inline, inline)
        .map(
          (cells) =>
            `<div role="table"><div role="row"><b role="columnheader">A</b><b role="columnheader">B</b></div>` +
            `<div role="rowgroup"><div role="row"><span role="cell">1</span><span role="cell">2</span></div>` +
            `<div role="row">${cells.map((cell) => `<div role="cell">${cell}</div>`).join("")}</div></div></div>`,
        ),
      fc
        .array(text, { minLength: 1, maxLength: 3 })
        .map((items) => `<ul>${items.map((shown) => `<a href="/item"><li>${shown}</li></a>`).join("")}</ul>`),
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
    { numRuns: 200 },
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
    { numRuns: 200 },
  );
});

test.each(Object.entries(readings))("rendered, it has the %s of the page", (_, reading) => {
  fc.assert(
    fc.property(page, (html) => {
      expect(readingOf(render(convert(html)), reading)).toEqual(readingOf(html, reading));
    }),
    { numRuns: 80 },
  );
});

test("rendered and converted again, it stays the same", () => {
  fc.assert(
    fc.property(page, (html) => {
      const markdown = convert(html);
      expect(convert(render(markdown))).toBe(markdown);
    }),
    { numRuns: 200 },
  );
});
