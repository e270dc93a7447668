import type { Capture } from "../ports/page-source.ts";
import type { ParsedScrapeRequest } from "../schema/scrape.ts";
import { takeUserinfo } from "../url/userinfo.ts";

/** True if a request identifies its sender, so that its answer must be neither cached nor indexed. Pure. */
export function isPersonal(
  { headers = {} }: Pick<ParsedScrapeRequest, "headers">,
  { storageState }: { readonly storageState?: unknown },
): boolean {
  return Object.keys(headers).length > 0 || storageState !== undefined;
}

/** A capture whose address repeats no name and password, where a redirect or script led to one. Pure. */
export function withoutLogin(capture: Capture): Capture {
  const url = URL.parse(capture.url);
  const { address, userinfo } = url === null ? { address: capture.url } : takeUserinfo(url);
  return userinfo === undefined ? capture : { ...capture, url: address };
}

/**
 * True if a site keeps its answer from others than who asked, by the rules of caches that several share (RFC 9111
 * §5.2.2.5, §5.2.2.7 and §4.1); also where it, or a redirect on the way to it, opened a session, whose marks may stand in the
 * page. Pure.
 */
export function isPrivateAnswer({ headers, isPrivate = false }: Pick<Capture, "headers" | "isPrivate">): boolean {
  return (
    isPrivate ||
    headers.some(([name, value]) => {
      const field = name.toLowerCase();
      if (field === "cache-control") return keptBack.test(value);
      return field === "set-cookie" || (field === "vary" && /(?:^|,)\s*\*\s*(?:,|$)/.test(value));
    })
  );
}

/** A directive with a list of fields (`private="set-cookie"`) is taken for the directive, as many caches do. */
const keptBack = /(?:^|[\s,;])(?:private|no-store)(?=$|[\s,;=])/i;
