import type { CookieJar } from "./cookie-jar.ts";

/** The cookies of the answers to a few requests that belong together. */
export interface CookiesOnTheWay {
  /** Stores the cookies of an answer. */
  keep(headers: Headers, from: URL): Promise<void>;
  /** The `Cookie` header for an address; empty when there are no cookies for it. */
  headerFor(url: URL): string;
}

/** A {@link CookieJar} that is loaded with the first cookie, since hardly any robots.txt or sitemap comes with one. */
export function cookiesOnTheWay(now: () => number): CookiesOnTheWay {
  let jar: CookieJar | undefined;
  return {
    async keep(headers, from) {
      for (const header of headers.getSetCookie()) {
        jar ??= (await import("./cookie-jar.ts")).createCookieJar(now);
        jar.keep(header, from);
      }
    },
    headerFor: (url) => jar?.headerFor(url) ?? "",
  };
}
