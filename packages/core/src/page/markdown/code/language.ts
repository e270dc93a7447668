import { isTag, type Element } from "domhandler";
import { isGutter } from "./code.ts";
import { attribute, elementChildren, textOf } from "../element.ts";

/** Values that say "no language". */
const none = new Set(
  "none text plain plaintext txt nohighlight no-highlight default guess output source code highlight undefined auto null".split(
    " ",
  ),
);

/** Names that highlighters put bare among the classes, as in `hljs python` or `sourceCode haskell`. */
const known = new Set(
  `ada apache applescript arduino asm assembly awk bash basic batch bat c c++ cc cjs clj clojure cmake cobol
   coffeescript console cpp cql crystal cs csharp css csv cuda cypher d dart delphi diff docker dockerfile elixir elm
   erb erlang f# fish fortran fsharp gherkin glsl go golang gradle graphql groovy haml handlebars haskell hcl hs html http
   ini ipython3 java javascript jinja js json json5 jsonc jsx julia kotlin kt latex less lisp lua make makefile markdown matlab md
   mermaid mjs nginx nim nix objc objective-c objectivec ocaml octave pascal perl php pl plsql postgresql powershell
   prolog properties protobuf proto ps1 puppet py python python3 r rb regex rs ruby rust sass scala scheme scss sh shell
   shell-session solidity sql stylus svelte svg swift tcl terraform tex toml ts tsx typescript vb vba vbnet verilog vhdl
   vim vue wasm webidl xml xquery yaml yml zig zsh`.split(/\s+/),
);

/** Names of languages that a page shows in other words. */
const shownAs: ReadonlyMap<string, string> = new Map([
  ...["code", "code snippet", "plain text", "plaintext", "text", "txt"].map((name) => [name, ""] as const),
  ["c#", "csharp"],
  ["c/c++", "cpp"],
  ["shell script", "shell"],
  ["terminal", "console"],
]);
/** Words that say more often what a listing shows than in which language. */
const ambiguous = new Set(["basic", "batch", "fish", "make", "properties"]);

/** The language that a label names, "" for a name that says "none"; undefined for any other text. */
export function languageNamed(label: string): string | undefined {
  const name = label.replace(/:$/, "").toLowerCase();
  return shownAs.get(name) ?? (known.has(name) && !ambiguous.has(name) ? name : undefined);
}

