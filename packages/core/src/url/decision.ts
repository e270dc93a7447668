/** A family of URLs that may go on forever, and what it may cost before it is cut off. */
export interface TrapFamily {
  readonly family: string;
  /** Number of its pages that may be admitted without leading to anything new. */
  readonly budget: number;
  /** The reason for the suspicion, in plain words. */
  readonly detail: string;
  /** The text of the page that linked to it; a page with a different text is something new. */
  readonly sourceText?: string | undefined;
}

/** The reasons for which a URL is seen and not taken; `sitemap` is that of a sitemap that can't be read. */
export const decisionReasons = [
  "robots",
  "scope",
  "pattern",
  "depth",
  "duplicate",
  "limit",
  "trap",
  "file-type",
  "sitemap",
] as const;

export type DecisionReason = (typeof decisionReasons)[number];
