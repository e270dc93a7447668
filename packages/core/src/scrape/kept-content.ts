import { createHash } from "node:crypto";
import { recentlyUsed } from "../collections/recently-used.ts";
import type { Capture } from "../ports/page-source.ts";
import type { PageContent, TransformOptions } from "../transform/transformer.ts";

/** Keeps the content of cached captures, so that a page that is asked for again is not transformed again. */
export interface KeptContent {
  /** The content that these options made of this very capture. */
  of(capture: Capture, options: TransformOptions): KeptPlace;
}

/** The place of one content. */
export interface KeptPlace {
  read(): PageContent | undefined;
  keep(content: PageContent): void;
}

/** Most characters in all contents together. */
const maxCharacters = 8_000_000;

/** Keeps the last used contents in this process's memory. */
export function keptContent(): KeptContent {
  const contents = recentlyUsed<PageContent>({ maxSize: maxCharacters, sizeOf: charactersOf });
  return {
    of(capture, options) {
      const key = keyOf(capture, options);
      return {
        read: () => contents.get(key),
        keep(content) {
          if (content.pictures === undefined) contents.set(key, content);
        },
      };
    },
  };
}

/** A page that has changed, or was captured again, has another key. */
function keyOf({ url, requestedUrl, capturedAt, body, served }: Capture, options: TransformOptions): string {
  const hash = createHash("sha256").update(JSON.stringify([url, requestedUrl, capturedAt, body.length, options]));
  hash.update(body);
  if (served !== undefined) hash.update(served);
  return hash.digest("base64");
}

/** Links and pictures count as addresses of usual length, the rest of a page's description as a few of them. */
function charactersOf({
  markdown,
  html,
  rawHtml,
  links,
  allLinks,
  images,
  anchors,
  structured,
  pages,
  blocks,
}: PageContent): number {
  const texts = [markdown, html, rawHtml].reduce((sum, text = "") => sum + text.length, 0);
  const lists = [links, allLinks, images, anchors].reduce((sum, list = []) => sum + list.length, 0);
  const rest = structured === undefined ? 2_000 : 2_000 + JSON.stringify(structured).length;
  const parts = pages === undefined && blocks === undefined ? 0 : JSON.stringify([pages, blocks]).length;
  return parts + texts + lists * 100 + rest;
}
