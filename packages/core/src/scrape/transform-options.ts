import type { DocumentPart } from "../ports/body-parser.ts";
import type { MarkdownConverter } from "../ports/markdown-converter.ts";
import type { FormatObject } from "../schema/formats.ts";
import { pageRanges } from "../schema/fields/page-selection.ts";
import type { ParsedScrapeRequest } from "../schema/scrape.ts";
import type { TransformOptions } from "../transform/transformer.ts";
import { isStorable } from "./take-page.ts";

interface TransformSurroundings {
  readonly explain: boolean | undefined;
  readonly markdown: MarkdownConverter | undefined;
  /** The engine's limits; absent without one. */
  readonly policy?: { readonly maxBodyBytes: number } | undefined;
}

/** The options of the transform that a request asks for. Pure. */
export function transformOptions(
  request: ParsedScrapeRequest,
  formats: readonly FormatObject[],
  { explain, markdown, policy }: TransformSurroundings,
): TransformOptions {
  const outputs = new Set<TransformOptions["outputs"][number]>(["allLinks"]);
  for (const { type } of formats) {
    if (type === "markdown" || type === "html" || type === "rawHtml" || type === "links" || type === "images")
      outputs.add(type);
    else if (type === "custom") for (const output of ["markdown", "html", "links"] as const) outputs.add(output);
    else if (type !== "screenshot" && type !== "attributes") outputs.add("markdown");
  }
  if (isStorable(request, {})) outputs.add("markdown"); // the index keeps Markdown
  if (formats.some(({ type }) => type === "json" || type === "changeTracking")) outputs.add("structured");
  if (markdown !== undefined && outputs.has("markdown")) outputs.add("html");
  return {
    onlyMainContent: request.onlyMainContent,
    includeTags: request.includeTags ?? [],
    excludeTags: request.excludeTags ?? [],
    removeBase64Images: request.removeBase64Images,
    ...pdfOptions(request),
    maxBodyBytes: policy?.maxBodyBytes,
    outputs: [...outputs],
    attributes: formats.find((format) => format.type === "attributes")?.selectors,
    explain: explain ?? false,
  };
}

/** PDFs are read if any parser is for them: the pages that one of them selects, up to the most that one asks for. */
function pdfOptions({
  parsers,
}: ParsedScrapeRequest): Pick<TransformOptions, "parsePdf" | "maxPdfPages" | "pdfPages" | "pdfMode" | "documentParts"> {
  const named = parsers.map((parser) => (typeof parser === "string" ? { type: parser } : parser));
  const wanted = named.filter(({ type }) => type === "pdf");
  const most = Math.max(...wanted.map((parser) => ("maxPages" in parser ? (parser.maxPages ?? Infinity) : Infinity)));
  const selections = wanted.map((parser) => ("pages" in parser ? parser.pages : undefined));
  const selected = selections.filter((selection) => selection !== undefined && typeof selection !== "boolean");
  const modes = wanted.flatMap((parser) => ("mode" in parser ? [parser.mode] : []));
  const parts = partNames.filter((part) => parsers.some((parser) => wantsPart(parser, part)));
  return {
    parsePdf: wanted.length > 0,
    ...(Number.isFinite(most) ? { maxPdfPages: most } : {}),
    ...(selected.length > 0 && selected.length === wanted.length ? { pdfPages: pageRanges(selected.flat()) } : {}),
    ...(parts.length === 0 ? {} : { documentParts: parts }),
    ...(modes.length === 0 ? {} : { pdfMode: modes.find((mode) => mode !== "auto") ?? "auto" }),
  };
}

const partNames = ["pages", "pageMarkers", "blocks"] as const;

function wantsPart(parser: ParsedScrapeRequest["parsers"][number], part: DocumentPart): boolean {
  if (typeof parser === "string" || parser.type !== "pdf") return false;
  return part === "pages" ? parser.pageMarkdown || parser.pages === true : parser[part];
}
