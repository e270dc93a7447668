import { domainToASCII } from "node:url";
import { registrableDomain } from "../../url/registrable-domain.ts";
import { parseCookie } from "../egress/undici.ts";

/** The cookies of one capture, kept and sent by the rules of RFC 6265, section 5. */
export interface CookieJar {
  /** Stores the cookie of a `Set-Cookie` header, unless this address may not set it. */
  keep(setCookie: string, from: URL): void;
  /** The `Cookie` header for an address; empty when there are no cookies for it. */
  headerFor(url: URL): string;
}

interface KeptCookie {
  readonly text: string;
  readonly domain: string;
  /** Sent to `domain` itself, and not to hosts below it. */
  readonly isHostOnly: boolean;
  readonly path: string;
  readonly isSecure: boolean;
}

/** Makes an empty jar; `now` gives the time in milliseconds. */
export function createCookieJar(now: () => number): CookieJar {
  const kept = new Map<string, KeptCookie>();
  return {
    keep(setCookie, from) {
      const cookie = parseCookie(setCookie);
      if (cookie === null || (cookie.name === "" && cookie.value === "")) return;
      const domain = cookie.domain === undefined || cookie.domain === "" ? undefined : domainToASCII(cookie.domain);
      if (domain !== undefined && !maySetFor(domain, from.hostname)) return;
      const path = cookie.path ?? defaultPath(from.pathname);
      const key = JSON.stringify([cookie.name, domain ?? from.hostname, path]);
      if (hasExpired(cookie, now())) {
        kept.delete(key);
        return;
      }
      kept.set(key, {
        text: cookie.name === "" ? cookie.value : `${cookie.name}=${cookie.value}`,
        domain: domain ?? from.hostname,
        isHostOnly: domain === undefined,
        path,
        isSecure: cookie.secure === true,
      });
    },
    headerFor(url) {
      return [...kept.values()]
        .filter((cookie) => isFor(cookie, url))
        .toSorted((one, other) => other.path.length - one.path.length)
        .map(({ text }) => text)
        .join("; ");
    },
  };
}

/** A host may set cookies for itself and the domains above it, but for no public suffix. */
function maySetFor(domain: string, hostname: string): boolean {
  return domain === hostname || (isBelow(hostname, domain) && registrableDomain(domain) !== undefined);
}

function isBelow(hostname: string, domain: string): boolean {
  return hostname.endsWith(`.${domain}`) && registrableDomain(hostname) !== undefined;
}

function defaultPath(pathname: string): string {
  return pathname.slice(0, Math.max(1, pathname.lastIndexOf("/")));
}

interface Expiry {
  readonly expires?: Date | number;
  readonly maxAge?: number;
}

function hasExpired({ expires, maxAge }: Expiry, now: number): boolean {
  return maxAge === undefined ? expires !== undefined && Number(expires) <= now : maxAge <= 0;
}

function isFor({ domain, isHostOnly, path, isSecure }: KeptCookie, url: URL): boolean {
  const { hostname, pathname, protocol } = url;
  if (hostname !== domain && (isHostOnly || !isBelow(hostname, domain))) return false;
  if (isSecure && protocol !== "https:" && !loopback.test(hostname)) return false;
  return pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}

// As in browsers, so that a site under development works as it will in production.
const loopback = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
