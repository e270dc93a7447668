import { isTag, type Element } from "domhandler";
import { attribute, findDescendant, hasText, textOf } from "../element.ts";
import { parse } from "../../../markup/parse.ts";
import { mathOfRendering, sourceOnRendering } from "./mathjax.ts";
import { mathMlToTex } from "./mathml.ts";

/** A formula as TeX. */
export interface Formula {
  /** The TeX source on one line; "" for the rendering of a formula whose source is elsewhere. */
  readonly tex: string;
  /** True if it has its own line. */
  readonly display: boolean;
}

const mathClass = /(?:^|\s)(?:katex|katex-display|ql-formula|MathJax|MathJax_\w+|mwe-math-\S+|latex|tex)(?:\s|$)/;

/** The formula an element stands for (MathML, KaTeX, MathJax 2 and 3, MediaWiki, Quill, TeX images); undefined for others. */
export function mathOf(element: Element): Formula | undefined {
  const { name } = element;
  if (name === "math") return fromMathMl(element, attribute(element, "display") === "block");
  if (name === "script") return fromScript(element);
  if (name === "pre" || name === "code") return fromCode(element);
  if (name === "mjx-container") return fromRendering(element, attribute(element, "display") === "true");
  if (name === "img") return fromTexBetweenSigns(element) ?? fromClassedImage(element);
  if (name === "math-field") return formula(textOf(element), false);
  const undrawn = fromSettings(element);
  if (undrawn !== undefined) return undrawn;
  const classes = element.attribs["class"];
  if (classes === "math display" && name === "span") return fromDelimited(element);
  if (classes === undefined || !/katex|ql-formula|MathJax|mwe-|tex/.test(classes) || !mathClass.test(classes))
    return undefined;
  if (/MathJax/.test(classes)) return fromMathJax(element, classes);
  if (/ql-formula/.test(classes)) return formula(attribute(element, "data-value"), false);
  if (/katex|mwe-math-element/.test(classes)) return fromRendering(element, /display|block/.test(classes));
  return undefined;
}

/** A formula that a script draws, from the attribute with its source (TipTap), where the element holds no more than a drawing. */
function fromSettings({ attribs, children, name }: Element): Formula | undefined {
  const source = attribs["data-latex"] ?? attribs["data-tex"] ?? attribs["data-formula"] ?? "";
  if (source === "" || !/^(?:div|section|span)$/.test(name)) return undefined;
  if (!children.every((child) => (isTag(child) ? child.name === "svg" : !hasText(child)))) return undefined;
  return formula(source, name !== "span" || (attribs["data-type"] ?? "").startsWith("block"));
}

/** Pandoc leaves a formula to a script, in a `span` that says if it has its own line. */
function fromDelimited(element: Element): Formula | undefined {
  const tex = loneFormula(textOf(element));
  return tex === undefined ? undefined : { tex: tex.replace(/^\$\$|\$\$$/g, ""), display: true };
}

function fromClassedImage(image: Element): Formula | undefined {
  return mathClass.test(attribute(image, "class")) ? fromImage(image) : undefined;
}

/** GitHub, GitLab and remark mark TeX as code in the language "math". */
function fromCode(element: Element): Formula | undefined {
  const classes = element.attribs["class"] ?? "";
  if (!/(?:^|\s)(?:language-math|math)(?:\s|$)/.test(classes)) return undefined;
  const inline = element.name === "code" && !/math-display/.test(classes);
  return formula(textOf(element), !inline && attribute(element, "data-math-style") !== "inline");
}

function fromScript(element: Element): Formula | undefined {
  const type = attribute(element, "type");
  if (!type.startsWith("math/")) return undefined;
  const source = element.children.map((child) => ("data" in child ? child.data : "")).join("");
  const display = type.includes("mode=display");
  return type.startsWith("math/mml") ? fromSource(source, display) : formula(source, display);
}

function fromSource(mathMl: string, display: boolean): Formula | undefined {
  const math = findDescendant(parse(mathMl), ({ name }) => name === "math");
  return math === undefined ? undefined : fromMathMl(math, display || attribute(math, "display") === "block");
}

/** MathJax 2 leaves a preview and a rendering in front of the script that holds the source. */
function fromMathJax(element: Element, classes: string): Formula | undefined {
  if (/MathJax_Preview/.test(classes)) return { tex: "", display: false };
  for (let next = element.next; next !== null; next = next.next) {
    if (isTag(next) && next.name === "script" && attribute(next, "type").startsWith("math/"))
      return { tex: "", display: false };
    if (isTag(next)) break;
  }
  const source = element.attribs["data-mathml"];
  if (source !== undefined) return fromSource(source, /Display/.test(classes));
  return fromRendering(element, /Display/.test(classes));
}

function fromRendering(element: Element, display: boolean): Formula | undefined {
  if (isNestedDeep(element)) return undefined;
  const math = findDescendant(element, ({ name }) => name === "math");
  if (math !== undefined) return fromMathMl(math, display || attribute(math, "display") === "block");
  const source = sourceOnRendering(element);
  if (source !== "") return formula(source, display);
  const image = findDescendant(element, ({ name }) => name === "img");
  if (image !== undefined) return fromImage(image);
  const drawn = element.name === "mjx-container" ? mathOfRendering(element) : undefined;
  return drawn === undefined ? undefined : fromMathMl(drawn, display);
}

/** True if more renderings surround one than any renderer nests: looking into each would cost their product. */
function isNestedDeep(rendering: Element): boolean {
  let around = 0;
  for (let holder = rendering.parent; holder !== null && isTag(holder); holder = holder.parent)
    if (holder.name === "mjx-container" || mathClass.test(attribute(holder, "class"))) around += 1;
  return around > 3;
}

