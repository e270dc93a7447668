import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { attribute, elementChildren } from "./element.ts";

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
  "→": "\\vec",
  "~": "\\tilde",
  "˜": "\\tilde",
  "˙": "\\dot",
  ".": "\\dot",
  "¨": "\\ddot",
  "⏞": "\\overbrace",
  "⏟": "\\underbrace",
};

/** Presentation MathML (MathML Core) as TeX, for pages that give no TeX source. Unknown elements become their content. */
export function mathMlToTex(math: Element): string {
  return row(elementChildren(math).map(convert));
}

function row(parts: readonly string[]): string {
  return parts.join(" ").replace(/ +/g, " ").trim();
}

function convert(element: Element): string {
  const parts = elementChildren(element).map(convert);
  const [first = "", second = "", third = ""] = parts;
  switch (element.name) {
    case "mi":
      return identifier(content(element));
    case "mn":
    case "mo":
      return symbols(content(element));
    case "mtext":
      return `\\text{${content(element)}}`;
    case "mspace":
      return "";
    case "mfrac":
      return `\\frac{${first}}{${second}}`;
    case "msqrt":
      return `\\sqrt{${row(parts)}}`;
    case "mroot":
      return `\\sqrt[${second}]{${first}}`;
    case "msup":
      return `${base(first)}^{${second}}`;
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
      return `${attribute(element, "open") || "("}${parts.join(", ")}${attribute(element, "close") || ")"}`;
    case "mtable":
      return `\\begin{matrix} ${parts.join(" \\\\ ")} \\end{matrix}`;
    case "mtr":
      return parts.join(" & ");
    case "annotation":
    case "annotation-xml":
    case "mphantom":
      return "";
    default:
      return row(parts);
  }
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

function base(tex: string): string {
  return /^(?:\\?[A-Za-z]+|.)$/u.test(tex) ? tex : `{${tex}}`;
}

function accented(
  element: Element,
  [first = "", second = ""]: readonly string[],
  { over }: { readonly over: boolean },
): string {
  const sign = elementChildren(element)[1];
  const command = sign === undefined ? undefined : accents[content(sign)];
  if (command !== undefined) return `${command}{${first}}`;
  return over ? `${base(first)}^{${second}}` : `${base(first)}_{${second}}`;
}
