import { requireArgument } from "../errors.ts";

/** Differences between two URLs to ignore when they are compared. Everything is off by default. */
export interface CanonicalOptions {
  /** Drop the whole query. */
  readonly ignoreQueryParameters?: boolean | undefined;
  /** Drop parameters that only say where a visitor came from, such as `utm_source` and `gclid`. */
  readonly ignoreTrackingParameters?: boolean | undefined;
  /**
   * Treat as one: http and https, with and without `www.`, with and without a trailing slash or an index file
   * (contract §4.1). The result is then a key to compare, not an address to fetch.
   */
  readonly deduplicateSimilarURLs?: boolean | undefined;
}

/**
 * The canonical URL: the form used for identity. Case, default port, dot segments, empty path and percent-encoding are
 * normalised by RFC 3986 §6.2.2 and §6.2.3, the final dot of a host name and an empty query go, and the fragment goes
 * unless a script reads it as an address (`#/…`, `#!…`). The order of query parameters is kept: it can matter.
 * Idempotent. Throws BAD_REQUEST for anything but a URL.
 */
export function canonicalUrl(input: URL, options: CanonicalOptions = {}): string {
  requireArgument(isUrl(input), "canonicalUrl: pass a URL, such as `new URL(text)`.");
  if (isPlain(input)) {
    const { ignoreQueryParameters, ignoreTrackingParameters, deduplicateSimilarURLs } = options;
    const keepsQuery = input.search === "" || (ignoreQueryParameters !== true && ignoreTrackingParameters !== true);
    if (keepsQuery && deduplicateSimilarURLs !== true) return input.href;
    if (keepsQuery && isWeb(input)) return mergedAddress(input);
  }
  const url = new URL(input);
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.replace(/(?<!\.)\.+$/, "");
  if (url.hash !== "" && !/^#[/!]/.test(url.hash)) url.hash = "";
  if (options.ignoreQueryParameters === true) url.search = "";
  if (options.ignoreTrackingParameters === true) url.search = withoutTracking(url.search);
  if (options.deduplicateSimilarURLs === true) mergeVariants(url);
  // Each assignment parses the URL again, so only what changes is assigned.
  if (url.pathname.includes("%")) url.pathname = normalisePercentEncoding(url.pathname);
  if (url.search.includes("%")) url.search = normalisePercentEncoding(url.search);
  if (url.hash.includes("%")) url.hash = normalisePercentEncoding(url.hash);
  // The rest of an empty query or fragment.
  if (/\?(?:#|$)|#$/.test(url.href)) withoutEmptyParts(url);
  return url.href;
}

/** Checked by its address: a URL of another realm, such as a test's DOM, is no instance of this realm's class. */
const isUrl = (value: unknown): boolean => typeof value === "object" && value !== null && "href" in value;

/** True for a URL in which nothing but what options ask for may have to change. Most are, and parsing one again costs more. */
const isPlain = ({ href, hostname }: URL): boolean => !/[%#]|\?$/.test(href) && !hostname.endsWith(".");

/** True for the address of a page, which names nobody. */
const isWeb = ({ protocol, username, password }: URL): boolean =>
  (protocol === "http:" || protocol === "https:") && username === "" && password === "";

/**
 * The outcome of {@link mergeVariants} for a plain address, without parsing it again, because a crawl needs it for every
 * link. Returns the same string if nothing changes, so that frontiers keep it once.
 */
function mergedAddress(url: URL): string {
  const { href, protocol, hostname, pathname } = url;
  const name = withoutWww(hostname);
  // Parsing turns `www.1.2` without its `www.` into an address of numbers.
  if (name !== hostname && /(?:^|\.)\d[^.]*$/.test(name)) {
    const parsed = new URL(url);
    mergeVariants(parsed);
    return parsed.href;
  }
  const path = withoutIndexFile(pathname) || "/";
  if (protocol === "https:" && name === hostname && path === pathname) return href;
  const port = url.port === "" || url.port === "443" ? "" : `:${url.port}`;
  return `https://${name}${port}${path}${url.search}`;
}

function withoutEmptyParts(url: URL): void {
  if (url.search === "") url.search = "";
  if (url.hash === "") url.hash = "";
}

/** Decodes what never needed encoding and writes the rest in upper case (RFC 3986 §6.2.2.1 and §6.2.2.2). */
function normalisePercentEncoding(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[a-z0-9._~-]/i.test(character) ? character : escape.toUpperCase();
  });
}

/** Query parameters of mail, advertising and analytics products that never change what a page shows. */
const trackingParameter =
  /^(?:utm_[a-z_]+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|ttclid|twclid|igshid|mc_cid|mc_eid|_ga|_gl|_hsenc|_hsmi|mkt_tok|vero_id|oly_anon_id|oly_enc_id)$/i;

function withoutTracking(search: string): string {
  if (search.length < 2) return "";
  const kept = search
    .slice(1)
    .split("&")
    .filter((parameter) => !trackingParameter.test(normalisePercentEncoding(parameter.split("=", 1)[0] ?? "")));
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}

function mergeVariants(url: URL): void {
  if (url.protocol === "http:") url.protocol = "https:";
  const name = withoutWww(url.hostname);
  if (name !== url.hostname) url.hostname = name;
  const path = withoutIndexFile(normalisePercentEncoding(url.pathname));
  if (path !== url.pathname) url.pathname = path;
}

/** `www.com` is a domain of its own, so something with a dot must remain. */
const withoutWww = (hostname: string): string =>
  hostname.startsWith("www.") ? hostname.replace(/^(?:www\.)+(?=[^.]+\.)/, "") : hostname;

/** Without the index files and slashes at the end, however many there are. */
function withoutIndexFile(path: string): string {
  let end = path.length;
  for (let slash = path.lastIndexOf("/"); slash >= 0; slash = path.lastIndexOf("/", end - 1)) {
    if (!indexFile.test(path.slice(slash + 1, end))) break;
    end = slash;
    if (end === 0) break;
  }
  return path.slice(0, end);
}

const indexFile = /^(?:index\.(?:html?|php|shtml))?$/i;
