import type { Element } from "domhandler";
import { escapeHtml } from "../html/markup.ts";
import { childOf, childrenOf, descendantsOf, localName, textOf } from "../../markup/xml-tree.ts";

/** An equation of Office (ECMA-376 part 1, §22.1) as MathML: `m:oMath`, or `m:oMathPara`, which stands on lines of its own. */
export function ommlToMathMl(equation: Element): string {
  if (localName(equation) !== "oMathPara") return `<math>${inside(equation)}</math>`;
  return descendantsOf(equation, "m:oMath")
    .map((part) => `<math display="block">${inside(part)}</math>`)
    .join(" ");
}

const inside = (element: Element | undefined): string => childrenOf(element).map(convert).join("");
const row = (element: Element | undefined): string => `<mrow>${inside(element)}</mrow>`;
const part = (element: Element, name: string): string => row(childOf(element, `m:${name}`));

function convert(element: Element): string {
  const rule = Object.hasOwn(rules, element.name) ? rules[element.name] : undefined;
  if (rule !== undefined) return rule(element);
  return element.name.endsWith("Pr") || element.name.startsWith("w:del") ? "" : inside(element);
}

/** The properties of an element by name, such as `chr` of `m:naryPr`. */
function property(element: Element, name: string): string | undefined {
  const properties = childrenOf(element).find((child) => child.name.endsWith("Pr") && child.name.startsWith("m:"));
  return childOf(properties, `m:${name}`)?.attribs["m:val"];
}

const isOn = (element: Element, name: string): boolean => {
  const properties = childrenOf(element).find((child) => child.name.endsWith("Pr") && child.name.startsWith("m:"));
  const found = childOf(properties, `m:${name}`);
  return found !== undefined && !/^(?:0|off|false)$/.test(found.attribs["m:val"] ?? "1");
};

const rules: Readonly<Record<string, (element: Element) => string>> = {
  "m:r": run,
  "m:f": (fraction) => {
    const style = property(fraction, "type") === "noBar" ? ' linethickness="0"' : "";
    return `<mfrac${style}>${part(fraction, "num")}${part(fraction, "den")}</mfrac>`;
  },
  "m:sSup": (script) => `<msup>${part(script, "e")}${part(script, "sup")}</msup>`,
  "m:sSub": (script) => `<msub>${part(script, "e")}${part(script, "sub")}</msub>`,
  "m:sSubSup": (script) => `<msubsup>${part(script, "e")}${part(script, "sub")}${part(script, "sup")}</msubsup>`,
  "m:sPre": (script) =>
    `<mmultiscripts>${part(script, "e")}<mprescripts/>${part(script, "sub")}${part(script, "sup")}</mmultiscripts>`,
  "m:rad": (root) => {
    const degree = childOf(root, "m:deg");
    const isSquare = isOn(root, "degHide") || textOf(degree).trim() === "";
    return isSquare ? `<msqrt>${part(root, "e")}</msqrt>` : `<mroot>${part(root, "e")}${row(degree)}</mroot>`;
  },
  "m:nary": nary,
  "m:d": delimited,
  "m:m": (matrix) => table(childrenOf(matrix, "m:mr").map((line) => childrenOf(line, "m:e").map(inside))),
  "m:eqArr": (lines) => table(childrenOf(lines, "m:e").map((line) => aligned(inside(line)))),
  "m:func": (call) => `<mrow>${part(call, "fName")}<mo>&#x2061;</mo>${part(call, "e")}</mrow>`,
  "m:limLow": (limit) => `<munder>${part(limit, "e")}${part(limit, "lim")}</munder>`,
  "m:limUpp": (limit) => `<mover>${part(limit, "e")}${part(limit, "lim")}</mover>`,
  "m:acc": (accent) => over(part(accent, "e"), property(accent, "chr") ?? "\u0302"),
  "m:bar": (bar) =>
    property(bar, "pos") === "top" ? over(part(bar, "e"), "\u203E") : `<munder>${part(bar, "e")}<mo>_</mo></munder>`,
  "m:groupChr": (group) => {
    const sign = property(group, "chr") ?? "\u23DF";
    return property(group, "pos") === "top"
      ? over(part(group, "e"), sign)
      : `<munder>${part(group, "e")}<mo>${escapeHtml(sign)}</mo></munder>`;
  },
  "m:phant": (phantom) => (property(phantom, "show") === "0" ? "" : part(phantom, "e")),
  "w:r": (text) => `<mtext>${escapeHtml(textOf(childOf(text, "w:t")))}</mtext>`,
};