const prefixed =
  /(?:^|\s)(?:language|(?:mw-highlight-)?lang|highlight-source|source|src|brush|highlight|hl|code|enlighter-l)[-:]\s?([^\s{}:"'`;]+|;)/g;
const highlighter =
  /(?:^|\s)(?:hljs|sourceCode|highlight|prettyprint|shiki|CodeMirror|codehilite|syntaxhighlighter|chroma|prism|mermaid|src)(?:\s|$)/;

/** The classes Sphinx gives the box around a listing, whose author named its language; a transcript of a session has none. */
const sphinxBox = /(?:^|\s)highlight-(?!pycon)\S+ notranslate(?:\s|$)/;
/** The class Sphinx gives every block whose author named no language, even shell sessions and grammars. */
const sphinxDefault = /^highlight-(?:default|python3|none)$/;
const looksLikePython =
  /^[ \t]*(?:\d+[ \t]*)?(?:>>> |import |from \w|def |class |async |await |@\w|with |for |while |if |try:|return |print\(|[\w.]+ ?[+-]?= ?|[\w.]+\()/m;

/**
 * The language of a code block, from the marks of Prism, highlight.js, Shiki, Chroma, Pygments, Rouge, Pandoc, GitHub,
 * SyntaxHighlighter and others on the elements around it; "" when none is named.
 */
export function languageOf(listing: Element): string {
  const pre = listingInside(listing);
  const code = elementChildren(pre).find(({ name, attribs }) => name === "code" || "data-language" in attribs);
  let readsAsPython: boolean | undefined;
  const isPython = () => (readsAsPython ??= looksLikePython.test(textOf(pre, 4_000)));
  for (const element of [pre, code, ...enclosing(pre)]) {
    const language = element === undefined ? "" : named(element, isPython);
    if (language !== "") return language;
  }
  return languageOfLine(elementChildren(code ?? pre)[0]);
}

/** The language that a line of code names (GitLab). */
function languageOfLine(line: Element | undefined): string {
  const language = line?.attribs["class"] === "line" ? attribute(line, "lang") : "";
  return known.has(language) ? language : "";
}

/** The `pre` that is all of another (mdBook). */
function listingInside(listing: Element): Element {
  const [only, ...others] = elementChildren(listing);
  return only?.name === "pre" && others.length === 0 ? only : listing;
}

/** As many as stand around the code of a table with line numbers (Sphinx). */
const maxLevels = 8;

/** Numbers of lines take as much room beside a listing of few characters, and as much more for each character of it. */
const gutterCharacters = { least: 100, perCharacter: 10 };

/** The most characters that the numbers of the lines of a listing have. */
export const longestGutter = (listing: Element): number =>
  gutterCharacters.least + gutterCharacters.perCharacter * textOf(listing).length;

/** The parent, and the ancestors that hold nothing but this block or are marked by a highlighter. */
function enclosing(pre: Element): Element[] {
  const ancestors: Element[] = [];
  const maxGutter = longestGutter(pre);
  let inner = pre;
  for (let level = 0; level < maxLevels; level += 1) {
    const { parent } = inner;
    if (parent === null || !isTag(parent) || parent.name === "body") break;
    if (level > 0 && !isAlone(inner, maxGutter) && !isFrame(parent)) break;
    ancestors.push(parent);
    inner = parent;
  }
  return ancestors;
}

const isFrame = ({ attribs }: Element): boolean =>
  attribs["data-lang"] !== undefined ||
  attribs["data-code-lang"] !== undefined ||
  highlighter.test(attribs["class"] ?? "");

const isAlone = (element: Element, maxGutter: number): boolean =>
  (["prev", "next"] as const).every((direction) => isLast(element, direction, maxGutter));

/** Nodes that are looked at on one side of a listing: its tools and numbers are no more. */
const maxBeside = 20;

/** True if only tools, line numbers and a head stand on one side of an element. */
function isLast(element: Element, direction: "prev" | "next", maxGutter: number): boolean {
  let node = element[direction];
  for (let seen = 0; seen < maxBeside && node !== null; seen += 1) {
    if (isTag(node) && node.name !== "button" && !isGutter(node, maxGutter) && !isHeadOfRows(node)) return false;
    node = node[direction];
  }
  return node === null;
}

/** True for a row of heads, such as the name of a file over its lines. */
const isHeadOfRows = (row: Element): boolean =>
  row.name === "tr" && elementChildren(row).every(({ name }) => name === "th");

/** Blocks share the elements around them, whose classes are read again for each. */
const maxClassCharacters = 500;

function named(element: Element, isPython: () => boolean): string {
  const classes = attribute(element, "class").slice(0, maxClassCharacters);
  for (const match of classes.matchAll(prefixed)) {
    const language = match[1] ?? "";
    const vouched =
      /(?:language|lang|source|src|brush)[-:]\s?\S+$/.test(match[0]) ||
      sphinxBox.test(classes) ||
      known.has(language.toLowerCase());
    const isDefault = sphinxDefault.test(match[0].trim());
    const unstated = isDefault && !(language.startsWith("python") && isPython());
    if (vouched && !unstated && !none.has(language.toLowerCase())) return language;
  }
  const declared =
    /(?:^|\s)blob-wrapper\s(?:.*\s)?type-([a-z+#-]+)(?:\s|$)/.exec(classes)?.[1] ||
    attribute(element, "data-lang") ||
    attribute(element, "data-code-lang") ||
    attribute(element, "data-language") ||
    attribute(element, "data-highlight-language") ||
    attribute(element, "data-syntax") ||
    attribute(element, "data-enlighter-language") ||
    attribute(element, "syntax") ||
    /brush:\s*([^\s;]+)/.exec(attribute(element, "data-syntaxhighlighter-params"))?.[1] ||
    codeLang(element);
  if (declared !== "" && /^[^\s`]+$/.test(declared)) return none.has(declared.toLowerCase()) ? "" : declared;
  if (element.name !== "pre" && element.name !== "code" && !highlighter.test(classes)) return "";
  const tokens = classes.split(/\s+/);
  // Among several others as short, one of two letters is made by a program and names nothing (Medium).
  const least = tokens.filter(({ length }) => length <= 2).length > fewestGenerated ? 3 : 1;
  return tokens.find((token) => token.length >= least && known.has(token.toLowerCase())) ?? "";
}

const fewestGenerated = 3;

/** `lang` on `pre` and `code` names a programming language on some platforms; elsewhere it is a human one (BCP 47). */
function codeLang(element: Element): string {
  if (element.name !== "pre" && element.name !== "code") return "";
  const language = attribute(element, "language");
  if (known.has(language.toLowerCase())) return language;
  const lang = attribute(element, "lang");
  return known.has(lang.toLowerCase()) || !/^[A-Za-z]{2,3}(?:-\w+)*$/.test(lang) ? lang : "";
}
