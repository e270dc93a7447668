import render from "dom-serializer";
import { Element, type Document, type ParentNode } from "domhandler";
import { parse } from "../../markup/parse.ts";
import type { ParsedBody } from "../../ports/body-parser.ts";
import { escapeHtml, htmlLink } from "../html/markup.ts";
import { bodyOf } from "../html/page-body.ts";

/** One entry of a feed, whatever its dialect. */
export interface FeedEntry {
  readonly title: string | undefined;
  readonly link: string | undefined;
  /** The date as the feed writes it: ISO 8601 or RFC 822. */
  readonly published: string | undefined;
  readonly author: string | undefined;
  readonly categories: readonly string[];
  readonly contentHtml: string | undefined;
  /** Addresses of attached files, such as a podcast's episode. */
  readonly enclosures: readonly string[];
  /** Base of the addresses in the content. */
  readonly base: string;
}

/** A feed, whatever its dialect. */
export interface Feed {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly link: string | undefined;
  readonly language: string | undefined;
  readonly author: string | undefined;
  readonly updated: string | undefined;
  readonly entries: readonly FeedEntry[];
}

/** Most entries that are rendered. */
const maxEntries = 5000;

/** A feed as a page: its title, then every entry with its title as a linked heading, date, author and content. */
export function renderFeed(feed: Feed): ParsedBody {
  const { title, description, language, author } = feed;
  const head = [
    title === undefined ? "" : `<h1>${htmlLink(feed.link, title)}</h1>`,
    description === undefined ? "" : `<p>${escapeHtml(description)}</p>`,
  ];
  const shown = feed.entries.slice(0, maxEntries);
  const lang = language === undefined ? "" : ` lang="${escapeHtml(language)}"`;
  const modifiedTime = isoDate(feed.updated);
  return {
    html: `<html${lang}><body><main>${head.join("")}${shown.map(renderEntry).join("")}</main></body></html>`,
    metadata: { ...given({ title, description, language, author, modifiedTime }) },
    warnings:
      shown.length < feed.entries.length
        ? [`The feed has ${feed.entries.length} entries; only the first ${maxEntries} are shown.`]
        : [],
  };
}

/** The entries of a record that are known. */
export function given(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const known: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== "") known[name] = value;
  return known;
}

function renderEntry(entry: FeedEntry): string {
  const link = entry.link === undefined ? undefined : absolute(entry.link, entry.base);
  const byline = [isoDate(entry.published) ?? entry.published, entry.author].filter((part) => part !== undefined);
  return [
    `<article><h2>${htmlLink(link, entry.title ?? entry.link ?? "Untitled")}</h2>`,
    byline.length === 0 ? "" : `<p>${escapeHtml(byline.join(" · "))}</p>`,
    entry.contentHtml === undefined ? "" : embed(entry.contentHtml, link ?? entry.base),
    ...entry.enclosures.map((address) => `<p>${htmlLink(absolute(address, entry.base), fileName(address))}</p>`),
    entry.categories.length === 0 ? "" : `<p>Categories: ${escapeHtml(entry.categories.join(", "))}</p>`,
    "</article>",
  ].join("");
}

/** Whole seconds of a date in ISO 8601, in UTC; undefined when it is no date. */
export function isoDate(written: string | undefined): string | undefined {
  const date = new Date(written ?? "");
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(".000Z", "Z");
}

function absolute(address: string, base: string): string {
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}

function fileName(address: string): string {
  const name = address.split(/[?#]/, 1)[0]?.split("/").at(-1);
  return name === undefined || name === "" ? address : name;
}

/** An entry's content, balanced so that it can't leak into its neighbours, below the entry's heading. */
function embed(html: string, base: string): string {
  const document = parse(html);
  placeInPage(document, base);
  const body = bodyOf(document);
  return body === undefined ? "" : render(body.children, { encodeEntities: "utf8" });
}

function placeInPage(document: Document, base: string): void {
  const open: ParentNode[] = [document];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const child of node.children) {
      if (!(child instanceof Element)) continue;
      const level = /^h([1-6])$/.exec(child.name)?.[1];
      if (level !== undefined) child.name = `h${Math.min(6, Number(level) + 2)}`;
      for (const name of ["href", "src"]) {
        const address = child.attribs[name];
        if (address !== undefined) child.attribs[name] = absolute(address, base);
      }
      open.push(child);
    }
  }
}
