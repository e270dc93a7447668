/** Addresses of the contract's newest version that are not here, and why, in words that follow "is not here:". */
const absent: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^\/v[12]\/agent\b/, "no agent works on its own; `/v2/extract` reads data from pages and searches for them"],
  [/^\/v2\/(?:browser|interact)\b/, "no browser is lent; `actions` of a scrape work on a page"],
  [/^\/v2\/scrape\/[^/]+\/interact\b/, "a page does not stay open; `actions` of a scrape work on it"],
  [
    /^\/v2\/monitor\b/,
    "nothing is watched over time; the format `changeTracking` compares a page with its last version",
  ],
  [/^\/v2\/(?:feedback|search\/[^/]+\/feedback)\b/, "there is nobody to tell"],
  [/^\/v2\/search\/research\b/, 'there is no index of papers; `categories: ["research"]` of a search finds some'],
  [/^\/v2\/search\/developer\b/, 'there is no index of code; `categories: ["github"]` of a search finds some'],
  [/^\/v2\/(?:support|docs-search)\b/, "nobody answers questions; `/openapi.json` describes the API"],
  [/^\/v2\/parse\/upload/, "files are sent in one step, to `/v2/parse`"],
  [
    /^\/v2\/team\/activity\b/,
    "no list of requests is kept; `/v2/webhooks/deliveries` and `/v2/crawl/active` tell of jobs",
  ],
  [/^\/v2\/team\/threat-protection\b/, "addresses are not looked up with a threat scanner"],
  [/^\/v1\/deep-research\b/, "no agent does research; `/v2/search` with `scrapeOptions` gives its sources"],
  [/^\/v1\/llmstxt\b/, "no such file is written; `/v2/crawl` gives the Markdown of a site"],
  [/^\/v0\//, "this version of the contract is over; `/v2` is the newest"],
];

/** The message for an address that nothing answers. Pure. */
export function absenceOf(path: string): string {
  const reason = absent.find(([pattern]) => pattern.test(path))?.[1];
  return reason === undefined ? `There is no ${path} here.` : `\`${path}\` is not here: ${reason}.`;
}
