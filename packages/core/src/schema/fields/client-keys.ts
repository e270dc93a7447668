import { z } from "zod";

/** The reasons why keys or values change nothing, by name, in plain words; an empty reason gives no warning. */
export type WithoutEffect = Readonly<Record<string, string>>;

/**
 * Keys of an object that published clients send and that change nothing here. They are accepted, and named in the
 * result's `warning` where they ask for something. Every list below is of the clients in docs/compatibility.md.
 */
export const keysWithoutEffect = z.registry<WithoutEffect>();

/** Values of a list that change nothing either: names, or objects with that `type`. */
export const valuesWithoutEffect = z.registry<WithoutEffect>();

const noTools = "there is no catalogue of data tools";
const noThreatScan = "addresses are not looked up with a threat scanner";
const noAudit = "nothing is written to an audit log";

const noMocks = "no recorded page is replayed";

/** The keys of scrapes and batches, and of `scrapeOptions`, where clients repeat the sender of the request. */
export const scrapeKeys: WithoutEffect = {
  minAge: "a cached copy may be of any age below `maxAge`",
  lockdown: "pages that are not in the cache are fetched",
  redactPII: "nothing is redacted",
  onlyCleanContent: "`onlyMainContent` is all the cleaning there is",
  profile: "cookies and storage are not kept from one request to the next",
  threatProtection: noThreatScan,
  auditMetadata: noAudit,
  domainTools: noTools,
  toolDetail: noTools,
  useMock: noMocks,
  origin: "",
  integration: "",
};

export const v1ScrapeKeys: WithoutEffect = { ...scrapeKeys, agent: "no agent works on the page" };

export const jsonFormatKeys: WithoutEffect = {
  checkPromptInjection: "text of pages is always kept apart from instructions to the model",
};

export const mapKeys: WithoutEffect = { useMock: noMocks, threatProtection: noThreatScan, auditMetadata: noAudit };

export const searchKeys: WithoutEffect = {
  highlights: "descriptions are those of the search provider",
  enterprise: "queries go to the search provider as they are",
  safe: "results are those of the search provider",
  asyncScraping: "results are scraped before the answer",
  threatProtection: noThreatScan,
  domainTools: noTools,
  toolDetail: noTools,
};

export const searchSourceValues: WithoutEffect = { alexandria: noTools };

export const extractKeys: WithoutEffect = {
  allowExternalLinks: "only URLs that were given, and those found for them, are read",
  urlTrace: "`showSources` says where fields come from",
  agent: "the model of this engine is asked",
  threatProtection: noThreatScan,
};

/** Formats of newer versions of the contract. Requests for them are errors, as their results would be missing. */
export const missingFormats: ReadonlySet<string> = new Set([
  ...["branding", "product", "menu", "audio", "video"],
  ...["rawBase64", "deterministicJson"],
]);
