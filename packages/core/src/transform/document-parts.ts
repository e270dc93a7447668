import type { Steps } from "../collections/steps.ts";
import { parse } from "../markup/parse.ts";
import { absolutiseUrls } from "../page/clean.ts";
import { toMarkdown } from "../page/markdown/index.ts";
import { bodyOf, dropTags, keepTags } from "../page/select.ts";
import { withoutUnseen } from "../page/visibility/unseen-characters.ts";
import type { DocumentPart, ParsedBlock, ParsedPage } from "../ports/body-parser.ts";
import type { DocumentPage, PageBlocks } from "../schema/result.ts";
import type { PageContent, TransformOptions } from "./transformer.ts";

/** A document's pages, and its Markdown as a whole. */
interface PagedDocument {
  readonly pages: readonly ParsedPage[];
  readonly markdown: string | undefined;
  readonly url: string;
}

/** Writes the pages of a document one by one, and their blocks, as far as they are asked for (contract §5.1). */
export function* documentParts(
  { pages, markdown, url }: PagedDocument,
  options: TransformOptions,
): Steps<Pick<PageContent, "pages" | "blocks">> {
  const write = (html: string) => markdownOf(html, url, options);
  const find = finder(markdown);
  const written: DocumentPage[] = [];
  const blocks: PageBlocks[] = [];
  for (const page of pages) {
    if (wantsPart(options, "pages")) written.push({ pageNumber: page.number, markdown: write(page.html) });
    if (wantsPart(options, "blocks") && page.blocks !== undefined)
      blocks.push(pageBlocks(page, page.blocks, { write, find }));
    yield;
  }
  return {
    ...(wantsPart(options, "pages") ? { pages: written } : {}),
    ...(wantsPart(options, "blocks") && pages.some((page) => page.blocks !== undefined) ? { blocks } : {}),
  };
}

/** True if a part of documents is asked for. */
export const wantsPart = ({ documentParts: parts = [] }: TransformOptions, part: DocumentPart): boolean =>
  parts.includes(part);

function markdownOf(html: string, url: string, options: TransformOptions): string {
  const document = parse(html);
  if (options.includeTags.length > 0) keepTags(document, options.includeTags);
  if (options.excludeTags.length > 0) dropTags(document, options.excludeTags);
  absolutiseUrls(document, url);
  return withoutUnseen(toMarkdown(bodyOf(document), { baseUrl: url, removeBase64Images: options.removeBase64Images }));
}

type Span = readonly [start: number, end: number];

interface Writing {
  readonly write: (html: string) => string;
  readonly find: (content: string) => Span | undefined;
}

function pageBlocks(page: ParsedPage, parts: readonly ParsedBlock[], { write, find }: Writing): PageBlocks {
  const items: PageBlocks["items"] = [];
  for (const { type, html, box, source, confidence } of parts) {
    const content = write(html);
    if (content === "") continue;
    const span = find(content);
    items.push({
      id: `p${page.number}-b${items.length + 1}`,
      type,
      label: null,
      bbox: box === undefined ? null : [points(box.left), points(box.top), points(box.right), points(box.bottom)],
      content,
      markdownSpan: span === undefined ? null : [...span],
      readingOrder: items.length,
      source,
      confidence: { layout: null, ocr: confidence ?? null },
    });
  }
  return {
    pageNumber: page.number,
    width: page.size === undefined ? null : points(page.size.width),
    height: page.size === undefined ? null : points(page.size.height),
    status: items.length === 0 ? "empty" : "ok",
    items,
  };
}

const points = (value: number): number => Math.round(value * 100) / 100;

/** Characters of Markdown between two blocks at most, besides blocks that were not found. */
const reach = 2_000;
const maxReach = 100_000;

/** Finds blocks in the Markdown one after the other, in time linear in their sizes. */
function finder(markdown: string | undefined): Writing["find"] {
  let from = 0;
  let missed = 0;
  return (content) => {
    const to = from + content.length + Math.min(maxReach, reach + missed);
    const at = markdown?.slice(from, to).indexOf(content) ?? -1;
    if (at < 0) {
      missed += content.length;
      return undefined;
    }
    const start = from + at;
    from = start + content.length;
    missed = 0;
    return [start, from];
  };
}
