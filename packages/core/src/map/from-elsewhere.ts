import { EngineError } from "../errors.ts";
import { indexTeam } from "../page-index/index-team.ts";
import { readLanguages } from "../schema/fields/languages.ts";
import { parseQuery } from "../search/query.ts";
import { registrableDomain } from "../url/registrable-domain.ts";
import { withoutWww } from "../url/without-www.ts";
import type { Mapping } from "./mapping.ts";

const searchTimeMs = 10_000;
const maxHits = 100;
/** The index is asked for more than is wanted, because paths and patterns drop some. */
const overfetch = 4;

/** The domain whose hosts a map may return; the start URL's host when that is all. */
function siteOf({ scope, start }: Mapping): { readonly host: string; readonly includeSubdomains: boolean } {
  const domain = registrableDomain(start.hostname);
  return scope.includeSubdomains && domain !== undefined
    ? { host: domain, includeSubdomains: true }
    : { host: start.host, includeSubdomains: scope.includeSubdomains };
}

/** Adds the pages of the site that the team's earlier scrapes left in the index. */
export async function addFromIndex(mapping: Mapping): Promise<void> {
  const { resources, call, links, maxLinks } = mapping;
  const known = await resources.pageIndex.list({
    team: indexTeam(call, resources),
    ...siteOf(mapping),
    limit: maxLinks * overfetch,
  });
  await links.addAll(known, "page", maxLinks);
}

/**
 * Asks the search engines for pages of the site, about the map's `search` where there is one, and adds them (contract
 * §4.13). Resolves with their URLs, best first; a search that fails is a warning. Without search engines, nothing.
 */
export async function addFromSearch(mapping: Mapping): Promise<readonly string[]> {
  const { request, resources, links, warnings } = mapping;
  if (!resources.searchesWeb) return [];
  const wish = {
    team: indexTeam(mapping.call, resources),
    query: parseQuery(`${request.search ?? ""} site:${bareHostname(mapping)}`),
    source: "web",
    limit: Math.min(maxHits, request.limit),
    country: request.location?.country?.toLowerCase() ?? "us",
    language: readLanguages(request.location?.languages ?? []).languages[0]?.split("-")[0] ?? "en",
    isUntargeted: request.location === undefined,
  } as const;
  const timeoutMs = Math.ceil(Math.min(searchTimeMs, mapping.timeoutMs / 2));
  const signal = AbortSignal.any([mapping.signal, resources.clock.deadline(timeoutMs)]);
  try {
    const { hits } = await resources.search.search(wish, { signal, timeoutMs });
    await links.addAll(hits, "listing", mapping.maxLinks);
    return hits.map(({ url }) => url);
  } catch (thrown) {
    mapping.signal.throwIfAborted();
    const reason = signal.aborted ? "they took too long." : EngineError.from(thrown).message;
    warnings.push(`The search engines gave nothing for this map: ${reason}`);
    return [];
  }
}

/** Search engines know no ports. */
function bareHostname(mapping: Mapping): string {
  const { host } = siteOf(mapping);
  return withoutWww(host.replace(/:\d+$/, ""));
}
