import { canonicalUrl } from "../url/canonical.ts";
import { withoutWww } from "../url/without-www.ts";

/** The identity of a page in an index: the URL without the differences that make no other page (contract §4.1). */
export function indexKey(url: string): string {
  return URL.canParse(url) ? canonicalUrl(new URL(url), { deduplicateSimilarURLs: true }) : url;
}

/** The host of a URL as an index compares it: without `www.`, with the port where that is not the usual one. */
export function indexHost(url: string): string {
  return withoutWww(URL.parse(url)?.host ?? "");
}

/** True if a host is one of the given ones, or below one. A host given without a port stands for all of its ports. */
export function isOfHosts(host: string, hosts: readonly string[]): boolean {
  const bare = host.replace(/:\d+$/, "");
  const isOf = (candidate: string) => [host, bare].some((name) => name === candidate || name.endsWith(`.${candidate}`));
  return hosts.some(isOf);
}
