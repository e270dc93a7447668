import { keptSum, within } from "../blocks/sums.ts";
import type { PageType } from "../outcome.ts";
import { ownId, readNames, type KnownNames } from "../signals/cue-words.ts";
import type { Profile } from "../signals/profile.ts";
import type { ToldType } from "../model/page-type.ts";
import { leastLeft } from "./sections.ts";

interface NamedSection {
  /** Words in classes and ids, by the purpose or the tool. */
  readonly names: ReadonlySet<string>;
  /** A larger part of the kept text than this, all together, is the page's subject. */
  readonly largestPart: number;
  /** Running text it may hold, in tokens. */
  readonly longestText: number;
  /** Kept text that a section may hold, in tokens. */
  readonly largest?: number;
}

const reviews: NamedSection = {
  names: new Set(
    "review reviews rating ratings testimonial testimonials productcomments product-comments product-comments-list product-comments-list-header bewertungen avis ugc bazaarvoice yotpo trustpilot okendo judgeme stamped".split(
      " ",
    ),
  ),
  largestPart: 0.5,
  longestText: Infinity,
};
/** What a shop says beside each product of taking it back, of who sells it, and of itself. */
const service: NamedSection = {
  names: new Set(
    "returns seller sellercard merchant feedback reassurance blockreassurance usp usps trustbadges trust-badges proofing pickup-availability pickup-availability-info store-inventory perks shipping-promise delivery-estimate".split(
      " ",
    ),
  ),
  largestPart: 0.3,
  longestText: 0,
  largest: 40,
};
/** What a shop shows of other goods beside a list or a product, when it knows of any. */
const others: NamedSection = {
  names: new Set("recently-viewed recentlyviewed block-compare block-wishlist".split(" ")),
  largestPart: 0.3,
  longestText: 0,
};
const filters: NamedSection = {
  names: new Set(
    "filter filters facet facets refine refinement refinements sort sorting sortby sort-by sorter modes category-navigation category-tree block-categories product-categories".split(
      " ",
    ),
  ),
  largestPart: 0.35,
  longestText: 40,
};

const comments: NamedSection = {
  names: new Set("comments commentlist comment-list comments-area comments-section disqus respond".split(" ")),
  largestPart: 0.75,
  longestText: Infinity,
};
/** Names of what a forum says of each author beside the name. */
export const authorCard: ReadonlySet<string> = new Set(
  "message-avatar message-user-extras message-user-title user-title usertitle userinfo-extra profile-rank profile-posts profile-joined profile-contact profile-custom-field message-signature signature membergroup author-statistics group-label".split(
    " ",
  ),
);
/** Notices of a forum's owners to everyone, beside its posts, and what it says of each author. */
const notices: NamedSection = {
  names: new Set([
    ..."notice notices announcement announcements alert banner thread-sort thread-controls thread-info forum-rules".split(
      " ",
    ),
    ...authorCard,
  ]),
  largestPart: 0.75,
  longestText: Infinity,
};

const unwanted: Partial<Readonly<Record<PageType, readonly NamedSection[]>>> = {
  article: [comments],
  product: [reviews, service, others],
  collection: [filters, others],
  listing: [filters],
  forum: [notices],
};

const rowParts: ReadonlySet<string> = new Set(["td", "th", "tr"]);

/**
 * Drops the sections that a reader of such a page did not come for, by their authors' names for them, if they have no
 * heading. Linear in the size of the page.
 */
export function dropNamedSections(
  profile: Profile,
  page: ToldType & { readonly title: number },
  kept: boolean[],
): void {
  for (const section of unwanted[page.type] ?? []) dropSection(profile, page, section, kept);
}

function dropSection(
  { page: { regions, root }, sums, cues }: Profile,
  { isDeclared, title }: ToldType & { readonly title: number },
  section: NamedSection,
  kept: boolean[],
): void {
  const sizes = keptSum(sums, kept);
  const total = within(sizes, root);
  const least = Math.max(leastLeft, isDeclared ? 0 : total * (1 - section.largestPart));
  let [left, end] = [total, 0];
  for (const region of regions) {
    const { name, attribs } = region.element;
    // Cells are named after their column: by what it sorts, or the rating in it.
    if (region.first < end || rowParts.has(name)) continue;
    if (!isNamed(attribs["class"], section, cues.names) && !isNamed(ownId(region.element), section, cues.names))
      continue;
    const size = within(sizes, region);
    if (size === 0 || size > (section.largest ?? Infinity) || left - size < least) continue;
    if ((title >= region.first && title < region.end) || within(sums.long, region) > section.longestText) continue;
    kept.fill(false, region.first, region.end);
    left -= size;
    end = region.end;
  }
}

/** Words in the names of what a product's page is for: a region named after one of them, and then after a section, holds both. */
const ofProduct: ReadonlySet<string> = new Set(
  "description descriptions specification specifications specs price prices availability variants beschreibung descripcion descrizione descricao omschrijving opis".split(
    " ",
  ),
);

/** Enough of a class for all that readers of names look at. */
const longestNames = 300;

/**
 * A section is named by a word, unless another part of a product's page is named before it. What stands before two underscores
 * names the box around (BEM).
 */
function isNamed(names: string | undefined, section: NamedSection, known: KnownNames): boolean {
  if (names === undefined) return false;
  const isOfProduct = section === reviews || section === service;
  const own = isOfProduct ? names.slice(0, longestNames).replace(/\S*__/g, "") : names;
  const words = readNames(own, known);
  if (words.some((word) => word.includes("-") && section.names.has(word))) return true;
  for (const word of words) {
    if (isOfProduct && ofProduct.has(word)) return false;
    if (section.names.has(word)) return true;
  }
  return own !== names && readNames(names, known).some((word) => section.names.has(word));
}
