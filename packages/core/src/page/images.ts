import type { Element, ParentNode } from "domhandler";
import { forEachElement } from "../markup/elements.ts";
import { singleSpaced } from "../text/single-spaced.ts";
import type { PageImage } from "../schema/result.ts";
import { longestAddress } from "./links.ts";
import { shownSource } from "./media.ts";
import { isNowhere } from "../url/absolute.ts";

/**
 * The pictures that a page shows, in page order, each address once: absolute, with the description and the size that the
 * page says. Of several places that show one picture, the first with a description counts. Pictures within the page
 * (`data:`) are left out unless they are asked for. Linear in the size of the page.
 */
export function readImages(
  root: ParentNode,
  baseUrl: string,
  { keepsData }: { readonly keepsData: boolean },
): readonly PageImage[] {
  const images = new Map<string, PageImage>();
  forEachElement(root, (element) => {
    const image = imageOf(element, { baseUrl, keepsData });
    if (image !== undefined && (images.get(image.url)?.alt ?? "") === "") images.set(image.url, image);
  });
  return [...images.values()];
}

interface Reading {
  readonly baseUrl: string;
  readonly keepsData: boolean;
}

function imageOf(element: Element, { baseUrl, keepsData }: Reading): PageImage | undefined {
  const source = sourceOf(element);
  if (source === undefined || source === "") return undefined;
  const isData = /^data:/i.test(source);
  if (isData ? !keepsData : source.length > longestAddress) return undefined;
  const url = URL.parse(source, baseUrl);
  if (url === null || !/^(?:https?|data):$/.test(url.protocol)) return undefined;
  const { alt = element.attribs["aria-label"] ?? "", width, height } = element.attribs;
  return {
    url: isNowhere(url) ? source : url.href,
    alt: singleSpaced(alt),
    ...sizeOf("width", width),
    ...sizeOf("height", height),
  };
}

function sourceOf(element: Element): string | undefined {
  if (element.name === "img") return shownSource(element);
  if (element.name === "video") return element.attribs["poster"]?.trim();
  if (element.name === "image") return (element.attribs["href"] ?? element.attribs["xlink:href"])?.trim();
  const isButton = element.name === "input" && element.attribs["type"]?.toLowerCase() === "image";
  return isButton ? element.attribs["src"]?.trim() : backgroundOf(element);
}

/** The first picture behind an element, as its own style says (CSS Backgrounds 3, section 2.3). */
function backgroundOf({ attribs }: Element): string | undefined {
  for (const declaration of attribs["style"]?.split(";") ?? []) {
    const [property = "", ...value] = declaration.split(":");
    if (!/^\s*background(?:-image)?\s*$/i.test(property)) continue;
    const address = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]*))/i.exec(value.join(":"))?.slice(1).find(Boolean);
    if (address !== undefined && !/^(?:#|data:)/i.test(address)) return address.trim();
  }
  return undefined;
}

/** A size in pixels (HTML Standard §2.3.4.4); a share of the window says nothing about the picture. */
function sizeOf(name: "width" | "height", value: string | undefined): { readonly [Name in typeof name]?: number } {
  const pixels = /^\s*(\d{1,6})(?:\.\d+)?(?:px)?\s*$/.exec(value ?? "")?.[1];
  return pixels === undefined ? {} : { [name]: Number(pixels) };
}
