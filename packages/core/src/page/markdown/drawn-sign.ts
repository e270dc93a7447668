import type { Element } from "domhandler";
import { attribute, elementChildren } from "./element.ts";

type Point = readonly [x: number, y: number];
type Line = readonly Point[];

/** A sign has fewer shapes, and shorter descriptions of them. */
const mostShapes = 6;
const longestShape = 300;

/** The tick or the cross that an icon draws with straight lines, alone or in a frame; "" for other drawings. */
export function drawnSign(icon: Element): "✓" | "✗" | "" {
  const shapes = icon.name === "svg" ? shapesIn(icon) : [];
  if (shapes.length > mostShapes) return "";
  const lines = shapes.flatMap(linesOf).filter(({ length }) => length > 1);
  const [one, other] = lines;
  if (one !== undefined && other === undefined) return isTick(one) || isTick(one.toReversed()) ? "✓" : "";
  return one !== undefined && other !== undefined && lines.length === 2 && areCross(one, other) ? "✗" : "";
}

const shapesIn = (icon: Element): readonly Element[] =>
  elementChildren(icon).flatMap((shape) => (shape.name === "g" ? elementChildren(shape) : [shape]));

/** A short line down and a longer one up, from left to right. */
function isTick([start, corner, end, ...more]: Line): boolean {
  if (start === undefined || corner === undefined || end === undefined || more.length > 0) return false;
  const [down, up] = [corner[1] - start[1], corner[1] - end[1]];
  return start[0] < corner[0] && corner[0] < end[0] && down > 0 && up > 1.3 * down;
}

/** Two lines of about one length from corner to corner that meet in the middle. */
function areCross([from, to, ...more]: Line, [start, end, ...others]: Line): boolean {
  if (from === undefined || to === undefined || start === undefined || end === undefined) return false;
  if (more.length + others.length > 0) return false;
  const [width, height] = [to[0] - from[0], to[1] - from[1]];
  const [across, along] = [end[0] - start[0], end[1] - start[1]];
  const isNear = (one: number, two: number): boolean => Math.abs(one - two) < 0.2 * Math.abs(width);
  const areDiagonal = isNear(Math.abs(width), Math.abs(height)) && isNear(Math.abs(across), Math.abs(along));
  const meet = isNear(from[0] + to[0], start[0] + end[0]) && isNear(from[1] + to[1], start[1] + end[1]);
  return areDiagonal && meet && width * height * across * along < 0;
}

/** The straight lines of a shape (SVG 2 §9.3, §10). */
function linesOf(shape: Element): readonly Line[] {
  const number = (name: string): number => Number.parseFloat(attribute(shape, name));
  switch (shape.name) {
    case "line":
      return [
        [
          [number("x1"), number("y1")],
          [number("x2"), number("y2")],
        ],
      ];
    case "polyline":
      return straightLines(`M${attribute(shape, "points")}`);
    case "path":
      return straightLines(attribute(shape, "d"));
    default:
      return [];
  }
}

/** How many numbers each command of a path takes; its last two are the point that it leads to. */
const numbersOf: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** The parts of a path that are straight and open; those with curves, such as the frame of a sign, are left out. */
function straightLines(path: string): readonly Line[] {
  if (path.length > longestShape) return [];
  const lines: Point[][] = [];
  const framing = new Set<Point[]>();
  let [x, y]: Point = [0, 0];
  for (const [, command = "", list = ""] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const kind = command.toLowerCase();
    const isRelative = kind === command;
    const numbers = (list.match(/[+-]?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const count = numbersOf[kind] ?? 0;
    const current = lines.at(-1);
    if (current !== undefined && !"mlhv".includes(kind)) framing.add(current);
    if (kind === "z") [x, y] = current?.[0] ?? [x, y];
    for (let at = 0; count > 0 && at + count <= numbers.length; at += count) {
      const [last = 0, before = 0] = [numbers[at + count - 1], numbers[at + count - 2]];
      if (kind !== "v") x = (isRelative ? x : 0) + (kind === "h" ? last : before);
      if (kind !== "h") y = (isRelative ? y : 0) + last;
      if (kind === "m" && at === 0) lines.push([]);
      lines.at(-1)?.push([x, y]);
    }
  }
  return lines.filter((line) => !framing.has(line));
}
