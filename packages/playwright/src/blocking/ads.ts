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

/**
 * Builds the blocker: hosts of the `third-party-web` data set, rules of our own, and filter lists in Adblock Plus or
 * uBlock Origin syntax that the operator names. Throws BAD_REQUEST for a list that cannot be read.
 */
export async function createAdBlocker(listPaths: readonly string[]): Promise<AdBlocker> {
  const [{ FiltersEngine, Request }, { thirdPartyRules }, lists] = await Promise.all([
    import("@ghostery/adblocker"),
    import("./built/third-party-rules.ts"),
    Promise.all(listPaths.map(readList)),
  ]);
  const rules = [thirdPartyRules, adRules, ...lists].join("\n");
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

async function readList(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new EngineError("BAD_REQUEST", `The filter list ${path} cannot be read.`, { cause });
  }
}
