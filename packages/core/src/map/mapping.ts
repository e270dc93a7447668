import type { WorkingCall } from "../concurrency/pure-work.ts";
import type { Call } from "../ports/call.ts";
import type { ParsedMapRequest } from "../schema/map.ts";
import { webUrlOf } from "../schema/fields/web-url.ts";
import { takeUserinfo, type Logins } from "../url/userinfo.ts";
import { createLinkSet, type LinkSet } from "./link-set.ts";
import { createPathFilter } from "./path-filter.ts";
import { isSitemapAddress } from "../sitemaps/locations.ts";
import { isInScope, type MapScope } from "./scope.ts";
import type { MapDependencies } from "./dependencies.ts";

/** Links that are gathered before a search chooses among them. */
const maxGatheredLinks = 100_000;

/** A map in the making: the request, and the findings so far. */
export interface Mapping {
  readonly request: ParsedMapRequest;
  /** The start of the site: the URL of the request, or the URL that it leads to if that is on another site. */
  readonly start: URL;
  /** The URL that `start` led to; itself as long as nobody looked. */
  readonly landing: URL;
  /** Names and passwords that stood in the URL that was asked for. */
  readonly logins: Logins;
  /** Limits the URLs that it returns, apart from `start`. */
  readonly scope: Omit<MapScope, "start">;
  readonly resources: MapDependencies;
  readonly call: Pick<Call, "principal">;
  readonly signal: AbortSignal;
  /** The team that its work in threads is counted against. */
  readonly working: WorkingCall;
  readonly timeoutMs: number;
  /** Milliseconds on the clock that never jumps. */
  readonly startedAt: number;
  readonly links: LinkSet;
  readonly maxLinks: number;
  readonly warnings: string[];
  /** Notes where the start URL leads. Another site is the one that is mapped from now on. */
  landAt(url: URL): void;
}

/** Begins a map. Throws BAD_REQUEST for what is no URL or no pattern, URL_BLOCKED for a refused address. */
export function startMapping(
  request: ParsedMapRequest,
  surroundings: Pick<Mapping, "resources" | "call" | "signal" | "timeoutMs">,
): Mapping {
  const { address, userinfo } = takeUserinfo(webUrlOf(request.url));
  const url = new URL(address);
  surroundings.resources.guard.checkUrl(url);
  const { resources, call, signal } = surroundings;
  const { team } = call.principal;
  const working = { compute: resources.compute, team, signal };
  const paths = createPathFilter(request, working);
  const scope = {
    includeSubdomains: request.includeSubdomains || request.allowSubdomains,
    // A sitemap as start URL stands for its whole site: nothing lies below it.
    filterByPath: request.filterByPath && !request.crawlEntireDomain && !isSitemapAddress(url),
    allowExternalLinks: request.allowExternalLinks,
  };
  let start = url;
  let landing = url;
  return {
    request,
    get start() {
      return start;
    },
    get landing() {
      return landing;
    },
    logins: userinfo === undefined ? {} : { [url.origin]: userinfo },
    scope,
    ...surroundings,
    working,
    startedAt: surroundings.resources.clock.monotonic(),
    links: createLinkSet({
      ...request,
      wanted: {
        consider: (addresses) => paths.consider(addresses),
        accepts: (candidate) => isInScope(candidate, { ...scope, start }) && paths.accepts(candidate),
      },
    }),
    maxLinks: request.search === undefined ? request.limit : maxGatheredLinks,
    warnings: [],
    landAt(reached) {
      landing = reached;
      if (!isInScope(reached, { ...scope, start, allowExternalLinks: false })) start = reached;
    },
  };
}

/** The end of the time for a part of the work. */
export interface TimeBudget {
  /** Largest part of the request's time that may have passed by then. */
  readonly share: number;
  /** Most time from now. */
  readonly maxMs: number;
}

/** Leaves time for what comes after, so that a slow site gives a part and not an error. */
export function timeBudget(mapping: Mapping, { share, maxMs }: TimeBudget): AbortSignal {
  const { resources, signal, timeoutMs, startedAt } = mapping;
  const { clock } = resources;
  const leftMs = startedAt + timeoutMs * share - clock.monotonic();
  return AbortSignal.any([signal, clock.deadline(Math.max(1, Math.ceil(Math.min(maxMs, leftMs))))]);
}
