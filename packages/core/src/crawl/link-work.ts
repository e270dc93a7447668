import type { PureWork } from "../concurrency/pure-work.ts";
import { firstPart, type FrontierEntry, type Refusal } from "../ports/job-store.ts";
import { createPatternCompiler } from "../url/pattern.ts";
import { deny, denyByPattern, denyLanding, type Scope, type ScopeDenial } from "../url/scope.ts";
import { trapFamily } from "../url/traps.ts";
import { crawlAddress, parsed } from "./address.ts";
import { crawlScope, type CrawlSettings } from "./settings.ts";

/** A place in a crawl from which links are followed. */
export interface LinkSource {
  readonly settings: CrawlSettings;
  /** The URL that the crawl's scope starts from. */
  readonly base: string;
  readonly from: string;
  /** True if it is the start page, which may be anywhere. */
  readonly isStart: boolean;
  /** The text of the page, for comparing. */
  readonly text?: string | undefined;
  /** True for a page that leads below itself, as `url/traps.ts` has it. */
  readonly leadsBelowItself?: boolean | undefined;
  /** Depth of what it links to. */
  readonly depth: number;
  /** `sitemap` for what one lists. */
  readonly foundOn: string;
}

/** Tells if a page belongs to a crawl, and which of its links to follow. */
export interface Following {
  /** The reason why the page itself is outside the crawl. */
  readonly denial: ScopeDenial | undefined;
  readonly discovered: readonly FrontierEntry[];
  readonly refused: readonly Refusal[];
}

/** This thread's memory of compiled patterns. Compiling is pure, so sharing it changes nothing. */
const compilePatterns = createPatternCompiler();

/** Sorts links into those to visit and those to refuse, each once. */
export const sortLinks: PureWork<{ readonly links: readonly string[]; readonly source: LinkSource }, Following> = {
  module: import.meta.url,
  name: "sortLinks",
  tooMuch: {
    code: "BAD_REQUEST",
    message: "includePaths, excludePaths: the patterns take too long on the links of a page; use simpler ones.",
  },
  run({ links, source }) {
    const scope = crawlScope(source.settings, new URL(source.base), compilePatterns);
    const from = new URL(source.from);
    const discovered = new Map<string, FrontierEntry>();
    const refused = new Map<string, Refusal>();
    for (const link of links) {
      const url = URL.parse(link);
      if (url === null || !/^https?:$/.test(url.protocol)) continue;
      const address = crawlAddress(url, source.settings);
      const place = { ...address, depth: source.depth, foundOn: source.foundOn };
      const denial = denyLink(parsed(address.url, url), source, scope);
      if (denial !== undefined) refused.set(address.url, { ...place, ...denial });
      else
        discovered.set(address.url, {
          ...place,
          lane: url.host,
          part: firstPart,
          // A sitemap lists pages that exist, however many look alike.
          trap: source.foundOn === "sitemap" ? undefined : trapFamily(url, { ...source, url: from }),
        });
    }
    const denial = source.isStart ? denyByPattern(from, scope) : denyLanding(from, scope);
    return { denial, discovered: ownFirst(discovered.values(), from), refused: [...refused.values()] };
  },
};

/** Of two variants of an address, the one at the page's own origin is taken: there, something answers. */
function ownFirst(entries: Iterable<FrontierEntry>, { origin }: URL): readonly FrontierEntry[] {
  const own: FrontierEntry[] = [];
  const others: FrontierEntry[] = [];
  for (const entry of entries) (entry.url.startsWith(`${origin}/`) ? own : others).push(entry);
  return [...own, ...others];
}

function denyLink(
  url: URL,
  { settings, depth, foundOn }: Pick<LinkSource, "settings" | "depth" | "foundOn">,
  scope: Scope,
): ScopeDenial | undefined {
  const denial = deny(url, scope);
  if (denial !== undefined) return denial;
  const deepest = settings.maxDiscoveryDepth ?? Infinity;
  if (depth > deepest) return { reason: "depth", detail: `maxDiscoveryDepth is ${deepest}.` };
  if (settings.sitemap === "only" && foundOn !== "sitemap") {
    return { reason: "scope", detail: "Not in a sitemap, and `sitemap` is `only`." };
  }
  return undefined;
}
