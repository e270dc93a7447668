import { Element, isTag, Text, type AnyNode } from "domhandler";
import { attribute, elementChildren, findDescendant } from "../element.ts";

/** The TeX that MathJax 4 and some sites leave on a rendering; "" when there is none. */
export function sourceOnRendering(container: Element): string {
  const own = sourceOf(container);
  if (own !== "") return own;
  const marked = findDescendant(container, (element) => sourceOf(element) !== "");
  return marked === undefined ? "" : sourceOf(marked);
}

function sourceOf({ attribs }: Element): string {
  return attribs["data-latex"] ?? attribs["data-tex"] ?? attribs["data-formula"] ?? "";
}

/**
 * A formula that MathJax 3 or 4 has set as text (CHTML) or drawn (SVG), as the MathML that it was made from, told by the
 * names of its parts and the codes of its characters; undefined when it has none.
 */
export function mathOfRendering(container: Element): Element | undefined {
  const parts = partsIn(container);
  return parts.length === 0 ? undefined : new Element("math", {}, parts);
}

const tokens = new Set(["mi", "mn", "mo", "mtext", "ms"]);
const rows = new Set(["mrow", "texatom", "mstyle", "mpadded", "menclose", "merror"]);
const structures = new Set("mfrac msqrt mroot msup msub msubsup munder mover munderover mtable mtr mtd".split(" "));
/** Parts that only keep distances, draw lines or repeat the formula. */
const scenery = new Set("mspace mphantom surd spacer line nstrut dstrut tstrut labels assistive-mml".split(" "));

/** The MathML name of a part: both `mjx-mfrac` and `data-mml-node="mfrac"` are fractions. */
function kindOf({ attribs, name }: Element): string {
  return attribs["data-mml-node"]?.toLowerCase() ?? (name.startsWith("mjx-") ? name.slice("mjx-".length) : "");
}

/** The parts of an element, without the boxes that only place them. */
function partsIn(element: Element): Element[] {
  return elementChildren(element).flatMap(partsOf);
}

function partsOf(element: Element): Element[] {
  const kind = kindOf(element);
  if (scenery.has(kind)) return [];
  if (tokens.has(kind)) return tokenOf(element, kind);
  if (rows.has(kind)) return [rowOf(partsIn(element))];
  return structures.has(kind) ? [new Element(kind, {}, argumentsOf(element, kind))] : partsIn(element);
}

function rowOf(parts: Element[]): Element {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : new Element("mrow", {}, parts);
}

function tokenOf(element: Element, kind: string): Element[] {
  const characters = charactersOf(element).replace(/[\uE000-\uF8FF]/g, "");
  const text = fences.reduce((long, [pieces, fence]) => long.replace(pieces, fence), characters);
  if (text === "") return [];
  const mathvariant = alphabets.find(([letters]) => letters.test(text))?.[1];
  const plain = text.replace(/[\u{1D400}-\u{1D7FF}]/gu, (letter) => letter.normalize("NFKC"));
  return [new Element(kind, mathvariant === undefined ? {} : { mathvariant }, [new Text(plain)])];
}

/** Letters that mean something else than plain ones (Unicode, Mathematical Alphanumeric Symbols). */
const alphabets: readonly (readonly [RegExp, string])[] = [
  [/^[\u{1D400}-\u{1D433}\u{1D7CE}-\u{1D7D7}]+$/u, "bold"],
  [/^[\u{1D49C}-\u{1D503}]+$/u, "script"],
  [/^[\u{1D504}-\u{1D537}]+$/u, "fraktur"],
  [/^[\u{1D538}-\u{1D56B}]+$/u, "double-struck"],
];

/** The pieces that tall fences are put together from. */
const fences: readonly (readonly [RegExp, string])[] = [
  [/^[\u239B-\u239D]+$/, "("],
  [/^[\u239E-\u23A0]+$/, ")"],
  [/^[\u23A1-\u23A3]+$/, "["],
  [/^[\u23A4-\u23A6]+$/, "]"],
  [/^[\u23A7-\u23AA]+$/, "{"],
  [/^[\u23AA-\u23AD]+$/, "}"],
];

