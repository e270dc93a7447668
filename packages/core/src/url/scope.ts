import { registrableDomain } from "./registrable-domain.ts";
import type { DecisionReason } from "./decision.ts";
import type { Pattern } from "./pattern.ts";

/** The rule deciding which links a crawl may follow. */
export interface Scope {
  /** The URL that the scope starts from: the start URL, or the one that it led to. */
  readonly base: URL;
  readonly includePaths: readonly Pattern[];
  readonly excludePaths: readonly Pattern[];
  /** Patterns are matched against the whole URL instead of its path. */
  readonly regexOnFullURL: boolean;
  readonly crawlEntireDomain: boolean;
  readonly allowSubdomains: boolean;
  readonly allowExternalLinks: boolean;
}

/** The part of a scope that is about hosts. */
type HostScope = Pick<Scope, "base" | "allowSubdomains" | "allowExternalLinks">;

/** The reason why a URL is out of scope. */
export interface ScopeDenial {
  readonly reason: DecisionReason;
  readonly detail: string;
}

const fileTypes =
  /\.(?:png|jpe?g|gif|css|js|mjs|ico|svg|tiff?|bmp|avif|zip|gz|tar|rar|7z|exe|dmg|iso|mp4|mp3|wav|pptx|xlsx|avi|mov|mkv|flv|webm|woff2?|ttf|eot|webp|inc)$/i;

const socialMedia: ReadonlySet<string> = new Set([
  "facebook.com",
  "twitter.com",
  "x.com",
  "linkedin.com",
  "instagram.com",
  "pinterest.com",
  "github.com",
  "calendly.com",
  "discord.gg",
  "discord.com",
]);

/** The reason why a crawl may not take this URL; undefined if it may (contract §4.2). Pure. */
export function deny(url: URL, scope: Scope): ScopeDenial | undefined {
  const isInternal = sameHost(url, scope.base);
  return (
    (isInternal ? undefined : denyExternal(url, scope)) ??
    denyByPattern(url, scope) ??
    (isInternal ? denyBackward(url, scope) : undefined) ??
    denyFileType(url)
  );
}

/**
 * The reason why a redirect led out of the scope, if it did: to a host that is not allowed, or to what is excluded.
 * A page that is asked for may lead anywhere else (contract §4.2, stage 1). Pure.
 */
export function denyLanding(url: URL, scope: Scope): ScopeDenial | undefined {
  return (sameHost(url, scope.base) ? undefined : denyExternal(url, scope)) ?? denyExcluded(url, scope);
}

/**
 * The reason why a redirect to another host need not be followed: it leads out of the scope for good. A host of the same
 * domain may lead back, as a login for all of them does, and so may one that is told where from. Pure.
 */
export function denyHop(url: URL, scope: HostScope): ScopeDenial | undefined {
  if (sameHost(url, scope.base) || isSubdomain(url, scope.base)) return undefined;
  const isToldWhereFrom = `${url.pathname}${url.search}`.includes(withoutWww(scope.base.hostname));
  return isToldWhereFrom ? undefined : denyExternal(url, scope);
}

/** The reason why the patterns refuse a URL. Pure. */
export function denyByPattern(url: URL, scope: Scope): ScopeDenial | undefined {
  const { includePaths } = scope;
  const isIncluded = includePaths.length === 0 || includePaths.some((pattern) => pattern.matches(matched(url, scope)));
  return (
    denyExcluded(url, scope) ??
    (isIncluded ? undefined : { reason: "pattern", detail: "Matches none of includePaths." })
  );
}

function denyExcluded(url: URL, scope: Scope): ScopeDenial | undefined {
  const excluding = scope.excludePaths.find((pattern) => pattern.matches(matched(url, scope)));
  return excluding && { reason: "pattern", detail: `excludePaths: ${excluding.source}` };
}

/** The text that patterns are matched against. */
function matched(url: URL, { regexOnFullURL }: Scope): string {
  return regexOnFullURL ? url.href : url.pathname;
}

/** Same host, `www.` aside. Ports count. Pure. */
export function sameHost(one: URL, other: URL): boolean {
  return withoutWww(one.host) === withoutWww(other.host);
}

const withoutWww = (host: string): string => (host.startsWith("www.") ? host.slice(4) : host);

function denyExternal(url: URL, scope: HostScope): ScopeDenial | undefined {
  if (scope.allowSubdomains && isSubdomain(url, scope.base)) return undefined;
  if (!scope.allowExternalLinks) {
    return { reason: "scope", detail: `External link: ${url.host} is not ${scope.base.host}.` };
  }
  if (socialMedia.has(registrableDomain(url.hostname) ?? "")) return { reason: "scope", detail: "Social media." };
  return undefined;
}

/** Same registrable domain by the public suffix list, so that siblings count; or a name below the base's. */
function isSubdomain(url: URL, base: URL): boolean {
  const domain = registrableDomain(base.hostname);
  if (domain !== undefined && registrableDomain(url.hostname) === domain) return true;
  return url.hostname.endsWith(`.${withoutWww(base.hostname)}`);
}

function denyBackward(url: URL, { base, crawlEntireDomain }: Scope): ScopeDenial | undefined {
  if (crawlEntireDomain) return undefined;
  const home = startPath(base.pathname);
  if (url.pathname === home || url.pathname === home.slice(0, -1) || url.pathname.startsWith(home)) return undefined;
  return { reason: "scope", detail: `Not below ${home}, see crawlEntireDomain.` };
}

/**
 * The anchor of a crawl whose start URL leads to another host, or on its own host neither into its scope nor up from it;
 * undefined if the crawl stays where it is. The start of a whole site is that of the whole site there. Pure.
 */
export function movedAnchor(start: URL, landing: URL): URL | undefined {
  const home = startPath(start.pathname);
  if (!sameHost(landing, start)) return home === "/" ? new URL("/", landing) : landing;
  const there = startPath(landing.pathname);
  return there.startsWith(home) || home.startsWith(there) ? undefined : landing;
}

/** `/docs` and `/docs/` are the scope `/docs/…`, and so is `/docs/page.html`. */
function startPath(path: string): string {
  if (/\.[a-z]{2,5}$/i.test(path)) return path.slice(0, path.lastIndexOf("/") + 1);
  return path.endsWith("/") ? path : `${path}/`;
}

function denyFileType(url: URL): ScopeDenial | undefined {
  const extension = fileTypes.exec(url.pathname)?.[0];
  return extension === undefined
    ? undefined
    : { reason: "file-type", detail: `Files of type ${extension} are not pages.` };
}
