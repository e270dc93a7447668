import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { attribute, elementChildren } from "../element.ts";

const commands: Record<string, string> = {
  α: "\\alpha",
  β: "\\beta",
  γ: "\\gamma",
  δ: "\\delta",
  ε: "\\varepsilon",
  ϵ: "\\epsilon",
  ζ: "\\zeta",
  η: "\\eta",
  θ: "\\theta",
  κ: "\\kappa",
  λ: "\\lambda",
  μ: "\\mu",
  ν: "\\nu",
  ξ: "\\xi",
  π: "\\pi",
  ρ: "\\rho",
  σ: "\\sigma",
  τ: "\\tau",
  φ: "\\varphi",
  ϕ: "\\phi",
  χ: "\\chi",
  ψ: "\\psi",
  ω: "\\omega",
  Γ: "\\Gamma",
  Δ: "\\Delta",
  Θ: "\\Theta",
  Λ: "\\Lambda",
  Ξ: "\\Xi",
  Π: "\\Pi",
  Σ: "\\Sigma",
  Φ: "\\Phi",
  Ψ: "\\Psi",
  Ω: "\\Omega",
  "∑": "\\sum",
  "∏": "\\prod",
  "∫": "\\int",
  "∮": "\\oint",
  "∂": "\\partial",
  "∇": "\\nabla",
  "∞": "\\infty",
  "≤": "\\le",
  "≥": "\\ge",
  "≠": "\\ne",
  "≈": "\\approx",
  "≡": "\\equiv",
  "∈": "\\in",
  "∉": "\\notin",
  "⊂": "\\subset",
  "⊆": "\\subseteq",
  "∪": "\\cup",
  "∩": "\\cap",
  "∀": "\\forall",
  "∃": "\\exists",
  "→": "\\to",
  "⇒": "\\Rightarrow",
  "⇔": "\\Leftrightarrow",
  "↦": "\\mapsto",
  "×": "\\times",
  "·": "\\cdot",
  "⋅": "\\cdot",
  "±": "\\pm",
  "∓": "\\mp",
  "÷": "\\div",
  "…": "\\dots",
  "⋯": "\\cdots",
  "−": "-",
  "∗": "*",
  "′": "'",
  "‖": "\\|",
  "≪": "\\ll",
  "≫": "\\gg",
  "∼": "\\sim",
  "≃": "\\simeq",
  "≅": "\\cong",
  "∝": "\\propto",
  "∧": "\\land",
  "∨": "\\lor",
  "¬": "\\lnot",
  "⊥": "\\perp",
  "∥": "\\parallel",
  "∣": "\\mid",
  "∅": "\\emptyset",
  "∖": "\\setminus",
  "⊃": "\\supset",
  "⊇": "\\supseteq",
  "⊕": "\\oplus",
  "⊗": "\\otimes",
  "∘": "\\circ",
  "←": "\\leftarrow",
  "↔": "\\leftrightarrow",
  "⇐": "\\Leftarrow",
  "⟶": "\\longrightarrow",
  "⌊": "\\lfloor",
  "⌋": "\\rfloor",
  "⌈": "\\lceil",
  "⌉": "\\rceil",
  "⋮": "\\vdots",
  "⋱": "\\ddots",
  "∬": "\\iint",
  ℏ: "\\hbar",
  ℓ: "\\ell",
  ℝ: "\\mathbb{R}",
  ℕ: "\\mathbb{N}",
  ℤ: "\\mathbb{Z}",
  ℚ: "\\mathbb{Q}",
  ℂ: "\\mathbb{C}",
  "⟨": "\\langle",
  "⟩": "\\rangle",
  "{": "\\{",
  "}": "\\}",
  "%": "\\%",
  "#": "\\#",
  "&": "\\&",
  $: "\\$",
};

const functions = new Set(
  "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln exp lim max min sup inf det dim ker gcd arg".split(
    " ",
  ),
);

const accents: Record<string, string> = {
  "^": "\\hat",
  ˆ: "\\hat",
  "¯": "\\bar",
  "‾": "\\overline",
  "–": "\\overline",
  "―": "\\overline",
  "→": "\\vec",
  "\u20D7": "\\vec",
  "~": "\\tilde",
  "˜": "\\tilde",
  "˙": "\\dot",
  ".": "\\dot",
  "¨": "\\ddot",
  "\u0302": "\\hat",
  "\u0303": "\\tilde",
  "\u0304": "\\bar",
  "\u0305": "\\overline",
  "\u0307": "\\dot",
  "\u0308": "\\ddot",
  "⏞": "\\overbrace",
  "⏟": "\\underbrace",
};

/** Names of tables between two fences. */
const fencedTables: Record<string, string> = { "()": "pmatrix", "[]": "bmatrix", "||": "vmatrix", "{": "cases" };

const alphabets: Record<string, string> = {
  bold: "\\mathbf",
  "double-struck": "\\mathbb",
  script: "\\mathcal",
  fraktur: "\\mathfrak",
};

/** Presentation MathML (MathML Core) as TeX, for pages that give no TeX source. Unknown elements become their content. */
export function mathMlToTex(math: Element): string {
  return rowOf(math);
}

/** The content of a row; a table between fences is a matrix or a distinction of cases. */
function rowOf(element: Element): string {
  const children = elementChildren(element);
  const at = children.findIndex(({ name }) => name === "mtable");
  const table = children[at];
  const environment =
    table === undefined
      ? undefined
      : fencedTables[
          children
            .slice(at - 1, at + 2)
            .map(fence)
            .join("")
        ];
  if (table === undefined || environment === undefined) return row(children.map(convert));
  const [before, after] = [children.slice(0, at - 1), children.slice(at + 2)];
  return row([...before.map(convert), matrix(table, environment), ...after.map(convert)]);
}

