import { readFileSync } from "node:fs";
import { z } from "zod";
import { EngineError, messageOfThrown } from "../errors.ts";
import type { HostPoliteness, PolitenessOptions } from "../fetch/politeness/host-rules.ts";
import { HostPolitenessInput } from "../fetch/politeness/politeness-input.ts";
import { Headers } from "../schema/fields/headers.ts";
import { parseInput } from "../schema/input/parse-input.ts";
import { Verdict } from "../schema/result.ts";
import { scrapeOptionFields, type ParsedScrapeRequest } from "../schema/scrape.ts";
import { closenessOf, HostPattern } from "../url/host-pattern.ts";

const { includeTags, excludeTags, waitFor } = scrapeOptionFields;

const Profile = z.strictObject({
  hosts: z.array(HostPattern).min(1).max(1000),
  includeTags,
  excludeTags,
  waitFor: waitFor.unwrap().optional(),
  headers: Headers.optional(),
  politeness: HostPolitenessInput.optional(),
  verdicts: z.partialRecord(Verdict, Verdict).optional(),
});

const Profiles = z.strictObject({ profiles: z.array(Profile).max(10_000) });

/** A known site, as data. A request's own options win. */
export interface SiteProfile {
  /** `shop.example`, which is every port of it, `127.0.0.1:8080`, or `*.shop.example`, which is that domain and all below it. */
  readonly hosts: readonly string[];
  /** CSS selectors to keep, where the request has none. */
  readonly includeTags?: readonly string[] | undefined;
  /** CSS selectors to drop, where the request has none. */
  readonly excludeTags?: readonly string[] | undefined;
  /** Milliseconds to wait before the content is read. Needs a browser. */
  readonly waitFor?: number | undefined;
  /** Headers sent with every page request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The manners of crawls at the site. */
  readonly politeness?: HostPoliteness | undefined;
  /** Replacements of verdicts, such as `{ "paywall": "ok" }`. */
  readonly verdicts?: { readonly [Judged in Verdict]?: Verdict | undefined } | undefined;
}

/**
 * Reads profiles: data, or the path of a JSON file with a list of them. Throws BAD_REQUEST that names the mistake and
 * its place.
 */
export function readSiteProfiles(profiles: string | URL | readonly SiteProfile[] = []): readonly SiteProfile[] {
  const data = typeof profiles === "string" || profiles instanceof URL ? readJson(profiles) : profiles;
  return parseInput(Profiles, { profiles: data }).profiles;
}

function readJson(file: string | URL): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch (cause) {
    const reason = messageOfThrown(cause);
    throw new EngineError("BAD_REQUEST", `profiles: ${String(file)} can't be read as JSON: ${reason}`, { cause });
  }
}

/** The profile of an address: the one that names its host, else the one of the closest domain above it. */
export function profileOf(profiles: readonly SiteProfile[], address: string): SiteProfile | undefined {
  if (profiles.length === 0) return undefined;
  const host = URL.parse(address)?.host ?? "";
  let closest: { readonly profile: SiteProfile; readonly closeness: number } | undefined;
  for (const profile of profiles) {
    for (const pattern of profile.hosts) {
      const closeness = closenessOf(pattern, host);
      if (closeness > (closest?.closeness ?? 0)) closest = { profile, closeness };
    }
  }
  return closest?.profile;
}

/** A request completed from its site's profile where it says nothing itself. Pure. */
export function withProfile(request: ParsedScrapeRequest, profiles: readonly SiteProfile[]): ParsedScrapeRequest {
  const profile = profileOf(profiles, request.url);
  if (profile === undefined) return request;
  const includeTags = request.includeTags ?? profile.includeTags;
  const excludeTags = request.excludeTags ?? profile.excludeTags;
  return {
    ...request,
    ...(includeTags === undefined ? {} : { includeTags: [...includeTags] }),
    ...(excludeTags === undefined ? {} : { excludeTags: [...excludeTags] }),
    waitFor: request.waitFor === 0 ? (profile.waitFor ?? 0) : request.waitFor,
  };
}

/** Rules of politeness with those of the profiles; the operator's own rules for a host win. Pure. */
export function withProfiledHosts(
  politeness: PolitenessOptions | undefined,
  profiles: readonly SiteProfile[],
): PolitenessOptions {
  const told = profiles.flatMap(({ hosts, politeness: rules }) =>
    rules === undefined ? [] : hosts.map((host) => [host, rules] as const),
  );
  return { ...politeness, hosts: { ...Object.fromEntries(told), ...politeness?.hosts } };
}
