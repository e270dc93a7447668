import data from "third-party-web/nostats-subset.js";

// The build writes down this module's value (`write-values.ts`): of 8 MB, only these hosts are needed.

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
 * Rules for the hosts of the `third-party-web` data set (https://github.com/patrickhulce/third-party-web), in Adblock Plus
 * syntax. Only as third parties: a page of one of these hosts is a page like any other.
 */
export const thirdPartyRules: string = data.entities
  .filter((entity) => unwantedCategories.has(entity.category))
  .flatMap((entity) => entity.domains)
  .filter((domain) => !keptDomains.has(domain))
  .map((domain) => `||${domain.replace(/^\*\./, "")}^$third-party`)
  .join("\n");
