import type { Archive } from "./archive.ts";
import type { Losses } from "./losses.ts";
import { escapeHtml } from "./html/markup.ts";

/** Most bytes of pictures that the HTML of one document holds; further ones are left out. */
const maxPictureBytes = 5 * 1024 * 1024;

/** Kinds of pictures that every browser shows, by the endings of their names. */
const mediaTypes: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  bmp: "image/bmp",
};

/** Shows the pictures of one document, in its order, up to {@link maxPictureBytes} together; others are counted as losses. */
export interface Pictures {
  /** A picture's address on the web, or a data URI of one of the document's own files. */
  address(source: string | undefined): string | undefined;
  /** {@link address} of the bytes of a picture. */
  dataUri(bytes: Uint8Array, mediaType: string): string | undefined;
  /** The picture as HTML, or its description where there is none to see. */
  html(source: string | undefined, description: string): string;
}

/** Pictures of a document, whose files are in an archive if it is one. */
export function createPictures(losses: Losses, archive?: Pick<Archive, "picture">): Pictures {
  let bytesLeft = maxPictureBytes;
  const dataUri: Pictures["dataUri"] = (bytes, mediaType) => {
    if (bytes.length > bytesLeft) return lost();
    bytesLeft -= bytes.length;
    return `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;
  };
  const lost = (): undefined => {
    losses.add("picture");
    return undefined;
  };
  const address: Pictures["address"] = (source) => {
    if (source === undefined) return lost();
    if (/^https?:/i.test(source)) return source;
    const mediaType = mediaTypes[/\.(\w+)$/.exec(source)?.[1]?.toLowerCase() ?? ""];
    const bytes = mediaType === undefined ? undefined : archive?.picture(source, bytesLeft);
    return mediaType === undefined || bytes === undefined ? lost() : dataUri(bytes, mediaType);
  };
  return { address, dataUri, html: (source, description) => imageHtml(address(source), description) };
}

/** A picture as HTML; its description alone where there is no address. */
export function imageHtml(address: string | undefined, description: string): string {
  if (address === undefined) return escapeHtml(description === "" ? "[Image]" : `[Image: ${description}]`);
  return `<img src="${escapeHtml(address)}" alt="${escapeHtml(description)}">`;
}
