import type { Judgement, VerdictEvidence } from "./evidence.ts";
import { paywallWording } from "./wording.ts";

/** A teaser is shorter than this; more is taken for the article. */
const maxTeaserCharacters = 2500;
const paywallMarker =
  /(?:^|[-_])(?:paywall|regwall|pay-wall|paygate|subscriber-only|subscription-wall|metered-?content|piano-(?:offer|paywall)|tp-modal|article-gate|premium-(?:content|wall|overlay)|subscribe-wall|plus-paywall|leaky-?paywall)(?:$|[-_])/;

/**
 * Finds articles that are cut off for people without a subscription. The page's own declaration (schema.org
 * `isAccessibleForFree: false`) or its wording needs a short text beside it: many sites send the whole text anyway.
 */
export function findPaywall(evidence: VerdictEvidence): Judgement | undefined {
  const { page, contentCharacters = page.proseCharacters } = evidence;
  const declared = declaredPaid(evidence.jsonLd) ?? declaredTier(page.metas.get("article:content_tier"));
  const said = paywallWording.exec(page.text)?.[0].trim();
  const marker = [...page.markers].find((name) => paywallMarker.test(name));
  if (!isCut(contentCharacters, evidence.jsonLd)) return undefined;
  const signs = [
    declared,
    said === undefined ? undefined : `it says "${said.slice(0, 80)}"`,
    marker === undefined ? undefined : `its markup has "${marker}"`,
  ].filter((sign) => sign !== undefined);
  if (signs.length < 2 && declared === undefined) return undefined;
  return {
    verdict: "paywall",
    reason: `only ${contentCharacters} characters of text are shown and ${signs.join(", ")}`,
  };
}

function isCut(contentCharacters: number, jsonLd: readonly unknown[]): boolean {
  const promised = Math.max(0, ...findAll(jsonLd, "wordCount").map(Number).filter(Number.isFinite));
  const shownWords = contentCharacters / 5;
  return promised > 0 ? shownWords < promised / 2 : contentCharacters < maxTeaserCharacters;
}

function declaredPaid(jsonLd: readonly unknown[]): string | undefined {
  const values = findAll(jsonLd, "isAccessibleForFree").map((value) => String(value).toLowerCase());
  return values.includes("false") ? "it declares isAccessibleForFree: false" : undefined;
}

const declaredTier = (tier: string | undefined): string | undefined =>
  tier === "locked" ? "it declares its content tier as locked" : undefined;

const maxVisited = 5000;

/** Every value of a key, however deep, in the first few thousand objects. */
function findAll(blocks: readonly unknown[], key: string): readonly unknown[] {
  const found: unknown[] = [];
  const open: unknown[] = [...blocks];
  for (let visited = 0; visited < maxVisited && open.length > 0; visited += 1) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const [name, child] of Object.entries(value)) {
      if (name === key) found.push(child);
      else if (typeof child === "object") open.push(child);
    }
  }
  return found;
}
