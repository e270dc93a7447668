import { registrableDomain } from "../url/registrable-domain.ts";
import { withoutWww } from "../url/without-www.ts";

/** Limits the URLs that a map may return. */
export interface MapScope {
  readonly start: URL;
  readonly includeSubdomains: boolean;
  readonly filterByPath: boolean;
  readonly allowExternalLinks: boolean;
}

/** True if a URL belongs to the map of a site: same domain, host and path as far as the scope asks (contract §4.13). Pure. */
export function isInScope(url: URL, scope: MapScope): boolean {
  if (url.protocol !== "http:" && url.protocol !== "https:") return false;
  if (!isSameSite(url, scope.start, scope.includeSubdomains)) return scope.allowExternalLinks;
  return !scope.filterByPath || isBelow(url.pathname, scope.start.pathname);
}

/** True if two URLs are of one site: the same host but for `www.`, or, with subdomains, the same registrable domain. */
function isSameSite(url: URL, other: URL, includeSubdomains: boolean): boolean {
  const hosts = [hostOf(url), hostOf(other)] as const;
  if (hosts[0] === hosts[1]) return url.port === other.port; // the usual ports of http and https are both written as none
  if (!includeSubdomains) return false;
  const domain = registrableDomain(hosts[0]);
  return domain !== undefined && domain === registrableDomain(hosts[1]);
}

/** A path of `/docs` holds `/docs` and everything below it; that of a file holds everything below its name. */
function isBelow(path: string, startPath: string): boolean {
  const base = startPath.replace(/\/$/, "").replace(/(?<=\/[^/]*)\.(?:html?|php|aspx?|jsp)$/i, "");
  if (base === "" || /^\/index$/i.test(base)) return true;
  return path === base || path.startsWith(`${base}/`) || path === startPath;
}

function hostOf(url: URL): string {
  return withoutWww(url.hostname).replace(/\.$/, "");
}
