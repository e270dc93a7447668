import { EngineError } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import { takeUserinfo } from "../url/userinfo.ts";
import { createCookieJar } from "./cookie-jar.ts";

/** The way from the address that was asked for to the page: hops, and the cookies that were set on it. */
export interface Trip {
  readonly start: URL;
  /** The address to visit next. */
  readonly url: URL;
  readonly warnings: string[];
  /** Cookies for {@link Trip.url}, as a `Cookie` header; empty when there are none. */
  cookies(): string;
  keepCookies(setCookieHeaders: readonly string[]): void;
  /** Whether another hop is within the limit and leads somewhere new. */
  mayFollow(target: URL): boolean;
  /** Goes on to `target`. Throws SCRAPE_SITE_ERROR that names the chain when it is a circle or too long. */
  follow(target: URL): void;
}

/** Starts a trip that may take `maxHops` hops. */
export function startTrip(start: URL, maxHops: number, clock: Clock): Trip {
  const jar = createCookieJar(() => clock.now());
  const chain: URL[] = [start];
  const seen = new Set<string>();
  let url = start;

  const cookiesFor = (target: URL) => jar.headerFor(target);
  // The same address with other cookies may well answer differently.
  const stateOf = (target: URL) => `${withoutHash(target)} ${cookiesFor(target)}`;
  seen.add(stateOf(start));

  return {
    start,
    warnings: [],
    get url() {
      return url;
    },
    cookies: () => cookiesFor(url),
    keepCookies(headers) {
      for (const header of headers) jar.keep(header, url);
    },
    mayFollow: (target) => chain.length <= maxHops && !seen.has(stateOf(target)),
    follow(target) {
      chain.push(target);
      if (seen.has(stateOf(target))) throw lost("leads in a circle", chain);
      if (chain.length - 1 > maxHops) throw lost(`redirects more than ${maxHops} times`, chain);
      seen.add(stateOf(target));
      url = target;
    },
  };
}

const maxNamedHops = 6;

function lost(reason: string, chain: readonly URL[]): EngineError {
  const addresses = chain.map((url) => takeUserinfo(url).address);
  const named =
    addresses.length > maxNamedHops
      ? [...addresses.slice(0, maxNamedHops - 2), "…", ...addresses.slice(-2)]
      : addresses;
  return new EngineError("SCRAPE_SITE_ERROR", `The page ${reason}: ${named.join(" → ")}`, {
    details: { chain: addresses },
  });
}

function withoutHash(url: URL): string {
  const copy = new URL(url);
  copy.hash = "";
  return copy.href;
}
