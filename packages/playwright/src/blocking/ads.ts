import { readFile } from "node:fs/promises";
import type { FiltersEngine, Request as FilterRequest } from "@ghostery/adblocker";
import { EngineError } from "@garner/core";
import { adRules } from "./ad-rules.ts";
import type { WebRequest } from "../page/traffic.ts";

/** Decides which requests are for advertisements and trackers, and which elements of a page are their places. */
export interface AdBlocker {
  readonly isUnwanted: (request: WebRequest) => boolean;
  /** A style sheet that hides the places of advertisements on a page; empty when there are none to hide. */
  readonly hidingStyles: (url: string) => string;
}

/** Kinds of third parties that bring nothing a reader came for, in the words of `third-party-web`. */
const unwantedCategories = new Set(["ad", "analytics", "consent-provider", "tag-manager"]);

/**
 * Companies that are listed as advertisers and whose hosts also serve the content readers come for, or carry it for
 * others.
 */
const keptDomains = new Set([
  "*.apple.com",
  "*.aol.com",
  "*.01net.com",
  "*.jwpcdn.com",
  "*.llnwd.net",
  "*.limelight.com",
  "*.delvenetworks.com",
  "*.linkedin.com",
  "www.linkedin.com",
  "*.net.net",
  "*.de.com",
  "*.ooyala.com",
  "*.surveymonkey.com",
  "*.trustpilot.com",
  "*.hootsuite.com",
]);

/**
 * Builds the blocker: hosts of the `third-party-web` data set, rules of our own, and filter lists in Adblock Plus or
 * uBlock Origin syntax that the operator names. Throws BAD_REQUEST for a list that cannot be read.
 */
export async function createAdBlocker(listPaths: readonly string[]): Promise<AdBlocker> {
  const [{ FiltersEngine, Request }, lists] = await Promise.all([
    import("@ghostery/adblocker"),
    Promise.all(listPaths.map(readList)),
  ]);
  const rules = [await thirdPartyRules(), adRules, ...lists].join("\n");
  const engine = FiltersEngine.parse(rules, { enableCompression: false, loadExtendedSelectors: false });
  return {
    isUnwanted({ url, type, pageUrl }) {
      return engine.match(Request.fromRawDetails({ url, sourceUrl: pageUrl, type: filterTypes[type] ?? "other" }))
        .match;
    },
    hidingStyles: (url) => hidingStyles(engine, url),
  };
}

function hidingStyles(engine: FiltersEngine, url: string): string {
  const { hostname } = new URL(url);
  const { styles } = engine.getCosmeticsFilters({ url, hostname, domain: hostname.split(".").slice(-2).join(".") });
  return styles;
}

type FilterType = Parameters<typeof FilterRequest.fromRawDetails>[0]["type"];

/** The types of the DevTools protocol in the words of filter lists. */
const filterTypes: Readonly<Record<string, NonNullable<FilterType>>> = {
  Document: "sub_frame",
  Script: "script",
  Stylesheet: "stylesheet",
  Image: "image",
  Font: "font",
  Media: "media",
  XHR: "xhr",
  Fetch: "xhr",
  Ping: "ping",
  WebSocket: "websocket",
};

/** Only as third parties: a page of one of these hosts is a page like any other. */
async function thirdPartyRules(): Promise<string> {
  const { default: data } = await import("third-party-web/nostats-subset.js");
  return data.entities
    .filter((entity) => unwantedCategories.has(entity.category))
    .flatMap((entity) => entity.domains)
    .filter((domain) => !keptDomains.has(domain))
    .map((domain) => `||${domain.replace(/^\*\./, "")}^$third-party`)
    .join("\n");
}

async function readList(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new EngineError("BAD_REQUEST", `The filter list ${path} cannot be read.`, { cause });
  }
}
