import { Element } from "domhandler";
import { childOf, childrenOf, childText } from "../../markup/xml-tree.ts";
import type { Archive } from "../archive.ts";
import type { Losses } from "../losses.ts";
import { escapeHtml } from "../html/markup.ts";
import type { Pictures } from "../pictures.ts";
import { chartOf, formulaOf } from "./opendocument-math.ts";

interface FrameContext {
  readonly archive: Archive;
  readonly pictures: Pictures;
  readonly losses: Losses;
  /** Blocks that were drawn there, such as the data of charts. */
  readonly drawn: string[];
}

/** The formula or picture of a frame; empty for a frame of text. A frame may hold one thing in several forms, the best first. */
export function frameHtml(
  frame: Element,
  { archive, pictures, losses, drawn }: FrameContext,
  display: boolean,
): string {
  if (childOf(frame, "draw:text-box", "table:table") !== undefined) return "";
  const description = childText(frame, "svg:desc", "svg:title") ?? "";
  const image = childrenOf(frame, "draw:image").map(({ attribs }) => attribs["xlink:href"])[0];
  const object = childOf(frame, "draw:object");
  const path = (object?.attribs["xlink:href"] ?? "").replace(/^\.\//, "").replace(/\/$/, "");
  const formula = object === undefined ? undefined : formulaOf(archive, path);
  if (formula !== undefined) return formula(display);
  // The picture of a chart or of another program's object is drawn anew by whoever opens the file, in a format of its own.
  const chart = object === undefined ? undefined : chartOf(archive, path);
  if (chart !== undefined && chart !== "") drawn.push(chart);
  else if (object !== undefined) losses.add(chart === undefined ? "embedded object" : "chart");
  else if (childOf(frame, "draw:object-ole") !== undefined) losses.add("embedded object");
  else if (childOf(frame, "draw:plugin", "draw:applet", "draw:floating-frame") !== undefined)
    losses.add("media object");
  else if (image !== undefined) return pictures.html(image, description);
  return description === "" ? "" : escapeHtml(`[Image: ${description}]`);
}

/** The address that a link leads to. */
export type AddressOf = (link: Element) => string | undefined;

/** The address of the link around a frame or shape. */
export const addressAround = (
  { parent }: Element,
  { addressOf }: { readonly addressOf: AddressOf },
): string | undefined =>
  parent instanceof Element && /^(?:draw|text):a$/.test(parent.name) ? addressOf(parent) : undefined;

/** True for a drawn shape, which may hold paragraphs of its own. */
export const isShape = ({ name }: Element): boolean => name.startsWith("draw:") && !/^draw:(?:frame|a|g)$/.test(name);

/** The frames and shapes of a paragraph, links and spans around them opened. */
export const framesOf = (parent: Element): readonly Element[] =>
  childrenOf(parent).flatMap((child) => {
    if (/^(?:text:(?:span|a)|draw:(?:a|g))$/.test(child.name)) return framesOf(child);
    return child.name === "draw:frame" || isShape(child) ? [child] : [];
  });
