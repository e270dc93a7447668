import render from "dom-serializer";
import { Element, type Document, type ParentNode } from "domhandler";
import { parse } from "../../markup/parse.ts";
import type { ParsedBody } from "../../ports/body-parser.ts";
import { escapeHtml, htmlLink } from "../html/markup.ts";
import { bodyOf } from "../html/page-body.ts";
import { imageHtml } from "../pictures.ts";

/** One entry of a feed, whatever its dialect. */
export interface FeedEntry {
  readonly title: string | undefined;
  readonly link: string | undefined;
  /** The date as the feed writes it: ISO 8601 or RFC 822. */
  readonly published: string | undefined;
  readonly author: string | undefined;
  /** The length of an episode as the feed writes it: `1:02:03`, or seconds. */
  readonly duration?: string | undefined;
  readonly categories: readonly string[];
  readonly contentHtml: string | undefined;
  /** Addresses of pictures beside the content. */
  readonly pictures: readonly string[];
  /** Addresses of attached files, such as a podcast's episode. */
  readonly enclosures: readonly string[];
  /** Base of the addresses of the entry. */
  readonly base: string;
  /** Base of those in the content, where the feed states one; else they start from the entry's link. */
  readonly contentBase?: string | undefined;
}

/** A feed, whatever its dialect. */
export interface Feed {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly link: string | undefined;
  readonly language: string | undefined;
  readonly author: string | undefined;
  readonly updated: string | undefined;
  /** The address of its picture, such as a podcast's cover. */
  readonly picture: string | undefined;
  /** Base of its addresses. */
  readonly base: string;
  readonly entries: readonly FeedEntry[];
}

/** Most entries that are rendered. */
const maxEntries = 5000;

/** A feed as a page: its title, then every entry with its title as a linked heading, date, author and content. */
export function renderFeed(feed: Feed): ParsedBody {
  const { title, description, language, author, base } = feed;
  const [link, picture] = [feed.link, feed.picture].map((address) => address && absolute(address, base));
  const head = [
    title === undefined ? "" : `<h1>${htmlLink(link, title)}</h1>`,
    picture === undefined ? "" : pictureHtml(picture, title),
    description === undefined ? "" : `<p>${escapeHtml(description)}</p>`,
  ];
  const shown = feed.entries.slice(0, maxEntries);
  const lang = language === undefined ? "" : ` lang="${escapeHtml(language)}"`;
  const modifiedTime = isoDate(feed.updated);
  return {
    html: `<html${lang}><body><main>${head.join("")}${shown.map((entry) => renderEntry(entry, picture)).join("")}</main></body></html>`,
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

function renderEntry(entry: FeedEntry, feedPicture: string | undefined): string {
  const link = entry.link === undefined ? undefined : absolute(entry.link, entry.base);
  const duration = entry.duration === undefined ? undefined : clockOf(entry.duration);
  const byline = [isoDate(entry.published) ?? entry.published, entry.author, duration];
  const known = byline.filter((part) => part !== undefined);
  const { html, pictures } = embed(entry.contentHtml ?? "", entry.contentBase ?? link ?? entry.base);
  const seen = new Set([...pictures, ...(feedPicture === undefined ? [] : [feedPicture])].map(samePicture));
  const others = entry.pictures
    .map((address) => absolute(address, entry.base))
    .filter((address) => {
      const isNew = !seen.has(samePicture(address));
      seen.add(samePicture(address));
      return isNew;
    });
  return [
    `<article><h2>${htmlLink(link, entry.title ?? entry.link ?? "Untitled")}</h2>`,
    known.length === 0 ? "" : `<p>${escapeHtml(known.join(" · "))}</p>`,
    ...others.map((address) => pictureHtml(address)),
    html,
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

const pictureHtml = (address: string, description = ""): string => `<p>${imageHtml(address, description)}</p>`;

/** One picture has one of these, whatever its scheme, and whatever size its query asks for. */
function samePicture(address: string): string {
  const bare = address.replace(/^https?:/i, "");
  return bare.replace(/(\.(?:jpe?g|png|gif|webp|avif|svg))[?#].*$/i, "$1");
}

/** Seconds as a clock shows them; all else as it is written. */
function clockOf(duration: string): string {
  if (!/^\d{1,7}$/.test(duration)) return duration;
  const seconds = Number(duration);
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)));
  return parts.map((part) => part.padStart(2, "0")).join(":");
}

function fileName(address: string): string {
  const name = address.split(/[?#]/, 1)[0]?.split("/").at(-1);
  return name === undefined || name === "" ? address : name;
}

/** An entry's content, balanced so that it can't leak into its neighbours, below the entry's heading; with its pictures. */
function embed(html: string, base: string): { readonly html: string; readonly pictures: readonly string[] } {
  const document = parse(html);
  const pictures = placeInPage(document, base);
  const body = bodyOf(document);
  return { html: body === undefined ? "" : render(body.children, { encodeEntities: "utf8" }), pictures };
}

function placeInPage(document: Document, base: string): readonly string[] {
  const pictures: string[] = [];
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
      const source = child.attribs["src"];
      if (child.name === "img" && source !== undefined) pictures.push(source);
      open.push(child);
    }
  }
  return pictures;
}
