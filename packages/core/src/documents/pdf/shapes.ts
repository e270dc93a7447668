import type { Rule } from "./page-text.ts";
import type { Operators } from "./pdfjs.ts";

/** A transformation in the order of PDF's `cm` operator (ISO 32000 §8.3.3). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** What PDF.js gives to draw a page with. */
export interface Drawing {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** Thicker strokes are areas. */
const maxThickness = 3;
const minLength = 6;
/** Shorter lines may be underscores if they are no thicker than this. */
const minDash = 1;
const maxDashThickness = 1;
/** Pages with more operators are drawings, not searched for tables. */
const maxOperators = 100_000;

/** Dots that stand for bullets or hold a number are this large in either direction. */
const minDot = 1.2;
const maxDot = 18;
/** Smaller ones have no edges that are lines of a table. */
const maxDotWithoutEdges = 8;

/** A page's drawings besides text, in page coordinates. */
export interface Shapes {
  /** Horizontal and vertical lines. */
  readonly rules: readonly Rule[];
  /** Small marks about as wide as high, such as the bullets of a list. */
  readonly dots: readonly Rule[];
  /** Horizontal lines that are too short for a table. */
  readonly dashes: readonly Rule[];
}

/** Reads the simple shapes of a page. */
export function readShapes(drawing: Drawing, operators: Operators, toPage: Matrix): Shapes {
  const rules: Rule[] = [];
  const dots: Rule[] = [];
  const dashes: Rule[] = [];
  if (drawing.fnArray.length > maxOperators) return { rules, dots, dashes };
  const saved: Matrix[] = [];
  let current = toPage;
  let form: unknown; // the box of the form that is drawn: a shade fills it
  let masks = 0; // a mask is drawn to shade something else, and is not seen itself
  drawing.fnArray.forEach((operator, index) => {
    const parameters = drawing.argsArray[index];
    if (operator === operators.beginGroup && (masks > 0 || isMask(parameters))) masks += 1;
    else if (operator === operators.endGroup) masks = Math.max(0, masks - 1);
    if (operator === operators.save) saved.push(current);
    else if (operator === operators.restore) current = saved.pop() ?? toPage;
    else if (operator === operators.transform) current = multiply(current, parameters);
    else if (operator === operators.paintFormXObjectBegin) {
      saved.push(current);
      if (Array.isArray(parameters)) current = multiply(current, parameters[0]);
      form = Array.isArray(parameters) ? parameters[1] : undefined;
    } else if (operator === operators.shadingFill) {
      const dot = dotOf(form, current);
      if (dot !== undefined) dots.push(dot);
    } else if (operator === operators.paintFormXObjectEnd) current = saved.pop() ?? toPage;
    else if (operator === operators.constructPath && masks === 0 && Array.isArray(parameters)) {
      const [paint, paths] = parameters;
      if (paint === operators.endPath || !Array.isArray(paths)) return;
      const dot = dotOf(parameters[2], current);
      if (dot !== undefined) dots.push(dot);
      const dash = dashOf(parameters[2], current);
      if (dash !== undefined) dashes.push(dash);
      if (dot === undefined || dot.right - dot.left > maxDotWithoutEdges || dot.bottom - dot.top > maxDotWithoutEdges)
        rules.push(...linesOf(paths[0], current));
    }
  });
  return { rules, dots, dashes };
}

/** True for a group that is drawn as a soft mask (ISO 32000-1, §11.6.5). */
function isMask(parameters: unknown): boolean {
  const group: unknown = Array.isArray(parameters) ? parameters[0] : undefined;
  return typeof group === "object" && group !== null && "smask" in group && group.smask !== null;
}

/** The box of a path on the page. */
function placeOf(box: unknown, matrix: Matrix): Rule | undefined {
  if (!isNumbers(box) || box.length < 4) return undefined;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = Array.from(box);
  return boxOf([apply(matrix, x1, y1), apply(matrix, x2, y2)]);
}

/** The box of a path that is a short horizontal line. */
function dashOf(box: unknown, matrix: Matrix): Rule | undefined {
  const dash = placeOf(box, matrix);
  if (dash === undefined) return undefined;
  const [width, height] = [dash.right - dash.left, dash.bottom - dash.top];
  return width >= minDash && width < minLength && height <= maxDashThickness ? dash : undefined;
}

/** The box of a path that is small and about as wide as high. */
function dotOf(box: unknown, matrix: Matrix): Rule | undefined {
  const dot = placeOf(box, matrix);
  if (dot === undefined) return undefined;
  const [width, height] = [dot.right - dot.left, dot.bottom - dot.top];
  const isDot = Math.min(width, height) >= minDot && Math.max(width, height) <= maxDot;
  return isDot && Math.abs(width - height) < Math.max(width, height) * 0.4 ? dot : undefined;
}

/** A transformed point. */
export const apply = (matrix: Matrix, x: number, y: number): readonly [x: number, y: number] => [
  matrix[0] * x + matrix[2] * y + matrix[4],
  matrix[1] * x + matrix[3] * y + matrix[5],
];

/** One transformation after another; an invalid one changes nothing. */
export function multiply(outer: Matrix, inner: unknown): Matrix {
  if (!isNumbers(inner) || inner.length < 6) return outer;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(inner);
  return [
    outer[0] * a + outer[2] * b,
    outer[1] * a + outer[3] * b,
    outer[0] * c + outer[2] * d,
    outer[1] * c + outer[3] * d,
    outer[0] * e + outer[2] * f + outer[4],
    outer[1] * e + outer[3] * f + outer[5],
  ];
}

/** True for a list of numbers, as PDF.js gives them. */
export const isNumbers = (value: unknown): value is ArrayLike<number> =>
  (Array.isArray(value) || ArrayBuffer.isView(value)) && "length" in value;

type Point = readonly [x: number, y: number];
/** Count of numbers after each drawing step of a path: move, line, cubic, quadratic, close. */
const stepLengths = [2, 2, 6, 4, 0];

/** The axis-parallel lines of a path. A thin box is one line, as rules are often drawn as filled boxes. */
function linesOf(path: unknown, matrix: Matrix): readonly Rule[] {
  if (!isNumbers(path)) return [];
  const rules: Rule[] = [];
  let points: Point[] = [];
  const finish = () => {
    rules.push(...rulesOf(points));
    points = [];
  };
  for (let index = 0; index < path.length;) {
    const step = path[index] ?? 4;
    const length = stepLengths[step] ?? 0;
    const [first] = points;
    if (step === 4 && first !== undefined) points.push(first);
    if (step !== 1) finish();
    if (step < 4) {
      const [x = 0, y = 0] = [path[index + length - 1], path[index + length]];
      points.push(apply(matrix, x, y));
    }
    index += length + 1;
  }
  finish();
  return rules;
}

function rulesOf(points: readonly Point[]): readonly Rule[] {
  if (points.length < 2) return [];
  const whole = boxOf(points);
  if (isRule(whole)) return [whole];
  return points.slice(1).flatMap((point, index) => {
    const line = boxOf([points[index] ?? point, point]);
    return isRule(line) ? [line] : [];
  });
}

/** The box around points. */
export function boxOf(points: readonly Point[]): Rule {
  const [left, right] = extent(points.map(([x]) => x));
  const [top, bottom] = extent(points.map(([, y]) => y));
  return { left, top, right, bottom };
}

const extent = (values: readonly number[]): readonly [number, number] => [
  values.reduce((one, other) => Math.min(one, other), Infinity),
  values.reduce((one, other) => Math.max(one, other), -Infinity),
];

function isRule({ left, top, right, bottom }: Rule): boolean {
  const [width, height] = [right - left, bottom - top];
  return (height <= maxThickness && width >= minLength) || (width <= maxThickness && height >= minLength);
}
