import type { ParsedBody } from "../../ports/body-parser.ts";
import { renderFeed, type FeedEntry } from "./feed-page.ts";
import { escapeHtml } from "../html/markup.ts";
import { isObject, textAt, type JsonObject } from "../../collections/json-values.ts";

/** Reads a JSON Feed (https://www.jsonfeed.org/version/1.1/); undefined when the value is other JSON. */
export function readJsonFeed(value: unknown, url: string): ParsedBody | undefined {
  if (!isObject(value) || !textAt(value, "version")?.startsWith("https://jsonfeed.org/version/")) return undefined;
  const entries = Array.isArray(value["items"]) ? value["items"].filter(isObject) : [];
  return renderFeed({
    title: textAt(value, "title"),
    description: textAt(value, "description"),
    link: textAt(value, "home_page_url"),
    language: textAt(value, "language"),
    author: authorOf(value),
    updated: undefined,
    picture: textAt(value, "icon"),
    base: url,
    entries: entries.map((entry) => toEntry(entry, url)),
  });
}

function toEntry(entry: JsonObject, base: string): FeedEntry {
  const text = textAt(entry, "content_text") ?? textAt(entry, "summary");
  const attachments = Array.isArray(entry["attachments"]) ? entry["attachments"].filter(isObject) : [];
  return {
    title: textAt(entry, "title"),
    link: textAt(entry, "url") ?? textAt(entry, "external_url"),
    published: textAt(entry, "date_published") ?? textAt(entry, "date_modified"),
    author: authorOf(entry),
    categories: Array.isArray(entry["tags"]) ? entry["tags"].filter((tag) => typeof tag === "string") : [],
    contentHtml: textAt(entry, "content_html") ?? (text === undefined ? undefined : `<p>${escapeHtml(text)}</p>`),
    pictures: [textAt(entry, "image") ?? textAt(entry, "banner_image") ?? []].flat(),
    enclosures: attachments.flatMap((attachment) => textAt(attachment, "url") ?? []),
    base,
  };
}

function authorOf(value: JsonObject): string | undefined {
  const authors = Array.isArray(value["authors"]) ? value["authors"] : [value["author"]];
  const names = authors.filter(isObject).flatMap((author) => textAt(author, "name") ?? []);
  return names.length === 0 ? undefined : names.join(", ");
}
