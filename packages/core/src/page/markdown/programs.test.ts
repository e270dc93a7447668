import { describe, expect, test } from "vitest";
import { parse } from "../../markup/parse.ts";
import { toMarkdown } from "./index.ts";

const convert = (html: string): string => toMarkdown(parse(html), { baseUrl: "https://example.test/dir/page" });

/** Each case is the HTML as a program writes it and the Markdown it must become. */
function cases(table: Record<string, readonly [html: string, markdown: string]>): void {
  test.each(Object.entries(table))("%s", (_name, [html, markdown]) => expect(convert(html)).toBe(markdown));
}

const googleList = (tag: string, level: number, items: string, start = 1) =>
  `<${tag} class="c1 lst-kix_a1b2-${level} start" start="${start}">${items}</${tag}>`;

describe("lists that are flat in the source", () => {
  cases({
    "Google Docs: one list for every change of level": [
      googleList("ul", 0, '<li class="c0 li-bullet-0"><span class="c2">one</span></li>') +
        googleList("ul", 1, "<li><span>one a</span></li><li>one b</li>") +
        googleList("ol", 2, "<li>deep</li>") +
        googleList("ul", 0, "<li>two</li>"),
      "- one\n  - one a\n  - one b\n    1. deep\n- two",
    ],
    "Google Docs: a list that goes on after a paragraph": [
      `${googleList("ol", 0, "<li>x</li>")}<p>between</p>${googleList("ol", 0, "<li>y</li>", 2)}${googleList("ol", 1, "<li>y1</li>")}`,
      "1. x\n\nbetween\n\n2. y\n   1. y1",
    ],
    "Google Docs: two lists side by side": [
      `${googleList("ul", 0, "<li>x</li>")}<ol class="lst-kix_c3-0 start" start="1"><li>y</li></ol>`,
      "- x\n\n1. y",
    ],
    "Word: a list that begins with a deeper item": [
      "<p style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o </span>inner</p><p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>· </span>outer</p>",
      "- inner\n- outer",
    ],
  });
});

describe("notes", () => {
  cases({
    Word: [
      `<p>text<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference>[1]</span></a></p><div style='mso-element:footnote-list'><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1"><span>[1]</span></a> the note</p></div></div>`,
      "text[^1]\n\n[^1]: the note",
    ],
    "Google Docs": [
      '<p>text<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;the note</span></p></div>',
      "text[^1]\n\n[^1]: the note",
    ],
    LibreOffice: [
      '<p>text<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>the note</p></div>',
      "text[^1]\n\n[^1]: the note",
    ],
  });
});

describe("forums, wikis and blogs", () => {
  cases({
    "phpBB: the author of a quotation": [
      "<blockquote><div><cite>bob wrote:</cite>Hi there</div></blockquote>",
      "> bob wrote:\n>\n> Hi there",
    ],
    "the sign that opens a panel": [
      '<h3><button>Question<span aria-hidden="true">+</span></button></h3><details><summary>More <span aria-hidden="true">›</span></summary><p>text</p></details><p>3<span aria-hidden="true">×</span>4</p>',
      "### Question\n\nMore\n\ntext\n\n3×4",
    ],
    "a table whose head is written behind its body": [
      "<table><tbody><tr><td>b</td><td>c</td></tr></tbody><thead><tr><th>H</th><th>I</th></tr></thead></table>",
      "| H | I |\n| --- | --- |\n| b | c |",
    ],
    "Sphinx: the language of a listing with line numbers": [
      '<div class="highlight-python3 notranslate"><div class="highlight"><pre><span class="linenos">1</span><span class="kn">import</span> x\n<span class="linenos">2</span>y</pre></div></div>',
      "```python3\nimport x\ny\n```",
    ],
  });
});
