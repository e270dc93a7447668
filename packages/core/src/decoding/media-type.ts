import type { Capture } from "../ports/page-source.ts";
import { decodeText } from "./decode.ts";
import { fileNameOf } from "./file-name.ts";
import { hasLatePdf, signedMediaType } from "./signature.ts";

/** Types by which servers say that they don't know. */
const unknownType =
  /^(?:|\*\/\*|unknown\/unknown|application\/(?:unknown|octet-stream|download|x-download|force-download|x-octet-stream)|binary\/octet-stream)$/;

/** Media types by the ending of a file name, for answers that say nothing else. */
const typeByExtension: Readonly<Record<string, string>> = {
  csv: "text/csv",
  htm: "text/html",
  html: "text/html",
  json: "application/json",
  jsonl: "application/jsonl",
  markdown: "text/markdown",
  md: "text/markdown",
  ndjson: "application/x-ndjson",
  tsv: "text/tab-separated-values",
  txt: "text/plain",
  xml: "application/xml",
};

/** Files that servers send as plain text, although their content has more structure. */
const typeOfTextFile: Readonly<Record<string, string>> = {
  csv: "text/csv",
  eml: "message/rfc822",
  ipynb: "application/x-ipynb+json",
  mbox: "application/mbox",
  mht: "multipart/related",
  mhtml: "multipart/related",
  tsv: "text/tab-separated-values",
};

/** Endings of text files that servers without a type for them send as pages. */
const textFile =
  /^(?:csv|tsv|md|markdown|jsonl|ndjson|txt|log|ya?ml|toml|ini|cfg|conf|srt|vtt|rst|tex|bib|diff|patch)$/;

/** Enough to recognise a type by: a little more than the MIME Sniffing Standard reads. */
const sniffedBytes = 2048;

/** The part of a capture that its media type depends on. */
type TypedCapture = Pick<Capture, "body" | "contentType" | "url"> & Partial<Pick<Capture, "headers">>;

/**
 * The media type of a capture without parameters, in lower case, never empty. The `Content-Type` header decides, unless
 * it is missing, says nothing, or the bytes prove it wrong (in the spirit of the MIME Sniffing Standard). Where the bytes
 * don't say, either, the name of the file does: that of `Content-Disposition`, else that in the address.
 */
export function mediaTypeOf(capture: TypedCapture): string {
  const { body, contentType } = capture;
  const header = essenceOf(contentType);
  if (body.length === 0) return unknownType.test(header) ? "text/html" : header;
  const signed = signedMediaType(body);
  if (signed === "application/gzip" && isCompressed.test(header)) return signed;
  if (signed !== undefined)
    return isContainer(signed) && !isContainer(header) && !isTextual(header) && !unknownType.test(header)
      ? header
      : signed;
  const start = decodeText({ body: body.subarray(0, sniffedBytes), contentType }).text.trimStart();
  if (unknownType.test(header))
    return sniffUnknown(capture, start) ?? typeByExtension[extensionOf(capture)] ?? textType(start, capture);
  if (header === "text/plain") return textType(start, capture);
  if (header === "application/vnd.ms-excel") return tableAsText(start) ?? header;
  if (header === "application/pdf" && hasLatePdf(body)) return header;
  if (header === "text/html" && textFile.test(extensionOf(capture)) && !hasTags(capture))
    return typeByExtension[extensionOf(capture)] ?? "text/plain";
  if (isHtmlOrXml(header)) return sniffMarkup(start) ?? (isJson(capture, start) ? "application/json" : header);
  return /^<(?:!doctype html|html[\s>])/i.test(start) ? "text/html" : header;
}

/** The real type of a table that a server announces as a spreadsheet program's own format. */
function tableAsText(start: string): string | undefined {
  const [firstLine = ""] = start.split("\n", 1);
  if (anyText(start) !== "text/plain" || start.startsWith("<"))
    return sniffMarkup(start) ?? (htmlStart.test(start) ? "text/html" : undefined);
  if (firstLine.includes("\t")) return "text/tab-separated-values";
  return /[,;]/.test(firstLine) ? "text/csv" : undefined;
}

/** The part of a `Content-Type` header before its parameters; empty when it is no media type. */
export function essenceOf(contentType: string): string {
  return (
    /^\s*([a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+*-]+|\*\/\*)\s*(?:[;,]|$)/i.exec(contentType)?.[1]?.toLowerCase() ?? ""
  );
}

/** True if a media type is that of web pages. */
export function isHtml(mediaType: string): boolean {
  return mediaType === "text/html" || mediaType === "application/xhtml+xml";
}

/**
 * True if a page of this type can only be a sound, a film, a font, or an endless stream of messages: no reader of pages
 * needs its bytes.
 */
export function isStreamingMedia(contentType: string): boolean {
  const essence = essenceOf(contentType);
  return /^(?:audio|video|font)\//.test(essence) || isEndless(essence);
}

