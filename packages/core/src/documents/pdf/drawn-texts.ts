import type { Rule } from "./page-text.ts";
import type { Operators } from "./pdfjs.ts";
import { apply, boxOf, isNumbers, multiply, type Drawing, type Matrix } from "./shapes.ts";

/** The part of the graphics state that tells where a text stands and how it is shown (ISO 32000-1, §8.4 and §9.3). */
interface State {
  readonly matrix: Matrix;
  readonly mode: number;
  readonly isWhite: boolean;
  readonly lineWidth: number;
  readonly size: number;
  readonly leading: number;
  readonly rise: number;
  readonly stretch: number;
  readonly perCharacter: number;
  readonly perSpace: number;
}

/** A text as an operator shows it. */
export interface DrawnText {
  /** From the beginning to the end of its baseline. */
  readonly box: Rule;
  /** How it is drawn (ISO 32000-1, §9.3.6): 0 is filled, 3 not at all. */
  readonly mode: number;
  /** It is filled with white. */
  readonly isWhite: boolean;
  /** Of the text of an annotation's appearance: which one's it is, its characters, and their size on the page. */
  readonly shown?: { readonly annotation: string; readonly text: string; readonly size: number };
}

/** The way to draw a text not at all. */
export const invisible = 3;

/** The texts of a page, and what they may stand on. */
export interface DrawnTexts {
  readonly texts: DrawnText[];
  /** Areas that something is painted in that is not white. */
  readonly painted: Rule[];
  /** Areas that a picture fills if there is one: the operators have no pictures, only their places. */
  readonly pictures: Rule[];
}

interface Reading extends DrawnTexts {
  readonly operators: Operators;
  readonly saved: State[];
  readonly toPage: Matrix;
  state: State;
  text: Matrix;
  line: Matrix;
  /** The annotation whose appearance is drawn. */
  annotation: string | undefined;
}

const identity: Matrix = [1, 0, 0, 1, 0, 0];
const everywhere: Rule = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** Pages with more operators are not searched. */
const maxOperators = 100_000;

/** Finds the places of all texts of a page, in its coordinates. */
export function readTexts(drawing: Drawing, operators: Operators, toPage: Matrix): DrawnTexts {
  const read: Reading = {
    ...{ operators, toPage, saved: [], texts: [], painted: [], pictures: [], text: identity, line: identity },
    state: { ...firstState, matrix: toPage },
    annotation: undefined,
  };
  if (drawing.fnArray.length > maxOperators) return read;
  const byNumber = new Map(steps.map(([name, step]) => [operators[name], step]));
  drawing.fnArray.forEach((operator, index) => {
    const parameters = drawing.argsArray[index];
    byNumber.get(operator)?.(read, isNumbers(parameters) ? Array.from<unknown>(parameters) : []);
  });
  return read;
}

const firstState: Omit<State, "matrix"> = {
  mode: 0,
  isWhite: false,
  lineWidth: 1,
  size: 0,
  leading: 0,
  rise: 0,
  stretch: 1,
  perCharacter: 0,
  perSpace: 0,
};

type Step = (read: Reading, parameters: readonly unknown[]) => void;

const restore: Step = (read) => change(read, read.saved.pop() ?? {});

const steps: readonly (readonly [keyof Operators, Step])[] = [
  ["save", ({ saved, state }) => saved.push(state)],
  ["restore", restore],
  ["transform", transform],
  [
    "paintFormXObjectBegin",
    (read, [matrix]) => {
      read.saved.push(read.state);
      transform(read, matrix);
    },
  ],
  ["paintFormXObjectEnd", restore],
  [
    "beginAnnotation",
    (read, [id, , toRect, matrix]) => {
      read.saved.push(read.state);
      read.state = { ...firstState, matrix: multiply(multiply(read.toPage, toRect), matrix) };
      read.annotation = typeof id === "string" ? id : undefined;
    },
  ],
  [
    "endAnnotation",
    (read) => {
      change(read, read.saved.pop() ?? {});
      read.annotation = undefined;
    },
  ],
  ["setFillRGBColor", (read, [color]) => change(read, { isWhite: color === "#ffffff" })],
  ["setFillColorN", (read) => change(read, { isWhite: false })],
  ["setLineWidth", (read, [lineWidth]) => change(read, { lineWidth: Number(lineWidth) })],
  ["constructPath", paint],
  ["shadingFill", ({ painted }) => painted.push(everywhere)],
  ["beginText", (read) => placeText(read, identity)],
  ["setTextMatrix", (read, [matrix]) => placeText(read, multiply(identity, matrix))],
  ["moveText", moveLine],
  [
    "setLeadingMoveText",
    (read, [x, y]) => {
      change(read, { leading: -Number(y) });
      moveLine(read, [x, y]);
    },
  ],
  ["nextLine", (read) => moveLine(read, [0, -read.state.leading])],
  ["setLeading", (read, [leading]) => change(read, { leading: Number(leading) })],
  ["setFont", (read, [, size]) => change(read, { size: Number(size) })],
  ["setTextRise", (read, [rise]) => change(read, { rise: Number(rise) })],
  ["setHScale", (read, [percent]) => change(read, { stretch: Number(percent) / 100 })],
  ["setCharSpacing", (read, [space]) => change(read, { perCharacter: Number(space) })],
  ["setWordSpacing", (read, [space]) => change(read, { perSpace: Number(space) })],
  ["setTextRenderingMode", (read, [mode]) => change(read, { mode: Number(mode) })],
  ["showText", showText],
];

