import { isTag, isText, type ChildNode, type Element, type ParentNode } from "domhandler";
import { removeElement, replaceElement } from "domutils";
import type { ElementIndex } from "./element-index.ts";
import { elementsNamed } from "../markup/elements.ts";
import { setAttribute } from "../markup/html/tree-adapter.ts";
import { absoluteAddress } from "../url/absolute.ts";

const lazySources = ["data-src", "data-lazy-src", "data-original", "data-original-src", "data-lazy", "data-hi-res-src"];
const lazySets = ["data-srcset", "data-lazy-srcset", "data-original-set"];

/**
 * Gives every lazily loaded image its `src`: the best picture the page offers for it. Looks at lazy-loading attributes,
 * `srcset` (the largest candidate), the sources of a surrounding `<picture>`, and the `<noscript>` fallback beside it,
 * whose image moves out where the page would otherwise show none. An image that already shows a picture of its own
 * keeps it. Changes the tree in place; linear in its size.
 */
export function resolveMedia(elements: ElementIndex): void {
  for (const fallback of elements("noscript")) if (fallback.name === "noscript") resolveFallback(fallback);
  for (const image of elements("img")) resolveImage(image);
  for (const frame of elements("iframe")) resolveFrame(frame);
}

function resolveImage(image: Element): void {
  const best = isLazy(image) ? bestSource(image) : undefined;
  if (best !== undefined) setAttribute(image, "src", best);
}

function resolveFrame({ attribs }: Element): void {
  const lazy = attribs["data-src"] ?? attribs["data-lazy-src"];
  if (isAddress(lazy) && !isAddress(attribs["src"])) attribs["src"] = lazy;
}

/**
 * Gives every image the largest candidate of its `srcset` as `src`, absolute (contract §4.5). Changes the tree in place.
 */
export function enlargeImages(root: ParentNode, baseUrl: string): void {
  for (const image of elementsNamed(root, ["img"])) {
    const largest = largestCandidate([image.attribs["srcset"]]);
    if (largest !== undefined) image.attribs["src"] = absoluteAddress(largest, baseUrl) ?? largest;
  }
}

/** True if a script is meant to give the image its picture: none is where `src` is one of the sizes in its `srcset`. */
function isLazy({ attribs }: Element): boolean {
  const { src, srcset = "" } = attribs;
  if (isPlaceholder(src)) return true;
  if (!hasOne(attribs, lazySources) && !hasOne(attribs, lazySets)) return false;
  return !candidates(srcset).some(({ url }) => isAddress(url) && url === src?.trim());
}

function hasOne(attribs: Element["attribs"], names: readonly string[]): boolean {
  for (const name of names) if (attribs[name] !== undefined) return true;
  return false;
}

/**
 * The address of the picture that a browser would end up showing: `src`, unless that only holds the place for a lazily
 * loaded one. "" when there is none.
 */
export function shownSource(image: Element): string {
  const source = image.attribs["src"];
  return (isPlaceholder(source) ? bestSource(image) : undefined) ?? source?.trim() ?? "";
}

/** The best address for an image; undefined when its `src` is all there is. */
function bestSource(image: Element): string | undefined {
  const sets = [image.attribs["srcset"], ...lazySets.map((name) => image.attribs[name])];
  const own = largestCandidate(sets);
  if (own !== undefined) return own;
  const lazy = lazySources.map((name) => image.attribs[name]).find(isAddress);
  if (lazy !== undefined) return lazy.trim();
  return isPlaceholder(image.attribs["src"]) ? (pictureSource(image) ?? unnamedSource(image)) : undefined;
}

/** The address of a picture in an attribute that no convention names, of an image that shows none. */
function unnamedSource({ attribs }: Element): string | undefined {
  const isPictureAddress = (name: string): boolean =>
    /^data-(?!.*(?:error|fallback|holder|default))/.test(name) &&
    isAddress(attribs[name]) &&
    pictureFile.test(attribs[name]) &&
    !isPlaceholder(attribs[name]);
  const name = Object.keys(attribs).find(isPictureAddress);
  return name === undefined ? undefined : attribs[name]?.trim();
}

