import render from "dom-serializer";
import { Element } from "domhandler";
import type { Attachment } from "postal-mime";
import { descendantsOf, textOf } from "../../markup/xml-tree.ts";
import { parse } from "../../markup/parse.ts";
import { bodyOf } from "../html/page-body.ts";
import { escapeHtml } from "../html/markup.ts";
import type { Pictures } from "../pictures.ts";
import { percentDecoded } from "../../url/percent-decoded.ts";

interface MailParts {
  readonly attachments: readonly Attachment[];
  readonly pictures: Pictures;
  /** The address of a page that a browser saved. */
  readonly base?: string | undefined;
}

/**
 * The body of a message in HTML with the styles of its head, its pictures as data URIs of the parts they are in (RFC 2392);
 * empty where it says and shows nothing.
 */
export function mailHtml(
  html: string,
  { attachments, pictures, base }: MailParts,
): { readonly html: string; readonly shown: ReadonlySet<Attachment> } {
  const document = parse(html);
  const byId = new Map(attachments.map((part) => [part.contentId?.replace(/^<|>$/g, ""), part]));
  const shown = new Set<Attachment>();
  const images = descendantsOf(document, "img");
  for (const image of images) {
    const part = byId.get(contentIdOf(image.attribs["src"]));
    if (part === undefined || typeof part.content === "string") continue;
    shown.add(part);
    const address = part.mimeType.startsWith("image/")
      ? pictures.dataUri(new Uint8Array(part.content), part.mimeType)
      : undefined;
    if (address === undefined) delete image.attribs["src"];
    else image.attribs["src"] = address;
  }
  const body = bodyOf(document);
  if (body === undefined || (textOf(body).trim() === "" && images.length === 0)) return { html: "", shown };
  const styles = descendantsOf(document, "style").filter(
    ({ parent }) => parent instanceof Element && parent.name === "head",
  );
  const place = base === undefined ? "" : `<base href="${escapeHtml(base)}">`;
  return { html: place + render([...styles, ...body.children], { encodeEntities: "utf8" }), shown };
}

/** The identifier in a `cid:` address; undefined for other addresses. */
function contentIdOf(address: string | undefined): string | undefined {
  const id = /^cid:(.+)$/i.exec(address?.trim() ?? "")?.[1];
  return id === undefined ? undefined : percentDecoded(id);
}