function fromMathMl(math: Element, display: boolean): Formula {
  const annotation = findDescendant(math, (element) => {
    return element.name === "annotation" && /(?:^|\W)(?:la)?tex\s*$/i.test(attribute(element, "encoding"));
  });
  const written = annotation === undefined ? attribute(math, "alttext") : textOf(annotation);
  return formula(written.trim() === "" ? mathMlToTex(math) : written, display);
}

/** An image whose alternative text is TeX. */
function fromImage(image: Element): Formula | undefined {
  const alt = attribute(image, "alt");
  return /[\\^_{}]/.test(alt) ? formula(alt, /display/.test(attribute(image, "class"))) : undefined;
}

/** An image whose alternative text is TeX between the signs of TeX, as LaTeX2HTML draws it. */
function fromTexBetweenSigns(image: Element): Formula | undefined {
  const alt = attribute(image, "alt").trim();
  if (!/^[$\\]/.test(alt)) return undefined;
  const between = /^\$([^$]+)\$$/.exec(alt)?.[1];
  if (between !== undefined) return formula(between, false);
  const [only, ...others] = splitTex(alt).filter(({ value }) => value !== "");
  if (only?.isTex !== true || others.length > 0) return undefined;
  return { tex: only.value.replace(/^\$+|\$+$/g, ""), display: only.value.startsWith("$$") };
}

/**
 * One line, because the lines of a formula could be taken for blocks; so comments have to go. A space, which TeX ignores,
 * keeps `<` from starting a tag.
 */
function formula(source: string, display: boolean): Formula {
  const line = source
    .replace(/(^|[^\\])%.*$/gm, "$1")
    .replace(/<(?=[A-Za-z/!?])/g, "< ")
    .replace(/\s+/g, " ")
    .trim();
  const wrapped = /^\{\\(?:display|text)style ([\s\S]*)\}$/.exec(line);
  return { tex: (wrapped?.[1] ?? line).trim(), display };
}

/** A stretch of text that is TeX, already between dollar signs, or is not. */
export interface TextPart {
  readonly value: string;
  readonly isTex: boolean;
}

const closings: Record<string, string> = { "\\(": "\\)", "\\[": "\\]", $$: "$$", $: "$" };
const openings = /\\\(|\\\[|\$\$|(?<![\p{L}\p{N}\\])\$(?=[^\s$])|\\begin\{([a-z]+\*?)\}/gu;

/** Finds the formulas that a page leaves to a script: `\(…\)`, `\[…\]`, `$$…$$`, `$…$`, `\begin{…}`. Linear in the text. */
export function splitTex(text: string): readonly TextPart[] {
  if (!text.includes("\\") && !text.includes("$")) return [{ value: text, isTex: false }];
  const parts: TextPart[] = [];
  const ends = new Map<string, number>();
  let copied = 0;
  const opening = new RegExp(openings);
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const [sign, environment] = match;
    const closing = environment === undefined ? (closings[sign] ?? "") : `\\end{${environment}}`;
    const end = nextEnd(text, { closing, from: opening.lastIndex, ends });
    if (end === -1 || end - opening.lastIndex > maxTexLength) continue;
    const source = text.slice(environment === undefined ? opening.lastIndex : match.index, end);
    const { tex } = formula(environment === undefined ? source : source + closing, true);
    const isTex = sign === "$" ? isPlainlyTex(source, text.charAt(end + 1)) : looksLikeTex(tex);
    if (!isTex || /[$`]/.test(tex)) continue;
    parts.push({ value: text.slice(copied, match.index), isTex: false });
    parts.push({ value: sign === "$" || sign === "\\(" ? `$${tex}$` : `$$${tex}$$`, isTex: true });
    copied = end + closing.length;
    opening.lastIndex = copied;
  }
  parts.push({ value: text.slice(copied), isTex: false });
  return parts;
}

/** The formula on its own line that is all of a text, as `$$…$$`; undefined for other texts. */
export function loneFormula(text: string): string | undefined {
  if (!/^\s*(?:\\\[|\$\$|\\begin\{)/.test(text)) return undefined;
  const [only, ...others] = splitTex(text).filter(({ value }) => value.trim() !== "");
  return others.length === 0 && only?.isTex === true && only.value.startsWith("$$") ? only.value : undefined;
}

/** Longer stretches between two signs are not one formula. */
const maxTexLength = 5000;

interface EndSought {
  readonly closing: string;
  readonly from: number;
  /** Where each closing sign was found last, so that no stretch is searched twice; -1 when there are no more. */
  readonly ends: Map<string, number>;
}

function nextEnd(text: string, { closing, from, ends }: EndSought): number {
  const known = ends.get(closing);
  if (known !== undefined && (known === -1 || known >= from)) return known;
  const end = text.indexOf(closing, from);
  ends.set(closing, end);
  return end;
}

const looksLikeTex = (tex: string): boolean =>
  (/[\\^_{}=+<>*/]/.test(tex) && /[\p{L}\p{N}]/u.test(tex)) || /^[A-Za-z]$/.test(tex);

/** Dollar signs mostly stand for money: these must touch their content, with TeX and without prose in it. */
function isPlainlyTex(source: string, next: string): boolean {
  if (/\s$/.test(source) || /[\p{L}\p{N}]/u.test(next) || /(?<![\\\p{L}{])\p{L}{3}/u.test(source)) return false;
  return /\\[A-Za-z]|[\p{L}\p{N})}\]][_^]\S/u.test(source);
}
