import type { SearchHit, SearchOperator } from "../ports/search-provider.ts";

/** A query taken apart (requirements §4.9). */
export interface ParsedQuery {
  readonly words: readonly string[];
  readonly phrases: readonly string[];
  /** Words and phrases that must not appear. */
  readonly excluded: readonly string[];
  /** Results must be of one of these domains, if there are any. */
  readonly sites: readonly string[];
  readonly excludedSites: readonly string[];
  readonly inUrl: readonly string[];
  readonly inTitle: readonly string[];
  readonly related: readonly string[];
  readonly imageSize?: { readonly width: number; readonly height: number } | undefined;
  readonly largerThan?: { readonly width: number; readonly height: number } | undefined;
  /** `filetype:` and everything else of this form that we know nothing about, passed on as it is. */
  readonly others: readonly string[];
}

const token = /(-?)(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/gi;

/** People leave a space behind the colon. */
const spacedOperator = /\b((?:all)?in(?:url|title):|site:|related:)\s+/gi;

/** Takes a query apart. Any text is a query. Pure. */
export function parseQuery(text: string): ParsedQuery {
  const query = {
    words: [] as string[],
    phrases: [] as string[],
    excluded: [] as string[],
    sites: [] as string[],
    excludedSites: [] as string[],
    inUrl: [] as string[],
    inTitle: [] as string[],
    related: [] as string[],
    others: [] as string[],
  };
  let sizes: Pick<ParsedQuery, "imageSize" | "largerThan"> = {};
  let rest: "inUrl" | "inTitle" | undefined;
  for (const [whole, minus, name = "", phrase, word = ""] of text.replace(spacedOperator, "$1").matchAll(token)) {
    const operator = name.toLowerCase();
    const value = (phrase ?? word).trim();
    if (value === "") continue;
    const size = /^(\d+)x(\d+)$/i.exec(value);
    if (operator === "site") (minus === "-" ? query.excludedSites : query.sites).push(domainOf(value));
    else if (operator === "inurl" || operator === "allinurl") {
      query.inUrl.push(value);
      if (operator === "allinurl") rest = "inUrl";
    } else if (operator === "intitle" || operator === "allintitle") {
      query.inTitle.push(value);
      if (operator === "allintitle") rest = "inTitle";
    } else if (operator === "related") query.related.push(value);
    else if (operator === "imagesize" && size !== null) sizes = { ...sizes, imageSize: sizeOf(size) };
    else if (operator === "larger" && size !== null) sizes = { ...sizes, largerThan: sizeOf(size) };
    else if (operator === "filetype" || operator === "ext") query.others.push(whole);
    else if (minus === "-") query.excluded.push(operator === "" ? value : `${name}:${value}`);
    else if (rest !== undefined && operator === "") query[rest].push(value);
    else if (phrase !== undefined && operator === "") query.phrases.push(value);
    else query.words.push(operator === "" ? value : `${name}:${value}`);
  }
  return { ...query, ...sizes };
}

function sizeOf(match: RegExpExecArray) {
  return { width: Number(match[1]), height: Number(match[2]) };
}

function domainOf(value: string): string {
  return value
    .replace(/^https?:\/\//i, "")
    .replace(/\/+$/, "")
    .toLowerCase();
}

/** The query as text for a provider: what it does not know is written as plain words or left to {@link enforce}. Pure. */
export function writeQuery(query: ParsedQuery, operators: ReadonlySet<SearchOperator>): string {
  const knows = (operator: SearchOperator) => operators.has(operator);
  const sites = query.sites.map((site) => `site:${site}`);
  const parts = [
    ...query.words,
    ...query.phrases.map((phrase) => (knows("phrase") ? `"${phrase}"` : phrase)),
    ...(knows("exclude") ? query.excluded.map((text) => `-${quoted(text)}`) : []),
    ...(knows("site") && sites.length > 0 ? [sites.length === 1 ? (sites[0] ?? "") : `(${sites.join(" OR ")})`] : []),
    ...(knows("site") ? query.excludedSites.map((site) => `-site:${site}`) : []),
    ...query.inUrl.map((text) => (knows("inurl") ? `inurl:${quoted(text)}` : text)),
    ...query.inTitle.map((text) => (knows("intitle") ? `intitle:${quoted(text)}` : text)),
    ...query.related.map((text) => (knows("related") ? `related:${text}` : text)),
    ...(knows("imagesize") && query.imageSize !== undefined
      ? [`imagesize:${query.imageSize.width}x${query.imageSize.height}`]
      : []),
    ...query.others,
  ];
  return parts.join(" ").trim();
}

function quoted(text: string): string {
  return /\s/.test(text) ? `"${text}"` : text;
}

/** Operators of a query that a provider does not know, and that its results can't be held against. Pure. */
export function unenforceable(query: ParsedQuery, operators: ReadonlySet<SearchOperator>): readonly string[] {
  return query.related.length > 0 && !operators.has("related") ? ["related:"] : [];
}

/** Whether a result is what the operators ask for; those that the provider applied to the whole page are trusted. Pure. */
export function enforce(hit: SearchHit, query: ParsedQuery, operators: ReadonlySet<SearchOperator>): boolean {
  const url = hit.url.toLowerCase();
  const text = `${hit.title} ${hit.description ?? ""} ${url}`.toLowerCase();
  const has = (where: string, what: string) => where.includes(what.toLowerCase());
  if (query.sites.length > 0 && !query.sites.some((site) => isOfSite(url, site))) return false;
  if (query.excludedSites.some((site) => isOfSite(url, site))) return false;
  if (!query.inUrl.every((part) => has(decoded(url), part))) return false;
  // Providers shorten titles, so one that knows the operator is believed.
  if (!operators.has("intitle") && !query.inTitle.every((part) => has(hit.title.toLowerCase(), part))) return false;
  if (!operators.has("phrase") && !query.phrases.every((phrase) => has(text, phrase))) return false;
  if (!operators.has("exclude") && query.excluded.some((part) => has(text, part))) return false;
  return hasSize(hit, query);
}

/** A picture whose size is not known fits no size. */
function hasSize({ imageWidth, imageHeight }: SearchHit, { imageSize, largerThan }: ParsedQuery): boolean {
  if (imageSize === undefined && largerThan === undefined) return true;
  if (imageWidth === undefined || imageHeight === undefined) return false;
  if (imageSize !== undefined && (imageWidth !== imageSize.width || imageHeight !== imageSize.height)) return false;
  return largerThan === undefined || (imageWidth > largerThan.width && imageHeight > largerThan.height);
}

/** Whether an address is of a domain or a host below it; a site may also be a part of a site: `github.com/nodejs`. */
export function isOfSite(address: string, site: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const [host = "", ...path] = site.split("/");
  const hostname = host.includes(":") ? url.host : url.hostname;
  const isHost = host.startsWith(".") ? hostname.endsWith(host) : hostname === host || hostname.endsWith(`.${host}`);
  return (
    isHost &&
    (path.length === 0 ||
      `${url.pathname}/`.startsWith(`/${path.join("/")}/`) ||
      url.pathname.startsWith(`/${path.join("/")}`))
  );
}

function decoded(url: string): string {
  try {
    return `${url} ${decodeURIComponent(url)}`;
  } catch {
    return url; // a stray "%" is part of the address
  }
}