/** True for a media type of messages that need not end: Server-Sent Events, and pictures that replace each other. */
export function isEndless(mediaType: string): boolean {
  return mediaType === "text/event-stream" || mediaType === "multipart/x-mixed-replace";
}

/** Archives hold more exact types, which the header may know better. */
const isContainer = (mediaType: string) =>
  /^application\/(?:zip|gzip|ogg|x-ole-storage|vnd\.apple\.iwork)$/.test(mediaType);

/** Other names of gzip, and types of files that are not compressed unless a server did so, and of which it says no word. */
const isCompressed =
  /^application\/(?:x-)?(?:gzip|gunzip|gzip-compressed|pdf|rtf|ndjson|jsonl|yaml|sql|csv|javascript)$|^image\/svg|[+](?:xml|json|zip)$|officedocument|opendocument/;

const isTextual = (mediaType: string) => /^text\/|^application\/(?:json|xml|xhtml\+xml)$/.test(mediaType);

const isHtmlOrXml = (mediaType: string) => isHtml(mediaType) || /^(?:text|application)\/xml$/.test(mediaType);

/** Tags that text/html starts with (MIME Sniffing Standard §7.1), and comments. */
const htmlStart =
  /^<(?:!--|(?:!doctype html|html|head|script|iframe|h[1-6]|div|font|table|a|style|title|b|body|br|p|meta|link|main|article|section|header|nav|ul|ol|pre|svg|form|span|center)(?=[\s>/]))/i;

/** A drawing by itself: one in a page needs no namespace. */
const drawingStart = /^<svg\s[^>]*\bxmlns=["']http:\/\/www\.w3\.org\/2000\/svg["']/i;

function sniffUnknown(capture: Pick<Capture, "body" | "contentType">, start: string): string | undefined {
  if (hasLatePdf(capture.body) && anyText(start) !== "text/plain") return "application/pdf";
  if (drawingStart.test(start)) return "image/svg+xml";
  const markup = sniffMarkup(start) ?? (htmlStart.test(start) ? "text/html" : undefined);
  if (markup === undefined && isMessage(start)) return "message/rfc822";
  return markup ?? (isJson(capture, start) ? "application/json" : undefined);
}

const typeByRoot: Readonly<Record<string, string>> = {
  html: "text/html",
  rss: "application/rss+xml",
  feed: "application/atom+xml",
  rdf: "application/rdf+xml",
  svg: "image/svg+xml",
};

/** The type of XML by its root element (MIME Sniffing Standard §7.3, "rules for distinguishing if a resource is a feed"). */
function sniffMarkup(start: string): string | undefined {
  const prolog =
    /^(?:<\?xml[^>]*\?>|<!--.*?-->|<!doctype[^>[]*(?:\[.*?\]\s*)?>|<\?[^>]*\?>|\s)*/is.exec(start)?.[0] ?? "";
  if (/<!doctype html/i.test(prolog)) return "text/html";
  const root = /^<(?:[a-z_][\w.-]*:)?([a-z_][\w.-]*)/i.exec(start.slice(prolog.length))?.[1]?.toLowerCase();
  const isXml = prolog.startsWith("<?xml");
  if (root === "html" && !isXml) return "text/html";
  const isFeed = root === "rss" || root === "feed" || root === "rdf";
  if (root === undefined || (!isXml && !isFeed)) return undefined;
  return typeByRoot[root] ?? "application/xml";
}

function isJson({ body, contentType }: Pick<Capture, "body" | "contentType">, start: string): boolean {
  if (!/^[[{]/.test(start)) return false;
  try {
    JSON.parse(decodeText({ body, contentType }).text);
    return true;
  } catch {
    return false;
  }
}

/** Text has no control characters (MIME Sniffing Standard §3, "binary data byte"). */
function anyText(start: string): "text/plain" | "application/octet-stream" {
  // oxlint-disable-next-line no-control-regex
  return /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(start) ? "application/octet-stream" : "text/plain";
}

function textType(start: string, capture: TypedCapture): string {
  const type = anyText(start);
  return type === "text/plain" ? (typeOfTextFile[extensionOf(capture)] ?? type) : type;
}

/** The header of a mail message: three fields of RFC 5322 or more, one of them found only in messages. */
function isMessage(start: string): boolean {
  const header = /^(?:From \S.*\n)?((?:[A-Za-z][\w-]*:[ \t]?.*\n(?:[ \t]+.*\n)*){3,})/.exec(
    start.replaceAll("\r", ""),
  )?.[1];
  return (
    header !== undefined &&
    /^(?:received|return-path|message-id|mime-version):/im.test(header) &&
    /^from:/im.test(header)
  );
}

const hasTags = (capture: TypedCapture): boolean => /<[a-z/!?]/i.test(decodeText(capture).text);

function extensionOf({ url, headers = [] }: TypedCapture): string {
  const name = fileNameOf(headers) ?? URL.parse(url)?.pathname ?? "";
  return /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}
