import { singleSpaced } from "../../text/single-spaced.ts";
import { escapeHtml } from "../../documents/html/markup.ts";
import { decodeBody, isText } from "../../decoding/decode.ts";
import { mediaTypeOf } from "../../decoding/media-type.ts";
import type { PageContent, TransformOptions } from "../transformer.ts";
import type { Capture } from "../../ports/page-source.ts";

/** Elements whose text is not for reading. */
const hiddenTags: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "svg", "title"]);
const inlineTag =
  /^(?:a|abbr|b|bdi|bdo|cite|code|del|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)$/;
const maxLength = 4_000_000;

/** True for types whose bytes are characters, as those of messages are. */
const isWritten = (mediaType: string): boolean =>
  isText(mediaType) || /^(?:message\/|multipart\/|application\/mbox$)/.test(mediaType);

/**
 * The bare text of a page that is too much for the pipeline: no tree is built, so it takes time and memory linear in
 * the size of the page whatever it holds. Of a document whose bytes are not text, whatever type it was sent as, there is
 * nothing to be had this way, and the verdict is `empty`.
 */
export function bareContent(capture: Capture, options: TransformOptions): PageContent {
  const has = (output: TransformOptions["outputs"][number]) => options.outputs.includes(output);
  const source = isWritten(mediaTypeOf(capture)) ? decodeBody(capture) : "";
  const text = bareText(source.slice(0, maxLength));
  const title = /<title[^>]{0,200}>([^<]{0,1000})/i.exec(source.slice(0, 100_000))?.[1]?.trim();
  return {
    ...(has("markdown") ? { markdown: text } : {}),
    ...(has("html") ? { html: `<pre>${escapeHtml(text)}</pre>` } : {}),
    ...(has("rawHtml") ? { rawHtml: source } : {}),
    ...(has("links") ? { links: [] } : {}),
    ...(has("images") ? { images: [] } : {}),
    ...(options.attributes === undefined
      ? {}
      : { attributes: options.attributes.map((each) => ({ ...each, values: [] })) }),
    ...(has("allLinks") ? { allLinks: [] } : {}),
    metadata: title === undefined ? {} : { title },
    verdict: text === "" ? "empty" : "ok",
    verdictReason: "the page was too much to read in full; this is its bare text",
    warnings: [],
  };
}

/** The text between the tags, without comments and {@link hiddenTags}. One pass over the source. */
export function bareText(html: string): string {
  const lower = html.toLowerCase();
  const parts: string[] = [];
  let position = 0;
  while (position < html.length) {
    const open = html.indexOf("<", position);
    parts.push(html.slice(position, open === -1 ? undefined : open));
    if (open === -1) break;
    const tag = readTag(html, lower, open);
    parts.push(tag.text);
    position = tag.end;
  }
  const lines = parts.join("").split("\n");
  return lines
    .map((line) => singleSpaced(line))
    .filter((line) => line !== "")
    .join("\n\n");
}

/** The text for a `<`, and the place to read on; an element that never closes ends with the page. */
function readTag(html: string, lower: string, open: number): { readonly text: string; readonly end: number } {
  const after = (index: number, length: number) => (index === -1 ? html.length : index + length);
  if (html.startsWith("<!--", open)) return { text: "", end: after(html.indexOf("-->", open + 4), 3) };
  const name = /^\/?([a-z][a-z\d]{0,20})/.exec(lower.slice(open + 1, open + 24))?.[1];
  if (name === undefined && html[open + 1] !== "!" && html[open + 1] !== "?") return { text: "<", end: open + 1 };
  const end = after(html.indexOf(">", open), 1);
  if (name === undefined || inlineTag.test(name)) return { text: "", end };
  const isHidden = hiddenTags.has(name) && html[open + 1] !== "/";
  return { text: "\n", end: isHidden ? after(lower.indexOf(`</${name}`, end), 0) : end };
}
