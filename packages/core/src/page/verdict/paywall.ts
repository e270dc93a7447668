import type { Judgement, VerdictEvidence } from "./evidence.ts";
import { paywallWording } from "./wording.ts";

/** A teaser is shorter than this; more is taken for the article. */
const maxTeaserCharacters = 2500;
/** Where nothing but the page's declaration speaks of a wall: what is declared as paid is often sent whole. */
const maxDeclaredCharacters = 1500;
/** With this much text in the paid part, that part was sent. */
const minPaidCharacters = 800;
const charactersPerWord = 5;
const paywallMarker =
  /(?:^|[-_])(?:paywall|regwall|pay-wall|paygate|subscriber-only|subscription-wall|metered-?content|piano-(?:offer|paywall)|tp-modal|article-gate|premium-(?:content|wall|overlay)|subscribe-wall|plus-paywall|leaky-?paywall)(?:$|[-_])/;

/**
 * Finds articles that are cut off for people without a subscription. The page's own declaration (schema.org
 * `isAccessibleForFree: false`) or its wording needs a short text beside it: many sites send the whole text anyway.
 */
export function findPaywall(evidence: VerdictEvidence): Judgement | undefined {
  const { page, contentCharacters = page.proseCharacters } = evidence;
  if (!isCut(contentCharacters, evidence)) return undefined;
  const declared = declaredPaid(evidence.jsonLd) ?? declaredTier(page.metas.get("article:content_tier"));
  const said = paywallWording.exec(page.text)?.[0].trim();
  const headed = [page.title, ...page.headings].find((head) => paywallWording.test(head));
  const marker = [...page.markers].find((name) => paywallMarker.test(name));
  const signs = [
    declared,
    said === undefined ? undefined : `it says "${said.slice(0, 80)}"`,
    headed === undefined ? undefined : `a title or heading is "${headed.slice(0, 80)}"`,
    marker === undefined ? undefined : `its markup has "${marker}"`,
    page.metas.get("isaccessibleforfree") === "false" ? "its markup declares isAccessibleForFree: false" : undefined,
  ].filter((sign) => sign !== undefined);
  const isEnough = signs.length > 1 || (declared !== undefined && contentCharacters < maxDeclaredCharacters);
  if (!isEnough) return undefined;
  return {
    verdict: "paywall",
    reason: `only ${contentCharacters} characters of text are shown and ${signs.join(", ")}`,
  };
}

/** Compared with what the page says the article has, if it does; else a text this short is taken for a teaser. */
function isCut(contentCharacters: number, { jsonLd, paidCharacters }: VerdictEvidence): boolean {
  if (paidCharacters !== undefined && paidCharacters >= minPaidCharacters) return false;
  const bodies = findAll(jsonLd, "articleBody").flatMap((body) =>
    typeof body === "string" ? [body.replace(/\s/g, "")] : [],
  );
  const longest = Math.max(0, ...bodies.map((body) => body.length));
  if (longest > 0 && contentCharacters >= longest * 0.8) return false;
  const promisedWords = Math.max(0, ...findAll(jsonLd, "wordCount").map(Number).filter(Number.isFinite));
  return promisedWords > 0
    ? contentCharacters / charactersPerWord < promisedWords / 2
    : contentCharacters < maxTeaserCharacters;
}

/** The parts of the page that it declares as paid, by schema.org's `cssSelector`: classes and identifiers. */
export function paidSelectors(jsonLd: readonly unknown[]): readonly string[] {
  if (declaredPaid(jsonLd) === undefined) return [];
  const selectors = findAll(jsonLd, "cssSelector").flatMap((selector) =>
    typeof selector === "string" ? selector.split(",") : [],
  );
  return selectors.map((selector) => selector.trim()).filter((selector) => /^[.#][\w-]+$/.test(selector));
}

/** What is read on the page. Museums, concerts, courses and goods declare that they cost money, too. */
const texts = /^$|article|posting|page|creativework|report|review|analysis|news|story|chapter|recipe|howto/i;

function declaredPaid(jsonLd: readonly unknown[]): string | undefined {
  const isPaid = ownersOf(jsonLd, "isAccessibleForFree").some(
    (owner) =>
      String(owner["isAccessibleForFree"]).toLowerCase() === "false" && texts.test(String(owner["@type"] ?? "")),
  );
  return isPaid ? "it declares isAccessibleForFree: false" : undefined;
}

const declaredTier = (tier: string | undefined): string | undefined =>
  tier === "locked" ? "it declares its content tier as locked" : undefined;

const maxVisited = 5000;

/** Every value of a key, however deep, in the first few thousand objects. */
const findAll = (blocks: readonly unknown[], key: string): readonly unknown[] =>
  ownersOf(blocks, key).map((owner) => owner[key]);

function ownersOf(blocks: readonly unknown[], key: string): readonly Readonly<Record<string, unknown>>[] {
  const found: Readonly<Record<string, unknown>>[] = [];
  const open: unknown[] = [...blocks];
  for (let visited = 0; visited < maxVisited && open.length > 0; visited += 1) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    const owner: Readonly<Record<string, unknown>> = { ...value };
    if (Object.hasOwn(owner, key)) found.push(owner);
    for (const [name, child] of Object.entries(owner)) if (name !== key && typeof child === "object") open.push(child);
  }
  return found;
}
