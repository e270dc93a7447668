import { EngineError } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import { takeUserinfo } from "../../url/userinfo.ts";
import { createCookieJar } from "./cookie-jar.ts";
import { withoutFragment } from "../../url/without-fragment.ts";

/** The hops from the address that was asked for to the page, and the cookies that were set on them. */
export interface RedirectChain {
  readonly start: URL;
  /** The address of the next hop. */
  readonly url: URL;
  readonly warnings: string[];
  /** True once an answer on the way was for the asker alone. */
  isPrivate: boolean;
  /** Cookies for {@link RedirectChain.url}, as a `Cookie` header; empty when there are none. */
  cookies(): string;
  keepCookies(setCookieHeaders: readonly string[]): void;
  /** True if another hop is within the limit and leads somewhere new. */
  mayFollow(target: URL): boolean;
  /** Goes on to `target`. Throws SCRAPE_SITE_ERROR that names the chain when it is a circle or too long. */
  follow(target: URL): void;
}

/** Starts a chain that may have `maxHops` hops. */
export function startChain(start: URL, maxHops: number, clock: Clock): RedirectChain {
  const jar = createCookieJar(() => clock.now());
  const hops: URL[] = [start];
  const seen = new Set<string>();
  let url = start;

  const cookiesFor = (target: URL) => jar.headerFor(target);
  // The same address with other cookies may well answer differently.
  const stateOf = (target: URL) => `${withoutFragment(target).href} ${cookiesFor(target)}`;
  seen.add(stateOf(start));

  return {
    start,
    warnings: [],
    isPrivate: false,
    get url() {
      return url;
    },
    cookies: () => cookiesFor(url),
    keepCookies(headers) {
      for (const header of headers) jar.keep(header, url);
    },
    mayFollow: (target) => hops.length <= maxHops && !seen.has(stateOf(target)),
    follow(target) {
      hops.push(target);
      if (seen.has(stateOf(target))) throw lost("leads in a circle", hops);
      if (hops.length - 1 > maxHops) throw lost(`redirects more than ${maxHops} times`, hops);
      seen.add(stateOf(target));
      url = target;
    },
  };
}

const maxNamedHops = 6;

function lost(reason: string, hops: readonly URL[]): EngineError {
  const addresses = hops.map((url) => takeUserinfo(url).address);
  const named =
    addresses.length > maxNamedHops
      ? [...addresses.slice(0, maxNamedHops - 2), "…", ...addresses.slice(-2)]
      : addresses;
  return new EngineError("SCRAPE_SITE_ERROR", `The page ${reason}: ${named.join(" → ")}`, {
    details: { chain: addresses },
  });
}
