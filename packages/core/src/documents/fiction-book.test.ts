import { expect, test } from "vitest";
import { packed, readDocument } from "../../test/documents/office-file.ts";

const book = `<?xml version="1.0" encoding="utf-8"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<description><title-info><author><first-name>Ada</first-name><last-name>Moor</last-name></author><author><nickname>bo</nickname></author><book-title>The Pier</book-title><annotation><p>About a <strong>pier</strong>.</p></annotation><coverpage><image l:href="#cover.png"/></coverpage><lang>en</lang></title-info><publish-info><publisher>Quay</publisher><year>2001</year></publish-info></description>
<body><title><p>The Pier</p><p>A tale</p></title><epigraph><p>Wait.</p><text-author>Anon</text-author></epigraph>
<section><title><p>Part One</p></title><section><title><p>Low tide</p></title><p>First <emphasis>word</emphasis><a l:href="#n1" type="note">1</a>, <a l:href="https://port.example/">a link</a>, H<sub>2</sub>O.</p><empty-line/><poem><stanza><v>One line</v><v>Two lines</v></stanza></poem><table><tr><th>Port</th><th>Ships</th></tr><tr><td>Oslo</td><td>12</td></tr></table><p>Lost: <image l:href="#lost.png"/></p></section></section></body>
<body name="notes"><title><p>Notes</p></title><section id="n1"><title><p>1</p></title><p>A note.</p></section></body>
<binary id="cover.png" content-type="image/png">iVBORw0KGgo=</binary></FictionBook>`;

test("a book of one file has its sections, poems, tables, links, notes and pictures, packed or not", async () => {
  const plain = await readDocument(new TextEncoder().encode(book));
  expect(plain.markdown).toBe(
    `![](<Base64-Image-Removed>)

About a **pier**.

# The Pier A tale

> Wait.
>
> Anon

## Part One

### Low tide

First *word*[^1], [a link](https://port.example/), H<sub>2</sub>O.

One line${"  "}
Two lines

| Port | Ships |
| --- | --- |
| Oslo | 12 |

Lost: [Image]

# Notes

[^1]: A note.`,
  );
  expect(plain.metadata).toMatchObject({
    title: "The Pier",
    author: "Ada Moor; bo",
    description: "About a pier.",
    language: "en",
    publisher: "Quay",
    publishedTime: "2001",
  });
  expect(plain.warnings).toContain("1 picture of the document is left out.");
  expect((await readDocument(packed({ "pier.fb2": book }))).markdown).toBe(plain.markdown);
});
