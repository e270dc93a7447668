import type { CaptureRequest } from "../../ports/page-source.ts";
import { registrableDomain } from "../../url/registrable-domain.ts";
import { basicAuthorization, takeUserinfo } from "../../url/userinfo.ts";
import { acceptEncoding } from "../body/read-body.ts";

/** Headers that belong to one connection, or that the connection itself decides (RFC 9110 §7.6.1). */
const connectionHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Headers in which a reader tells any site who it is and what it likes. Any other may be a secret, since names of keys
 * have no common word, and goes only to the site the caller wrote it for.
 */
const openHeader =
  /^(?:accept(?:-charset|-datetime|-encoding|-language)?|cache-control|dnt|from|pragma|priority|range|referer|save-data|sec-ch-[\w-]+|sec-fetch-\w+|sec-gpc|upgrade-insecure-requests|user-agent|x-requested-with)$/;
const mayBeSecret = (name: string): boolean => !openHeader.test(name.toLowerCase());
/** Names of headers that say themselves that they carry a secret: not even another host of the same site gets them. */
const secretHeader =
  /auth|cookie|token|secret|session|credential|pass|signature|key|csrf|xsrf|jwt|bearer|dpop|otp|hmac|(?:^|-)s?id$/i;

/** A caller's headers that a page source can send, and a warning for each that it can't. */
export interface SendableHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/** Removes the connection's own headers from a caller's: no page source sends them as written. */
export function sendableHeaders(headers: Readonly<Record<string, string>>): SendableHeaders {
  const entries = Object.entries(headers);
  const isRefused = ([name]: readonly [string, string]) =>
    connectionHeaders.has(name.toLowerCase()) || /^proxy-/i.test(name);
  return {
    headers: Object.fromEntries(entries.filter((entry) => !isRefused(entry))),
    warnings: entries
      .filter(isRefused)
      .map(([name]) => `The header "${name.toLowerCase()}" is not sent: it belongs to the connection.`),
  };
}

/** {@link sendableHeaders} as they travel: by lower-case name, their values as bytes. */
export function readCallerHeaders(written: Readonly<Record<string, string>>): SendableHeaders {
  const { headers, warnings } = sendableHeaders(written);
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), asBytes(value)] as const);
  return { headers: Object.fromEntries(entries), warnings };
}

/** One request of a capture: where it goes, and what it says about itself. */
export interface RequestPlan {
  readonly url: URL;
  /** The site the caller wrote the headers for. */
  readonly origin: URL;
  readonly callerHeaders: Readonly<Record<string, string>>;
  /** Cookies that the sites of this capture have set, as a `Cookie` header; empty when there are none. */
  readonly siteCookies: string;
  readonly userAgent: string;
  readonly location: CaptureRequest["location"];
}

/** The headers of one request. What the caller says wins, but secrets stay with the site they were written for. */
export function requestHeaders(plan: RequestPlan): Record<string, string> {
  const isHome = isSameHost(plan.url, plan.origin);
  const isOfHome = isHome || isOfSite(plan.url, plan.origin);
  const caller = Object.entries(plan.callerHeaders).filter(
    ([name]) => isHome || !mayBeSecret(name) || (isOfHome && !secretHeader.test(name)),
  );
  const headers: Record<string, string> = {
    "user-agent": plan.userAgent,
    accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "accept-language": acceptLanguage(plan.location),
    "accept-encoding": acceptEncoding,
    ...authorizationOf(plan.url),
    ...Object.fromEntries(caller),
  };
  const cookie = mergeCookies(headers["cookie"] ?? "", plan.siteCookies);
  if (cookie !== "") headers["cookie"] = cookie;
  return headers;
}

/** The same origin, or the step from http to https on the same host. */
function isSameHost(url: URL, origin: URL): boolean {
  if (url.origin === origin.origin) return true;
  const isUpgrade = origin.protocol === "http:" && url.protocol === "https:" && origin.port === "" && url.port === "";
  return isUpgrade && url.hostname === origin.hostname;
}

/**
 * The headers of a job for one of its pages. What may carry a secret goes only to the sites that the caller named, their
 * subdomains included, and from https never to http: a page that the job found by itself may be anybody's.
 */
export function headersForPage(
  headers: Readonly<Record<string, string>>,
  page: string,
  named: readonly string[],
): Readonly<Record<string, string>> {
  const secrets = new Set(secretsAmong(headers));
  if (secrets.size === 0 || named.some((address) => isOfSite(new URL(page), new URL(address)))) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secrets.has(name)));
}

/** The names of headers that may carry a secret. */
export const secretsAmong = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(headers).filter(mayBeSecret);

function isOfSite(page: URL, named: URL): boolean {
  if (named.protocol === "https:" && page.protocol === "http:") return false;
  if (page.hostname === named.hostname && page.port === named.port) return true;
  const domain = registrableDomain(named.hostname);
  return domain !== undefined && registrableDomain(page.hostname) === domain;
}

/** Cookies of the caller win over those of the site with the same name. */
function mergeCookies(callers: string, sites: string): string {
  const pairs = (header: string) => header.split(";").map((pair) => pair.trim());
  const nameOf = (pair: string) => pair.split("=", 1)[0];
  const taken = new Set(pairs(callers).map(nameOf));
  return [callers, ...pairs(sites).filter((pair) => !taken.has(nameOf(pair)))].filter((part) => part !== "").join("; ");
}

/** The name and password of an address like `http://user:password@host/`, to which a redirect may lead. */
function authorizationOf(url: URL): Record<string, string> {
  const { userinfo } = takeUserinfo(url);
  return userinfo === undefined ? {} : { authorization: basicAuthorization(userinfo) };
}

/** Languages a reader at a location would ask for; the country's most spoken one when none are named. */
export function acceptLanguage(location: CaptureRequest["location"]): string {
  if (location === undefined) return "en-US,en;q=0.9";
  const languages = location?.languages ?? [];
  const wanted = languages.length > 0 ? languages : languagesOf(location?.country ?? "US");
  return [...new Set(wanted)]
    .map((language, index) => (index === 0 ? language : `${language};q=${Math.max(0.1, 1 - index / 10).toFixed(1)}`))
    .join(",");
}

function languagesOf(country: string): readonly string[] {
  const region = country.slice(0, 2).toUpperCase();
  const language = /^[A-Z]{2}$/.test(region) ? new Intl.Locale("und", { region }).maximize().language : "en";
  return language === "en" ? [`en-${region}`, "en"] : [`${language}-${region}`, language, "en"];
}

/** Header values are bytes; characters beyond ASCII travel as UTF-8, as browsers send them. */
function asBytes(value: string): string {
  return Buffer.from(value).toString("latin1");
}