/** The characters of a token, as text or as codes: `class="mjx-c1D465"`, `data-c="1D465"`. */
function charactersOf(node: AnyNode): string {
  if (node instanceof Text) return node.data;
  if (!isTag(node)) return "";
  const code = /^[\dA-F]+$/.exec(attribute(node, "data-c"))?.[0] ?? classCode.exec(attribute(node, "class"))?.[1];
  const point = code === undefined ? Number.NaN : Number.parseInt(code, 16);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : node.children.map(charactersOf).join("");
}

const classCode = /(?:^|\s)mjx-c([\dA-F]+)(?:\s|$)/;

/** The children of a structure in the order of MathML (MathML Core §3.3, §3.4). */
function argumentsOf(element: Element, kind: string): Element[] {
  if (kind.startsWith("mt")) return partsIn(element);
  if (kind === "msqrt") return withoutSign(partsIn(element));
  const names = boxNames[kind];
  const boxes = names?.map((name) => boxNamed(element, name)).filter((box) => box !== undefined) ?? [];
  if (boxes.length > 0) return boxes.map((box) => rowOf(partsIn(box)));
  const script = elementChildren(element).find(({ name }) => name === "mjx-script");
  if (script !== undefined) return scripted(element, script);
  return drawnArguments(element);
}

/** The arguments of a drawn structure. The upper part is drawn before the lower one, which MathML puts first. */
function drawnArguments(element: Element): Element[] {
  const drawn = elementChildren(element).flatMap((child) => {
    const parts = withoutSign(partsOf(child));
    return parts.length === 0 ? [] : [{ height: heightOf(child), part: rowOf(parts) }];
  });
  const [base, first, second] = drawn;
  if (base === undefined || first === undefined || second === undefined) return drawn.map(({ part }) => part);
  const inOrder = first.height > second.height ? [base, second, first] : drawn;
  return inOrder.map(({ part }) => part);
}

/** Upward shift of a part of a drawing. */
function heightOf(part: Element): number {
  return Number(/translate\([^,()]*,\s*(-?[\d.]+)/.exec(attribute(part, "transform"))?.[1] ?? 0);
}

/** Drops the sign of a root, drawn after its content. */
function withoutSign(parts: Element[]): Element[] {
  const last = parts.at(-1)?.children[0];
  return last instanceof Text && last.data === "\u221A" ? parts.slice(0, -1) : parts;
}

/** The base, then the script or, of two, the lower one first, which is set last. */
function scripted(element: Element, script: Element): Element[] {
  const base = elementChildren(element)
    .filter((child) => child !== script)
    .flatMap(partsOf);
  const scripts = elementChildren(script).flatMap((child) => {
    const parts = partsOf(child);
    return parts.length === 0 ? [] : [rowOf(parts)];
  });
  return [rowOf(base), ...scripts.toReversed()];
}

/** The boxes in which the arguments of a structure are set, in the order of MathML. */
const boxNames: Readonly<Record<string, readonly string[]>> = {
  mfrac: ["mjx-num", "mjx-den"],
  mroot: ["mjx-box", "mjx-root"],
  munder: ["mjx-base", "mjx-under"],
  mover: ["mjx-base", "mjx-over"],
  munderover: ["mjx-base", "mjx-under", "mjx-over"],
};

const layout = new Set("mjx-box mjx-munder mjx-mover mjx-row mjx-frac mjx-dbox mjx-dtable mjx-sqrt".split(" "));

/** Finds a box of a structure, also within pure layout elements. */
function boxNamed(element: Element, name: string): Element | undefined {
  for (const child of elementChildren(element)) {
    const found = child.name === name ? child : layout.has(child.name) ? boxNamed(child, name) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
