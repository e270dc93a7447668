import fc from "fast-check";
import GithubSlugger from "github-slugger";
import { describe, expect, test } from "vitest";
import { chunksOf } from "./chunks.ts";
import { excerpt } from "./excerpt.ts";
import { estimateTokens } from "./tokens.ts";

const prose = (words: number, word = "word") => `${Array.from({ length: words }, () => word).join(" ")}.`;

describe("chunks", () => {
  test("a text that fits is one chunk, below the heading that all of it shares", () => {
    const markdown = "# Guide\n\nHello.\n\n## Install\n\nRun it.";
    expect(chunksOf(markdown, 100)).toEqual([
      {
        text: markdown,
        headings: ["Guide"],
        anchor: "guide",
        start: 0,
        end: markdown.length,
        tokens: estimateTokens(markdown),
      },
    ]);
  });

  test("a longer one is cut at headings, each chunk with its path, and a heading stays with what it heads", () => {
    const markdown = `# Guide\n\n## Install\n\n${prose(50)}\n\n### From source\n\n${prose(50)}\n\n## Use\n\n${prose(50)}`;
    const chunks = chunksOf(markdown, 80);
    expect(chunks.map(({ headings, anchor }) => [headings, anchor])).toEqual([
      [["Guide", "Install"], "install"],
      [["Guide", "Install", "From source"], "from-source"],
      [["Guide", "Use"], "use"],
    ]);
    expect(chunks[0]?.text).toMatch(/^# Guide\n\n## Install\n\nword/);
    expect(chunks[1]?.text).toMatch(/^### From source/);
  });

  test("small sections of one parent share a chunk", () => {
    const methods = ["open", "close", "read", "write"].map((name) => `### ${name}()\n\nIt does ${name}.`).join("\n\n");
    const chunks = chunksOf(`# API\n\n${prose(60)}\n\n## Files\n\n${methods}`, 80);
    expect(chunks.map(({ headings }) => headings)).toEqual([["API"], ["API", "Files"]]);
  });

  test("a table that is too long is cut between rows, and each part has its head", () => {
    const rows = Array.from({ length: 60 }, (_, index) => `| ${index} | value of ${index} |`);
    const markdown = ["| Name | Value |", "| --- | --- |", ...rows].join("\n");
    const chunks = chunksOf(markdown, 100);
    expect(chunks.length).toBeGreaterThan(3);
    for (const { text, tokens } of chunks) {
      expect(text).toMatch(/^\| Name \| Value \|\n\| --- \| --- \|\n\| \d/);
      expect(tokens).toBeLessThanOrEqual(100);
    }
    const body = chunks.flatMap(({ text }) => text.split("\n").slice(2));
    expect(body).toEqual(rows);
  });

  test("code is never cut, also where it is longer than a chunk, and blank lines and # in it mean nothing", () => {
    const code = `\`\`\`sh\n${Array.from({ length: 40 }, (_, line) => `# step ${line}\n\nrun ${line}`).join("\n")}\n\`\`\``;
    const chunks = chunksOf(`# Steps\n\n${code}\n\nDone.`, 50);
    expect(chunks.map(({ text }) => text)).toEqual([`# Steps\n\n${code}`, "Done."]);
    expect(chunks[1]?.headings).toEqual(["Steps"]);
  });

  test("nor is code in an item or a quotation, whose lines look like items", () => {
    const item = "- Set these:\n\n  ```yaml\n  - one: 1\n  - two: 2\n  ```";
    expect(chunksOf(`${item}\n- Restart`, 6).map(({ text }) => text)).toEqual([
      "- Set these:",
      item.slice(item.indexOf("  ```")),
      "- Restart",
    ]);
    const code = "> ```\n> first()\n>\n> second()\n> ```";
    const chunks = chunksOf(`> **Note**\n>\n> Run this:\n>\n${code}\n>\n> Done.`, 8);
    expect(chunks.map(({ text }) => text)).toEqual(["> **Note**\n>\n> Run this:\n>", code, ">\n> Done."]);
  });

  test("a quotation, an item and a paragraph that begins with an element are cut between sentences", () => {
    const long = Array.from({ length: 40 }, (_, index) => `Sentence number ${index}.`).join(" ");
    for (const markdown of [
      `> ${long}`,
      `- ${long}\n- ${long}`,
      `1. one\n\n   ${long}`,
      `<strong>「A」</strong>${long}`,
    ]) {
      const chunks = chunksOf(markdown, 60);
      expect(chunks.length).toBeGreaterThan(3);
      expect(chunks.every(({ text, tokens }) => tokens <= 60 && /\.$|^1\. one$/.test(text))).toBe(true);
    }
  });

  test("headings and the blank lines between blocks count, so that a paragraph is cut to leave them room", () => {
    const markdown = `# Guide\n\n## Install\n\n${"Run it now. ".repeat(30).trim()}`;
    const chunks = chunksOf(markdown, 64);
    expect(chunks.map(({ tokens }) => tokens <= 64)).toEqual([true, true]);
    expect(chunks[0]?.text).toMatch(/^# Guide\n\n## Install\n\nRun it now\..*\.$/);
    const paragraphs = Array.from({ length: 40 }, () => "Six.").join("\n\n");
    expect(chunksOf(paragraphs, 16).every(({ tokens }) => tokens <= 16)).toBe(true);
  });

  test("a heading stands alone where code fits behind no heading, and is cut where it does not fit itself", () => {
    const code = `~~~\n${prose(48)}\n~~~`;
    expect(chunksOf(`## Steps\n\n${code}`, 64).map(({ text }) => text)).toEqual(["## Steps", code]);
    const chunks = chunksOf(`# ${prose(30, "長い")}\n\nEnd.`, 20);
    expect(chunks.every(({ tokens }) => tokens <= 20)).toBe(true);
    expect(chunks.at(-1)?.text).toMatch(/End\.$/);
  });

  test("a head of a table that leaves rows little room is not repeated, so that chunks stay about as long as the table", () => {
    const rows = Array.from({ length: 500 }, (_, index) => `| ${index} | x |`);
    const markdown = [`| ${prose(500)} | b |`, "| - | - |", ...rows].join("\n");
    const chunks = chunksOf(markdown, 64);
    expect(chunks.slice(1).every(({ tokens }) => tokens <= 64)).toBe(true);
    expect(chunks.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(markdown.length);
  });

  test("headings are as a reader sees them, and anchors are those of GitHub, never the same twice", () => {
    const headings = ["## The `open()` [call](https://a.example)", "## Über *uns* ##", "## Über uns", "Title\n==="];
    const sections = chunksOf(headings.map((heading) => `${heading}\n\n${prose(8)}`).join("\n\n"), 22);
    expect(sections.map(({ headings, anchor }) => [headings.at(-1), anchor])).toEqual([
      ["The open() call", "the-open-call"],
      ["Über uns", "über-uns"],
      ["Über uns", "über-uns-1"],
      ["Title", "title"],
    ]);
  });
});

const blockArbitrary = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.stringMatching(/^(?:[a-z]{1,8}|[a-z]{40,90})$/))
    .map(([level, text]) => `${"#".repeat(level)} ${text}`),
  fc.integer({ min: 1, max: 60 }).map((words) => prose(words)),
  fc
    .array(fc.constantFrom("- one", "- two\n  more", "1. first", "- two\n\n  ~~~\n  - none\n  ~~~", `- ${prose(40)}`), {
      minLength: 1,
      maxLength: 20,
    })
    .map((items) => items.join("\n")),
  fc
    .integer({ min: 0, max: 30 })
    .map((rows) =>
      ["| a | b |", "| - | - |", ...Array.from({ length: rows }, (_, row) => `| ${row} | x |`)].join("\n"),
    ),
  fc
    .array(fc.constantFrom("# no heading", "", "code()", "| no | row |"), { maxLength: 20 })
    .map((lines) => `~~~\n${lines.join("\n")}\n~~~`),
  fc.integer({ min: 1, max: 60 }).map((characters) => "語".repeat(characters)),
  fc.integer({ min: 1, max: 60 }).map((words) => `<div>\n<p>${prose(words)}</p>\n</div>`),
  fc.constantFrom("> said\n> twice", `> ${prose(60)}`, "> Look:\n>\n> ~~~\n> code()\n>\n> more()\n> ~~~"),
);
const documentArbitrary = fc
  .array(fc.tuple(blockArbitrary, fc.constantFrom("\n\n", "\n\n\n\n\n")), { maxLength: 25 })
  .map((blocks) => blocks.flat().join(""));

/** The headings of a document, without what only looks like one in its code. */
function headingsOf(markdown: string) {
  const slugger = new GithubSlugger();
  const withoutCode = markdown.replaceAll(/^~~~$[^]*?^~~~$/gm, (code) => code.replaceAll(/./g, " "));
  return Array.from(withoutCode.matchAll(/^(#{1,6}) (\w+)$/gm), ({ index, 1: signs = "", 2: text = "" }) => ({
    at: index,
    level: signs.length,
    text,
    anchor: slugger.slug(text),
  }));
}

/** Fails if a part was cut out of a row of a table or a block of code. */
function expectWholeRowsAndCode(part: string, markdown: string): void {
  const lines = new Set(markdown.split("\n"));
  expect(part.split("\n").filter((line) => line.startsWith("|") && !lines.has(line))).toEqual([]);
  expect(part.split("~~~").length % 2).toBe(1);
}

/** Fails if a part is larger than its budget, unless it has a block of code that is. */
function expectWithinBudget(part: string, maxTokens: number): void {
  const longestCode = Math.max(
    0,
    ...Array.from(part.matchAll(/^[> ]*~~~$[^]*?^[> ]*~~~$/gm), ([code]) => estimateTokens(code)),
  );
  expect(longestCode > maxTokens || estimateTokens(part) <= maxTokens).toBe(true);
}

describe("whatever the text", () => {
  test("chunks hold all of it, once and in order, within the budget but for code, at the places that they tell", () => {
    fc.assert(
      fc.property(documentArbitrary, fc.integer({ min: 20, max: 200 }), (markdown, maxTokens) => {
        const chunks = chunksOf(markdown, maxTokens);
        let end = 0;
        for (const chunk of chunks) {
          const slice = markdown.slice(chunk.start, chunk.end);
          const [repeatedHead = "none"] = /^\| a \| b \|\n\| - \| - \|\n/.exec(chunk.text) ?? [];
          expect([slice, repeatedHead + slice]).toContain(chunk.text);
          expect(markdown.slice(end, chunk.start).trim()).toBe("");
          expectWithinBudget(chunk.text, maxTokens);
          expectWholeRowsAndCode(chunk.text, markdown);
          end = chunk.end;
        }
        expect(markdown.slice(end).trim()).toBe("");
      }),
    );
  });

  test("chunks stand below the headings that they tell, whose anchors lead there", () => {
    fc.assert(
      fc.property(documentArbitrary, fc.integer({ min: 20, max: 200 }), (markdown, maxTokens) => {
        const headings = headingsOf(markdown);
        for (const chunk of chunksOf(markdown, maxTokens)) {
          const own = headings.find(({ anchor }) => anchor === chunk.anchor);
          expect(chunk.headings.at(-1)).toBe(own?.text);
          const from = own?.at ?? -1;
          const section = headings.filter(({ at }) => at > from && at < chunk.end);
          expect(section.filter(({ level }) => level <= (own?.level ?? 0))).toEqual([]);
          expect(from).toBeLessThan(chunk.end);
        }
      }),
    );
  });

  test("the excerpts, one behind the other, are the text, and each ends where a block, a row or a sentence does", () => {
    fc.assert(
      fc.property(documentArbitrary, fc.integer({ min: 20, max: 200 }), (markdown, maxTokens) => {
        const parts: string[] = [];
        let start: number | undefined = 0;
        while (start !== undefined) {
          const { text, next } = excerpt(markdown, start, maxTokens);
          expect(next ?? Infinity).toBeGreaterThan(start);
          expectWholeRowsAndCode(text, markdown);
          expectWithinBudget(text.trimEnd(), maxTokens);
          parts.push(text);
          start = next;
        }
        expect(parts.join("")).toBe(markdown);
      }),
    );
  });

  test("a text that is anything at all is read to its end", () => {
    fc.assert(
      fc.property(
        fc.string({
          maxLength: 500,
          unit: fc.constantFrom("#", "`", "~", "|", "-", " ", "\n", ">", "<", "a", "$", "1", ".", "="),
        }),
        (markdown) => {
          const all = chunksOf(markdown, 10);
          expect(all.every(({ start, end }, index) => start < end && start >= (all[index - 1]?.end ?? 0))).toBe(true);
          const { text, next = markdown.length } = excerpt(markdown, 0, 10);
          expect(text).toBe(markdown.slice(0, next));
        },
      ),
    );
  });
});