/** Accents that Office combines with the letter, as signs that stand alone. */
const standing: Readonly<Record<string, string>> = {
  "\u0300": "`",
  "\u0301": "´",
  "\u0302": "^",
  "\u0303": "~",
  "\u0304": "¯",
  "\u0305": "‾",
  "\u0307": "˙",
  "\u0308": "¨",
  "\u20D7": "→",
};

const over = (base: string, sign: string): string =>
  `<mover accent="true">${base}<mo>${escapeHtml(standing[sign] ?? sign)}</mo></mover>`;

const table = (lines: readonly (readonly string[])[]): string =>
  `<mtable>${lines.map((cells) => `<mtr>${cells.map((cell) => `<mtd>${cell}</mtd>`).join("")}</mtr>`).join("")}</mtable>`;

/** The lines of an array are cut into cells at `&`. */
const aligned = (line: string): readonly string[] => line.split("<mo>&amp;</mo>");

function nary(sum: Element): string {
  const sign = `<mo>${escapeHtml(property(sum, "chr") ?? "∫")}</mo>`;
  const [below, above] = [
    isOn(sum, "subHide") ? "" : inside(childOf(sum, "m:sub")),
    isOn(sum, "supHide") ? "" : inside(childOf(sum, "m:sup")),
  ];
  const scripts = `${below === "" ? "" : `<mrow>${below}</mrow>`}${above === "" ? "" : `<mrow>${above}</mrow>`}`;
  const name = below !== "" && above !== "" ? "msubsup" : below !== "" ? "msub" : "msup";
  return `${scripts === "" ? sign : `<${name}>${sign}${scripts}</${name}>`}${part(sum, "e")}`;
}

function delimited(group: Element): string {
  const [open, close, separator] = [
    property(group, "begChr") ?? "(",
    property(group, "endChr") ?? ")",
    property(group, "sepChr") ?? "|",
  ];
  const cells = childrenOf(group, "m:e");
  if (open + close === "()" && cells.every(isBinomial)) return cells.map(inside).join("");
  const parts = cells.map(inside).join(`<mo>${escapeHtml(separator)}</mo>`);
  const fence = (sign: string): string => (sign === "" ? "" : `<mo>${escapeHtml(sign)}</mo>`);
  return `<mrow>${fence(open)}${parts}${fence(close)}</mrow>`;
}

/** True if a cell is one fraction without a bar, which has its parentheses already. */
function isBinomial(cell: Element): boolean {
  const [only, ...others] = childrenOf(cell).filter(({ name }) => !name.endsWith("Pr"));
  return only?.name === "m:f" && others.length === 0 && property(only, "type") === "noBar";
}

const variants: Readonly<Record<string, string>> = {
  "double-struck": "double-struck",
  script: "script",
  fraktur: "fraktur",
};

/** Letters, numbers and operators of a run, each as an element of its own; upright letters are one name. */
function run(element: Element): string {
  const text = childrenOf(element, "m:t").map(textOf).join("");
  const properties = childOf(element, "m:rPr");
  if (childOf(properties, "m:nor") !== undefined) return text === "" ? "" : `<mtext>${escapeHtml(text)}</mtext>`;
  const style = childOf(properties, "m:sty")?.attribs["m:val"] ?? "i";
  const script = childOf(properties, "m:scr")?.attribs["m:val"] ?? "";
  const variant = variants[script] ?? (style === "b" || style === "bi" ? "bold" : undefined);
  const attribute = variant === undefined ? "" : ` mathvariant="${variant}"`;
  const pattern = style === "p" ? /\d+(?:[.,]\d+)*|\p{L}+|\s+|./gu : /\d+(?:[.,]\d+)*|\p{L}|\s+|./gu;
  const tokens = plainLetters(text).match(pattern) ?? [];
  return tokens
    .map((token) => {
      if (/^\s/.test(token)) return "";
      if (/^\d/.test(token)) return `<mn${attribute}>${token}</mn>`;
      return /^\p{L}/u.test(token) ? `<mi${attribute}>${escapeHtml(token)}</mi>` : `<mo>${escapeHtml(token)}</mo>`;
    })
    .join("");
}

/** Letters of the mathematical alphabets (Unicode 1D400 to 1D7FF) as plain ones. */
const plainLetters = (text: string): string =>
  text.replace(/[\u{1D400}-\u{1D7FF}]/gu, (letter) => letter.normalize("NFKC"));
