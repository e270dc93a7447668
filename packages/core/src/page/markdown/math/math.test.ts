import { expect, test } from "vitest";
import { parse } from "../../../markup/parse.ts";
import { toMarkdown } from "../index.ts";

const convert = (html: string): string => toMarkdown(parse(`<p>${html}</p>`));

test.each([
  ["a fraction", "<mfrac><mn>1</mn><mi>n</mi></mfrac>", "\\frac{1}{n}"],
  ["a fraction without a line", '<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>', "\\binom{n}{k}"],
  [
    "roots",
    "<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>",
    "\\sqrt{x + 1} \\sqrt[3]{x}",
  ],
  ["a superscript", "<msup><mi>e</mi><mrow><mo>-</mo><mi>x</mi></mrow></msup>", "e^{- x}"],
  ["a subscript", "<msub><mi>a</mi><mi>i</mi></msub>", "a_{i}"],
  ["both", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_{i}^{2}"],
  ["a prime", "<msup><mi>f</mi><mo>′</mo></msup>", "f'"],
  [
    "limits",
    "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover>",
    "\\sum_{i = 0}^{n}",
  ],
  ["a named limit", "<munder><mo>lim</mo><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder>", "\\lim_{x \\to 0}"],
  ["accents", "<mover><mi>v</mi><mo>→</mo></mover><mover><mi>x</mi><mo>¯</mo></mover>", "\\vec{v} \\bar{x}"],
  [
    "scripts on both sides",
    "<mmultiscripts><mi>C</mi><mn>6</mn><none/><mprescripts/><none/><mn>12</mn></mmultiscripts>",
    "{}^{12}C_{6}",
  ],
  ["fences", '<mfenced open="{" close="}" separators=";"><mi>a</mi><mi>b</mi></mfenced>', "\\{a; b\\}"],
  [
    "a bare matrix",
    "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>",
    "\\begin{matrix} a & b \\end{matrix}",
  ],
  [
    "a matrix in brackets",
    "<mrow><mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd></mtr><mtr><mtd><mn>2</mn></mtd></mtr></mtable><mo>]</mo></mrow>",
    "\\begin{bmatrix} 1 \\\\ 2 \\end{bmatrix}",
  ],
  [
    "cases",
    "<mrow><mo>{</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mtext>if </mtext><mi>x</mi></mtd></mtr></mtable></mrow>",
    "\\begin{cases} 1 & \\text{if } x \\end{cases}",
  ],
  [
    "alphabets",
    '<mi mathvariant="bold">x</mi><mi mathvariant="double-struck">R</mi><mi>ℤ</mi>',
    "\\mathbf{x} \\mathbb{R} \\mathbb{Z}",
  ],
  [
    "upright letters",
    '<msub><mi mathvariant="normal">H</mi><mn>2</mn></msub><mi mathvariant="normal">O</mi><mi mathvariant="normal">∞</mi>',
    "\\mathrm{H}_{2} \\mathrm{O} \\infty",
  ],
  ["functions and words", "<mi>sin</mi><mi>x</mi><mi>rate</mi>", "\\sin x \\mathrm{rate}"],
  ["signs", "<mi>α</mi><mo>≤</mo><mi>∞</mi><mo>∧</mo><mn>5</mn><mo>%</mo>", "\\alpha \\le \\infty \\land 5 \\%"],
  ["content that TeX has no word for", "<mstyle><mi>x</mi></mstyle><mphantom><mi>y</mi></mphantom>", "x"],
])("MathML: %s", (_, mathMl, tex) => {
  expect(convert(`<math>${mathMl}</math>`)).toBe(`$${tex}$`);
  const display = `<math display="block">${mathMl}</math>`;
  expect(toMarkdown(parse(display))).toBe(`$$${tex}$$`);
});

const x = "<mi>x</mi>";
const annotated = `<math><semantics>${x}<annotation-xml encoding="MathML-Content"><ci>x</ci></annotation-xml><annotation encoding="application/x-tex">x_1</annotation></semantics></math>`;

test.each([
  ["the source in an annotation", annotated, "$x_1$"],
  ["the source in an attribute", `<math alttext="x_1">${x}</math>`, "$x_1$"],
  [
    "no source but other annotations",
    `<math><semantics>${x}<annotation encoding="text/plain">y</annotation></semantics></math>`,
    "$x$",
  ],
  [
    "KaTeX",
    `<span class="katex"><span class="katex-mathml">${annotated}</span><span class="katex-html" aria-hidden="true"><span class="mord">x</span></span></span> is`,
    "$x_1$ is",
  ],
  ["KaTeX on its own line", `<span class="katex-display"><span class="katex">${annotated}</span></span>`, "$$x_1$$"],
  [
    "MathJax 2 with its scripts",
    `<span class="MathJax_Preview">x</span><span class="MathJax" data-mathml="&lt;math&gt;${"&lt;mi&gt;x&lt;/mi&gt;"}&lt;/math&gt;"><nobr>x</nobr></span><script type="math/tex">x_1</script> is`,
    "$x_1$ is",
  ],
  ["MathJax 2 without them", `<span class="MathJax" data-mathml="<math>${x}</math>"><nobr>x</nobr></span>`, "$x$"],
  ["a script with MathML", `a <script type="math/mml"><math><msup>${x}<mn>2</mn></msup></math></script>`, "a $x^{2}$"],
  ["a script with AsciiMath", `a <script type="math/asciimath">x^2</script>`, "a $x^2$"],
  [
    "MathJax 3",
    `<mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true"><mjx-mi>x</mjx-mi></mjx-math><mjx-assistive-mml><math>${x}</math></mjx-assistive-mml></mjx-container>`,
    "$x$",
  ],
  [
    "MathJax 3 on its own line",
    `<mjx-container class="MathJax" jax="SVG" display="true"><svg></svg><mjx-assistive-mml><math>${x}</math></mjx-assistive-mml></mjx-container>`,
    "$$x$$",
  ],
  [
    "less than, which isn't a tag",
    "\\(a_1&lt;b\\) and <math><mi>a</mi><mo>&lt;</mo><mi>b</mi></math>",
    "$a_1< b$ and $a < b$",
  ],
  ["MathLive", "a <math-field>\\sqrt2</math-field>", "a $\\sqrt2$"],
  ["a sign that is no formula", "\\(_\\)", "\\\\(_\\\\)"],
  ["a bracket that would end a link", '<a href="https://a.example/">$\\b]$</a>', "[$\\b\\]$](https://a.example/)"],
])("%s", (_, html, markdown) => {
  expect(convert(html)).toBe(markdown);
});

test("nested rows are written once each", () => {
  const nested = `<math>${"<mrow><mtable><mtr><mtd>".repeat(60)}${x}${"</mtd></mtr></mtable></mrow>".repeat(60)}</math>`;
  expect(convert(nested).match(/begin\{matrix\}/g)).toHaveLength(60);
});

test("what MathJax has set is read once, however deep it is nested", () => {
  const fraction = (inner: string): string =>
    `<mjx-mfrac><mjx-frac><mjx-num>${inner}</mjx-num><mjx-den><mjx-mn><mjx-c class="mjx-c32"></mjx-c></mjx-mn></mjx-den></mjx-frac></mjx-mfrac>`;
  let chtml = '<mjx-mi><mjx-c class="mjx-c1D465 TEX-I"></mjx-c></mjx-mi>';
  let svg = '<g data-mml-node="mi"><use data-c="1D465"></use></g>';
  for (let level = 0; level < 80; level += 1) {
    chtml = fraction(chtml);
    svg = `<g data-mml-node="msup">${svg}<g data-mml-node="mn"><use data-c="32"></use></g></g>`;
  }
  const fractions = convert(`<mjx-container jax="CHTML"><mjx-math>${chtml}</mjx-math></mjx-container>`);
  expect(fractions).toBe(`$${"\\frac{".repeat(80)}x${"}{2}".repeat(80)}$`);
  const powers = convert(`<mjx-container jax="SVG"><svg><g data-mml-node="math">${svg}</g></svg></mjx-container>`);
  expect(powers).toBe(`$${"{".repeat(79)}x^{2}${"}^{2}".repeat(79)}$`);
});

test("a matrix that MathJax has set is one", () => {
  const cell = (code: string): string => `<mjx-mtd><mjx-mi><mjx-c class="mjx-c${code}"></mjx-c></mjx-mi></mjx-mtd>`;
  const fence = (code: string): string => `<mjx-mo><mjx-stretchy-v class="mjx-c${code}"></mjx-stretchy-v></mjx-mo>`;
  const rows = `<mjx-mtr>${cell("1D44E")}${cell("1D44F")}</mjx-mtr><mjx-mtr>${cell("1D450")}${cell("1D451")}</mjx-mtr>`;
  const table = `<mjx-mtable><mjx-table><mjx-itable>${rows}</mjx-itable></mjx-table></mjx-mtable>`;
  expect(convert(`<mjx-container><mjx-math>${fence("28")}${table}${fence("29")}</mjx-math></mjx-container>`)).toBe(
    "$\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}$",
  );
});

test("a rendering that holds no formula leaves what it shows", () => {
  expect(convert("<mjx-container>shown</mjx-container>")).toBe("shown");
  expect(convert('a <mjx-container><mjx-math><mjx-mi class="mjx-cXYZ"></mjx-mi></mjx-math></mjx-container> b')).toBe(
    "a b",
  );
});
