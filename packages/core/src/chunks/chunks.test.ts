import fc from "fast-check";
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

  test("headings are as a reader sees them, and anchors are those of GitHub, never the same twice", () => {
    const markdown =
      "## The `open()` [call](https://a.example)\n\nx\n\n## Über *uns* ##\n\ny\n\n## Über uns\n\nz\n\nTitle\n===\n\nw";
    const sections = chunksOf(markdown, 4);
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
    .tuple(fc.integer({ min: 1, max: 6 }), fc.stringMatching(/^[a-z]{1,8}$/))
    .map(([level, text]) => `${"#".repeat(level)} ${text}`),
  fc.integer({ min: 1, max: 60 }).map((words) => prose(words)),
  fc
    .array(fc.constantFrom("- one", "- two\n  more", "1. first"), { minLength: 1, maxLength: 20 })
    .map((items) => items.join("\n")),
  fc
    .integer({ min: 0, max: 30 })
    .map((rows) =>
      ["| a | b |", "| - | - |", ...Array.from({ length: rows }, (_, row) => `| ${row} | x |`)].join("\n"),
    ),
  fc
    .array(fc.constantFrom("# no heading", "", "code()", "| no | row |"), { maxLength: 20 })
    .map((lines) => `~~~\n${lines.join("\n")}\n~~~`),
  fc.constant("> said\n> twice"),
);
const documentArbitrary = fc.array(blockArbitrary, { maxLength: 25 }).map((blocks) => blocks.join("\n\n"));

describe("whatever the text", () => {
  test("chunks hold all of it, once and in order, within the budget but for code", () => {
    fc.assert(
      fc.property(documentArbitrary, fc.integer({ min: 20, max: 200 }), (markdown, maxTokens) => {
        const chunks = chunksOf(markdown, maxTokens);
        let end = 0;
        for (const chunk of chunks) {
          expect(markdown.slice(end, chunk.start).trim()).toBe("");
          expect(chunk.text.endsWith(markdown.slice(chunk.start, chunk.end).trimEnd())).toBe(true);
          expect(chunk.text.includes("~~~") || chunk.tokens <= maxTokens + 20).toBe(true);
          expect(chunk.text.split("~~~").length % 2).toBe(1);
          end = chunk.end;
        }
        expect(markdown.slice(end).trim()).toBe("");
      }),
    );
  });

  test("reading on from excerpt to excerpt gives all of it", () => {
    fc.assert(
      fc.property(documentArbitrary, fc.integer({ min: 20, max: 200 }), (markdown, maxTokens) => {
        const words: string[] = [];
        let start: number | undefined = 0;
        while (start !== undefined) {
          const { text, next } = excerpt(markdown, start, maxTokens);
          const isTableGoingOn =
            start > 0 && text.startsWith("| a | b |\n| - | - |\n") && !markdown.startsWith("| a", start);
          words.push(...(isTableGoingOn ? text.split("\n").slice(2).join("\n") : text).split(/\s+/));
          expect(next ?? Infinity).toBeGreaterThan(start);
          start = next;
        }
        expect(words.filter((word) => word !== "")).toEqual(markdown.split(/\s+/).filter((word) => word !== ""));
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
        },
      ),
    );
  });
});