function change(read: Reading, next: Partial<State>): void {
  read.state = { ...read.state, ...next };
}

function transform(read: Reading, matrix: unknown): void {
  change(read, { matrix: multiply(read.state.matrix, matrix) });
  read.pictures.push(onPage([0, 0, 1, 1], read.state.matrix));
}

function paint({ operators, state, painted }: Reading, [by, , box]: readonly unknown[]): void {
  const isFilled = by === operators.fill || by === operators.eoFill;
  if (by === operators.endPath || (state.isWhite && isFilled) || !isNumbers(box)) return;
  const [left = 0, top = 0, right = 0, bottom = 0] = Array.from(box);
  const edge = isFilled ? 0 : state.lineWidth / 2;
  painted.push(onPage([left - edge, top - edge, right + edge, bottom + edge], state.matrix));
}

function placeText(read: Reading, matrix: Matrix): void {
  read.line = matrix;
  read.text = matrix;
}

function moveLine(read: Reading, [x, y]: readonly unknown[]): void {
  placeText(read, multiply(read.line, [1, 0, 0, 1, Number(x), Number(y)]));
}

function showText(read: Reading, [glyphs]: readonly unknown[]): void {
  const { state } = read;
  const { mode, isWhite, rise } = state;
  const start = apply(multiply(state.matrix, read.text), 0, rise);
  read.text = multiply(read.text, [1, 0, 0, 1, Array.isArray(glyphs) ? widthOf(glyphs, state) : 0, 0]);
  const end = apply(multiply(state.matrix, read.text), 0, rise);
  const shown = read.annotation === undefined ? {} : { shown: shownText(read, read.annotation, glyphs) };
  read.texts.push({ box: boxOf([start, end]), mode, isWhite, ...shown });
}

/** Numbers between glyphs that move the text back by more, in thousandths of its size, are spaces. */
const spaceBack = 200;

function shownText({ state, text }: Reading, annotation: string, glyphs: unknown): NonNullable<DrawnText["shown"]> {
  const [, , c, d] = multiply(state.matrix, text);
  const characters = (Array.isArray(glyphs) ? glyphs : []).map((glyph: unknown) => {
    if (typeof glyph === "number") return glyph < -spaceBack ? " " : "";
    return typeof glyph === "object" && glyph !== null && "unicode" in glyph ? String(glyph.unicode) : "";
  });
  return { annotation, text: characters.join(""), size: state.size * Math.hypot(c, d) };
}

/** The way that glyphs, and the numbers between them, move the text (ISO 32000-1, §9.4.4). */
function widthOf(glyphs: readonly unknown[], { size, stretch, perCharacter, perSpace }: State): number {
  return glyphs.reduce<number>((width, glyph) => {
    if (typeof glyph === "number") return width - (glyph / 1000) * size * stretch;
    if (typeof glyph !== "object" || glyph === null || !("width" in glyph)) return width;
    const spaces = perCharacter + ("isSpace" in glyph && glyph.isSpace === true ? perSpace : 0);
    return width + ((Number(glyph.width) / 1000) * size + spaces) * stretch;
  }, 0);
}

/** A box in the coordinates of the page. */
function onPage(box: ArrayLike<number>, matrix: Matrix): Rule {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = Array.from(box);
  return boxOf([apply(matrix, x1, y1), apply(matrix, x2, y1), apply(matrix, x1, y2), apply(matrix, x2, y2)]);
}
