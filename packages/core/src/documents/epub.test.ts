import { expect, test } from "vitest";
import { packed, readDocument } from "../../test/documents/office-file.ts";

const chapter = (body: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head><body>${body}</body></html>`;
const noteLink = (href: string, number: number) => `<sup><a epub:type="noteref" href="${href}">${number}</a></sup>`;

test("notes of every chapter and of a file beside them become notes; covers set in drawings stay, and so do words of drawings", async () => {
  const { markdown } = await readDocument(
    packed({
      mimetype: "application/epub+zip",
      "META-INF/container.xml": `<container><rootfiles><rootfile full-path="b/book.opf"/></rootfiles></container>`,
      "b/book.opf": `<o:package xmlns:o="http://www.idpf.org/2007/opf"><o:manifest><o:item id="n" href="notes.xhtml"/><o:item id="a" href="one.xhtml"/><o:item id="b" href="two.xhtml"/></o:manifest><o:spine><o:itemref idref="n" linear="no"/><o:itemref idref="a"/><o:itemref idref="b"/></o:spine></o:package>`,
      "b/one.xhtml": chapter(
        `<svg><image xlink:href="cover.png"/></svg><p>First${noteLink("#fn1", 1)}, see <a href="two.xhtml#x">the second chapter</a></p><aside epub:type="footnote" id="fn1"><p><a href="#r1">1</a>. Of one</p></aside>`,
      ),
      "b/two.xhtml": chapter(
        `<p>Second${noteLink("#fn1", 1)} far${noteLink("notes.xhtml#n2", 2)}</p><svg><rect/><text>North pier</text></svg><aside epub:type="footnote" id="fn1"><p>Of two</p></aside>`,
      ),
      "b/notes.xhtml": chapter(`<h2>Notes</h2><ol><li id="n2">Far away <a href="two.xhtml#x2">↩</a></li></ol>`),
      "b/cover.png": Uint8Array.of(0x89, 0x50, 0x4e, 0x47),
    }),
  );
  expect(markdown).toBe(
    "![](<Base64-Image-Removed>)\n\nFirst[^1], see the second chapter\n\n[^1]: Of one\n\nSecond[^2] far[^3]\n\nNorth pier\n\n[^2]: Of two\n\n## Notes\n\n[^3]: Far away",
  );
});

/** A book of two chapters, with the text of its list of encrypted files. */
const bookOf = (encryption: string) =>
  packed({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="b/book.opf"/></rootfiles></container>',
    "META-INF/encryption.xml": `<encryption>${encryption}</encryption>`,
    "b/book.opf":
      '<package><metadata><dc:title>Two</dc:title><dc:creator>Ada M</dc:creator><dc:creator>Bo L</dc:creator></metadata><manifest><item id="a" href="one.xhtml"/><item id="b" href="two.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    "b/one.xhtml": chapter("<p>Open words</p>"),
    "b/two.xhtml": "\u0007locked\u0001words",
  });
const locked = (file: string) =>
  `<EncryptedData><CipherData><CipherReference URI="b/${file}"/></CipherData></EncryptedData>`;

test("locked chapters are left out with a warning; locked fonts lock no text; every author is named", async () => {
  const { markdown, metadata, warnings } = await readDocument(bookOf(locked("two.xhtml") + locked("font.otf")));
  expect(markdown).toBe("Open words");
  expect(metadata).toMatchObject({ author: "Ada M; Bo L" });
  expect(warnings).toEqual(["1 encrypted chapter of the document is left out."]);
  const torn = packed({
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    mimetype: "application/epub+zip",
    "book.opf":
      '<package><manifest><item id="a" href="one.xhtml"/><item id="b" href="two.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    "two.xhtml": chapter("<p>Last words</p>"),
  });
  expect((await readDocument(torn)).warnings).toEqual(["1 chapter of the document is left out."]);
  await expect(readDocument(bookOf(locked("one.xhtml") + locked("two.xhtml")))).rejects.toThrow("encrypted");
});

test("pages of a book that are drawings have their words", async () => {
  const { markdown, warnings } = await readDocument(
    packed({
      mimetype: "application/epub+zip",
      "META-INF/container.xml": '<container><rootfiles><rootfile full-path="b/book.opf"/></rootfiles></container>',
      "b/book.opf":
        '<package><manifest><item id="a" href="one.svg" media-type="image/svg+xml"/><item id="b" href="two.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
      "b/one.svg":
        '<svg xmlns="http://www.w3.org/2000/svg"><desc>A pier.</desc><path d="M0 0"/><text>North pier</text><image href="ship.png"/></svg>',
      "b/two.xhtml": chapter("<p>Words</p>"),
    }),
  );
  expect(markdown).toBe("A pier.\n\nNorth pier\n\nWords");
  expect(warnings).toEqual(["1 picture and 1 shape of the document are left out."]);
});

test("a book that was packed together with its folder is read", async () => {
  const files = {
    mimetype: "application/epub+zip",
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="b/book.opf"/></rootfiles></container>',
    "b/book.opf":
      '<package><manifest><item id="a" href="one.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    "b/one.xhtml": chapter('<p>Words</p><img src="pier.png" alt="The pier">'),
    "b/pier.png": Uint8Array.of(0x89, 0x50, 0x4e, 0x47),
  };
  const inFolder = Object.fromEntries(Object.entries(files).map(([name, file]) => [`My book/${name}`, file]));
  const { markdown } = await readDocument(packed({ ...inFolder, "__MACOSX/My book/._mimetype": "x" }));
  expect(markdown).toBe("Words\n\n![The pier](<Base64-Image-Removed>)");
  await expect(readDocument(packed({ ...inFolder, "other.txt": "x" }))).rejects.toThrow("ZIP archive");
});

test("spine items that no reader shows give way to their fallbacks; chapters that only the manifest names come last", async () => {
  const item = (id: string, file: string, type: string, more = "") =>
    `<item id="${id}" href="${file}" media-type="${type}" ${more}/>`;
  const xhtml = "application/xhtml+xml";
  const manifest = [
    item("left", "left.xhtml", xhtml),
    item("nav", "nav.xhtml", xhtml, 'properties="nav"'),
    item("a", "one.xhtml", xhtml),
    item("b", "scan.pdf", "application/pdf", 'fallback="c"'),
    item("c", "scan.djvu", "image/vnd.djvu", 'fallback="d"'),
    item("d", "words.xhtml", xhtml),
    item("e", "film.mp4", "video/mp4", 'fallback="e"'),
    item("f", "old.htm", "application/octet-stream"),
  ];
  const choice = (first: string) =>
    `<epub:switch><epub:case required-namespace="http://a.example/">${first}</epub:case><epub:case required-namespace="http://www.w3.org/1998/Math/MathML"><math><mi>x</mi></math></epub:case><epub:default>y</epub:default></epub:switch>`;
  const { markdown, warnings } = await readDocument(
    packed({
      mimetype: "application/epub+zip",
      "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
      "book.opf": `<package><manifest>${manifest.join("")}</manifest><spine><itemref idref="b"/><itemref idref="a"/><itemref idref="e"/><itemref idref="f"/></spine></package>`,
      "left.xhtml": chapter("<p>Left over</p>"),
      "nav.xhtml": chapter("<p>Contents</p>"),
      "one.xhtml": chapter(
        `<p>First ${choice("music")}</p><epub:switch><epub:case required-namespace="http://a.example/">case</epub:case><epub:default><p>default</p></epub:default></epub:switch>`,
      ),
      "scan.pdf": "%PDF-1.4",
      "scan.djvu": "AT&TFORM",
      "words.xhtml": chapter("<p>Words of the scan</p>"),
      "film.mp4": Uint8Array.of(0, 1, 2),
      "old.htm": chapter("<p>Old page</p>"),
    }),
  );
  expect(markdown).toBe("Words of the scan\n\nFirst $x$\n\ndefault\n\nOld page\n\nLeft over");
  expect(warnings).toEqual(["1 chapter of the document is left out."]);
});