const pictureFile = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:$|[?#])/i;

function pictureSource(image: Element): string | undefined {
  const { parent } = image;
  if (parent === null || !isTag(parent) || parent.name !== "picture") return undefined;
  const sources = parent.children.filter(isTag).filter(({ name }) => name === "source");
  return largestCandidate(
    sources.flatMap(({ attribs }) => [attribs["srcset"], ...lazySets.map((name) => attribs[name])]),
  );
}

/** The candidate with the largest width or density over several `srcset` attributes (HTML Standard §4.8.4.3.10). */
function largestCandidate(sets: readonly (string | undefined)[]): string | undefined {
  let best: string | undefined;
  let bestSize = -1;
  for (const set of sets) {
    for (const { url, descriptor } of candidates(set ?? "")) {
      // Widths and densities don't mix in one valid `srcset`, so the numbers compare as they are.
      const size = Number.parseFloat(descriptor || "1") || 0;
      if (size <= bestSize || !isAddress(url)) continue;
      best = url;
      bestSize = size;
    }
  }
  return best;
}

/** A `srcset` with absolute addresses. */
export function absoluteSet(set: string, baseUrl: string): string {
  return candidates(set)
    .map(({ url, descriptor }) => `${absoluteAddress(url, baseUrl) ?? url} ${descriptor}`.trim())
    .join(", ");
}

interface Candidate {
  readonly url: string;
  /** Its width or density, such as `480w`; empty if it has none. */
  readonly descriptor: string;
}

/**
 * The candidates of one `srcset`, split as the standard says: an address may hold commas, but one at its end closes the
 * candidate.
 */
function candidates(set: string): readonly Candidate[] {
  const found: Candidate[] = [];
  let url = "";
  const close = (descriptor: string): void => {
    if (url !== "") found.push({ url, descriptor });
    url = "";
  };
  for (const token of set.split(/\s+/)) {
    const comma = url === "" ? -1 : token.indexOf(",");
    if (url !== "") close(comma === -1 ? token : token.slice(0, comma));
    else url = withoutCommas(token);
    if (comma !== -1) url = withoutCommas(token.slice(comma));
    else if (url !== "" && token.endsWith(",")) close("");
  }
  close("");
  return found;
}

function withoutCommas(token: string): string {
  let start = 0;
  let end = token.length;
  while (token[start] === ",") start += 1;
  while (end > start && token[end - 1] === ",") end -= 1;
  return token.slice(start, end);
}

function isAddress(value: string | undefined): value is string {
  return (
    value !== undefined &&
    /^[^\s{}"<>]+$/.test(value.trim()) &&
    /[./]/.test(value) &&
    !/^\s*(?:data|about|blob|javascript):/i.test(value)
  );
}

/** True if an image shows nothing of its own before a script gives it its picture. */
function isPlaceholder(source: string | undefined): boolean {
  if (source === undefined || !isAddress(source)) return true;
  return /(?:^|[/_-])(?:blank|spacer|placeholder|pixel|loading|lazy|transparent|1x1)[\w-]*\.(?:gif|png|svg|jpe?g|webp)(?:$|\?)/i.test(
    source,
  );
}

/** Uses the image that a page keeps for browsers without scripts. */
function resolveFallback(fallback: Element): void {
  const image = onlyPicture(fallback);
  if (image === undefined || hasText(fallback)) return;
  const beside = imageBefore(fallback);
  if (beside === undefined) {
    if (isSamePicture(image, fallback.next)) removeElement(fallback);
    else replaceElement(fallback, image);
    return;
  }
  const source = bestSource(image) ?? image.attribs["src"];
  if (source !== undefined && isPlaceholder(bestSource(beside) ?? beside.attribs["src"]))
    setAttribute(beside, "src", source);
  removeElement(fallback);
}

/** More elements than this are no picture with its frame, but a part of the page. */
const maxAroundPicture = 100;

function onlyPicture(fallback: Element): Element | undefined {
  const open: ParentNode[] = [fallback];
  let picture: Element | undefined;
  let seen = 0;
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      if ((seen += 1) > maxAroundPicture) return undefined;
      if (child.name === "img" && isPicture(child)) {
        if (picture !== undefined) return undefined;
        picture = child;
      }
      open.push(child);
    }
  }
  return picture;
}

function isPicture(image: Element): boolean {
  const { width, height, style } = image.attribs;
  const isPixel = /^[01](?:px)?$/.test(width ?? "") || /^[01](?:px)?$/.test(height ?? "");
  return !isPixel && !/display:\s*none/.test(style ?? "") && !isPlaceholder(bestSource(image) ?? image.attribs["src"]);
}

function hasText(element: Element): boolean {
  return element.children.some((child) => (isText(child) ? child.data.trim() !== "" : isTag(child) && hasText(child)));
}

/** True if what follows a fallback is its image once more, which a script shows (Squarespace). */
function isSamePicture(image: Element, following: ChildNode | null): boolean {
  let next = following;
  while (next !== null && isText(next) && next.data.trim() === "") next = next.next;
  return next !== null && isTag(next) && next.name === "img" && bestSource(next) === image.attribs["src"]?.trim();
}

/** The image before a fallback, if nothing visible parts them. */
function imageBefore(fallback: Element): Element | undefined {
  for (let node = fallback.prev; node !== null; node = node.prev) {
    if (isText(node) && node.data.trim() !== "") return undefined;
    if (!isTag(node)) continue;
    if (node.name === "img") return node;
    return node.name === "picture" ? elementsNamed(node, ["img"])[0] : undefined;
  }
  return undefined;
}
