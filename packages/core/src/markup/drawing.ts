import type { Element } from "domhandler";

const unpainted: ReadonlySet<string> = new Set(
  "clipPath defs desc marker mask metadata pattern script style symbol title".split(" "),
);

/** True for the name of a part of SVG that a drawing only refers to, or that describes it (SVG 2 §5). */
export const isUnpainted = (name: string): boolean => unpainted.has(name);

/** True for a part of a text in SVG that has a place of its own: it begins a line (SVG 2 §11.5). */
export const isPlaced = ({ attribs }: Element): boolean =>
  ["x", "y", "dy"].some((place) => attribs[place] !== undefined);
