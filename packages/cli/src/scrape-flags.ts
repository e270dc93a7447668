/** The options of a scrape that commands have flags for. */
export const scrapeFlags = [
  "formats",
  "onlyMainContent",
  "includeTags",
  "excludeTags",
  "waitFor",
  "timeout",
  "maxAge",
  "headers",
  "mobile",
  "actions",
  "location",
  "proxy",
  "blockAds",
  "removeBase64Images",
  "skipTlsVerification",
  "parsers",
] as const;