/** The text beside a table, if it is an operator. */
function fence(element: Element): string {
  return element.name === "mo" ? content(element) : "";
}

function matrix(table: Element, environment: string): string {
  return `\\begin{${environment}} ${elementChildren(table).map(convert).join(" \\\\ ")} \\end{${environment}}`;
}

function row(parts: readonly string[]): string {
  return parts.join(" ").replace(/ +/g, " ").trim();
}

function convert(element: Element): string {
  const rule = Object.hasOwn(rules, element.name) ? rules[element.name] : undefined;
  return rule === undefined ? convertSimply(element) : rule(element);
}

/** Elements that are not made of their converted children one after the other. */
const rules: Record<string, (element: Element) => string> = {
  mrow: rowOf,
  mtable: (table) => matrix(table, "matrix"),
  mmultiscripts: multiscripts,
  mi: (element) => inAlphabet(identifier(content(element)), element),
  mn: (element) => inAlphabet(symbols(content(element)), element),
  mo: (element) => identifier(content(element)),
  mtext: (element) => `\\text{${textIn(element)}}`,
  ms: (element) => `\\text{"${content(element)}"}`,
  mspace: () => "",
  mphantom: () => "",
  annotation: () => "",
  "annotation-xml": () => "",
};

function convertSimply(element: Element): string {
  const parts = elementChildren(element).map(convert);
  const [first = "", second = "", third = ""] = parts;
  switch (element.name) {
    case "mfrac":
      return `${/^0\D*$/.test(attribute(element, "linethickness")) ? "\\binom" : "\\frac"}{${first}}{${second}}`;
    case "msqrt":
      return `\\sqrt{${row(parts)}}`;
    case "mroot":
      return `\\sqrt[${second}]{${first}}`;
    case "msup":
      return /^'+$/.test(second) ? `${base(first)}${second}` : `${base(first)}^{${second}}`;
    case "msub":
      return `${base(first)}_{${second}}`;
    case "msubsup":
    case "munderover":
      return `${base(first)}_{${second}}^{${third}}`;
    case "munder":
      return accented(element, parts, { over: false });
    case "mover":
      return accented(element, parts, { over: true });
    case "mfenced":
      return fenced(element, parts);
    case "mtr":
      return parts.join(" & ");
    default:
      return row(parts);
  }
}

function fenced({ attribs }: Element, parts: readonly string[]): string {
  const separators = [...(attribs["separators"] ?? ",").replace(/\s/g, "")];
  const inside = parts.map((part, index) => {
    const separator = separators[Math.min(index, separators.length) - 1] ?? separators.at(-1) ?? "";
    return index === 0 ? part : `${separator} ${part}`;
  });
  const open = symbols(attribs["open"] ?? "(").replace(/[A-Za-z]$/, "$& ");
  return open + inside.join("") + symbols(attribs["close"] ?? ")");
}

/** A base with pairs of scripts after it and, once `mprescripts` has come, before it (MathML Core §3.4.3). */
function multiscripts(element: Element): string {
  const [first, ...scripts] = elementChildren(element);
  const turn = scripts.findIndex(({ name }) => name === "mprescripts");
  const after = turn === -1 ? scripts : scripts.slice(0, turn);
  const before = turn === -1 ? [] : scripts.slice(turn + 1);
  const prescripts = before.length === 0 ? "" : `{}${scriptPairs(before)}`;
  return prescripts + base(first === undefined ? "" : convert(first)) + scriptPairs(after);
}

function scriptPairs(scripts: readonly Element[]): string {
  const written = scripts.map((script, index) => {
    const tex = convert(script);
    return tex === "" ? "" : `${index % 2 === 0 ? "_" : "^"}{${tex}}`;
  });
  return written.join("");
}

/** The text as written, but for runs of white space. */
function textIn(node: AnyNode): string {
  if (isText(node)) return node.data.replace(/[\s\u00A0]+/g, " ");
  return isTag(node) ? node.children.map(textIn).join("") : "";
}

function content(node: AnyNode): string {
  if (isText(node)) return node.data;
  return isTag(node) ? node.children.map(content).join("").trim() : "";
}

function symbols(text: string): string {
  let tex = "";
  for (const character of text) tex += Object.hasOwn(commands, character) ? `${commands[character]} ` : character;
  return tex.replace(/[\u2061-\u2064]/g, "").trim();
}

function identifier(name: string): string {
  if (functions.has(name)) return `\\${name}`;
  const symbol = symbols(name);
  return /^[A-Za-z]{2,}$/.test(symbol) ? `\\mathrm{${symbol}}` : symbol;
}

function inAlphabet(tex: string, { attribs }: Element): string {
  const variant = attribs["mathvariant"] ?? "";
  // One letter is slanted unless it is said to be upright: a unit, an element, a constant.
  if (variant === "normal" && /^[A-Za-z]$/.test(tex)) return `\\mathrm{${tex}}`;
  const command = alphabets[variant];
  return command === undefined ? tex : `${command}{${tex}}`;
}

function base(tex: string): string {
  return /^(?:\\?[A-Za-z]+|\\math[a-z]+\{[A-Za-z]\}|.)$/u.test(tex) ? tex : `{${tex}}`;
}

function accented(
  element: Element,
  [first = "", second = ""]: readonly string[],
  { over }: { readonly over: boolean },
): string {
  const sign = elementChildren(element)[1];
  const command = sign === undefined ? undefined : accents[content(sign)];
  if (command !== undefined) return `${command}{${first}}`;
  if (second === "") return first;
  return over ? `${base(first)}^{${second}}` : `${base(first)}_{${second}}`;
}
