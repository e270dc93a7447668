import { isComment, isDirective, isTag, isText, type AnyNode } from "domhandler";
import fc from "fast-check";
import { parse as referenceParse, Parser } from "parse5";
import { adapter } from "parse5-htmlparser2-tree-adapter";
import { expect, test } from "vitest";
import { finish } from "../../collections/steps.ts";
import { tokenize } from "./tokenizer.ts";
import { treeAdapter } from "./tree-adapter.ts";

function parse(html: string) {
  const parser = new Parser({ treeAdapter, scriptingEnabled: false });
  finish(tokenize(html, parser));
  return parser.document;
}

/** A tree as nested lists that say everything about it. */
function shape(node: AnyNode): unknown {
  if (isText(node) || isComment(node)) return [node.type, node.data];
  if (isDirective(node)) return [node.name, node["x-name"], node["x-publicId"], node["x-systemId"]];
  const children = "children" in node ? node.children.map(shape) : [];
  return isTag(node) ? [node.name, node.namespace, Object.entries(node.attribs), children] : children;
}

const expectReferenceTree = (html: string): void => {
  const reference = referenceParse(html, { treeAdapter: adapter, scriptingEnabled: false });
  const document = parse(html);
  expect(shape(document)).toEqual(shape(reference));
  expect(document["x-mode"]).toBe(reference["x-mode"]);
};

test.each([
  ["a tag that never ends", "text<a href=x title='y"],
  ["signs that start nothing", "a < b <= c </ d <3 </"],
  ["attributes in every form", `<a B=1 c='2' d="3&amp;" e =  f g/h/ =i j="&amp" k="&ampx" b=again>x</a/ y>`],
  [
    "more attributes than are looked through",
    `<p ${Array.from({ length: 80 }, (_, index) => `a${index % 50}`).join(" ")}>`,
  ],
  ["comments that end oddly", "<!--><!---><!--a--!>b<!--c--!-->d<!----!><!-- e --><? f ><!g></ h><!--i--"],
  ["document types", `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" 'x' y><p><table>`],
  ["a broken document type", `<!doctype HTML public '-//W3C//DTD HTML 3.2//EN><p><table>`],
  ["text that is no markup", "<title>a &amp; <b></title x><textarea>\n\n&lt;</textarea><style><p></style ><xmp></XMP>"],
  ["scripts within scripts", "<script><!--<script></script>--></script>a<script><!--></script>b<script><!-- <script>"],
  ["sections of foreign content", "<svg><![CDATA[ <a> \0 ]]></svg><![CDATA[ b ]]><math><![CDATA[c"],
  ["characters by reference", "&lt;&notit;&notin;&#65;&#x41;&#0;&#128;&amp&ampx&; &unknown; &#xD800; &#13;x"],
  ["U+0000 wherever it may stand", "a\0<b\0 c\0=d\0>\0<!--\0--><title>\0</title><svg>\0</svg><table>\0 x"],
  ["line ends of other systems", "a\r\nb\rc<pre>\r\n\r\nd</pre><a title='\r\n'>"],
  ["text outside of where text stands", " <table> a <tr> b <colgroup> c </table> d <frameset> e"],
  ["the rest as it is", "<plaintext><p></plaintext>"],
])("%s: the tree is the one that parse5 builds", (_, html) => expectReferenceTree(html));

const fragment = fc.constantFrom(
  ...[
    "<",
    ">",
    "</",
    "/>",
    "<!--",
    "-->",
    "--!>",
    "-",
    "!",
    "<!",
    "<?",
    "=",
    '"',
    "'",
    "`",
    "\0",
    "\r\n",
    "\n",
    " ",
    "x y",
    "é😀",
  ],
  ...[
    "&",
    "&amp;",
    "&am",
    "&#65;",
    "&#0;",
    "&notit;",
    "&lt",
    "<![CDATA[",
    "]]>",
    "<!doctype",
    " PUBLIC",
    " system",
    '"x"',
    "'y'",
  ],
  ...[
    "<script>",
    "</script>",
    "<script",
    "</script",
    "<style>",
    "</STYLE >",
    "<title>",
    "</title>",
    "<textarea>",
    "</textarea>",
  ],
  ...[
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<select>",
    "<option>",
    "<template>",
    "</template>",
    "<plaintext>",
    "<pre>",
  ],
  ...[
    "<svg>",
    "</svg>",
    "<math>",
    "<mi>",
    "<foreignObject>",
    "<frameset>",
    "<body a=1>",
    "<html b>",
    "<head>",
    "</head>",
    "</body>",
  ],
  ...[
    "<p>",
    "</p>",
    "<b class='c'>",
    "</b>",
    "<a href=d>",
    "</a>",
    "<li>",
    "<br/>",
    "<iframe>",
    "<noscript>",
    "</noscript>",
  ],
);

test("the tree is the one that parse5 builds, whatever the markup", () => {
  const markup = fc.array(fragment, { maxLength: 25 }).map((fragments) => fragments.join(""));
  fc.assert(fc.property(markup, expectReferenceTree), { numRuns: 1500 });
});
