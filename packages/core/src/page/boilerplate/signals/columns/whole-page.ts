import type { Block, Region } from "../../blocks/flat-page.ts";
import { within } from "../../blocks/sums.ts";
import { byBlock, magnitude, per, prefixed, type ColumnGroup, type PageColumns } from "./column.ts";

/** The candidate generators' view of a block. */
const nominated = byBlock({
  names: "c.density c.semantic c.list c.span c.spanDistance",
  prepare: (profile) => profile,
  read: ({ index }, { nominations: { density, span, semantic }, lists }) => [
    sideOf(index, density),
    sideOf(index, semantic),
    sideOf(index, lists.best?.region),
    Number(index >= span.first && index < span.end),
    index < span.first ? -magnitude(span.first - index) : index >= span.end ? magnitude(index - span.end + 1) : 0,
  ],
});

/** The list of records around a block. */
const listed = byBlock({
  names: prefixed("rec", "depth count tokens blocks cv best link media heads"),
  prepare: ({ lists }) => lists,
  read: ({ region }, lists) => {
    const depth = lists.depth[region] ?? 0;
    const around = lists.around[region];
    if (around === undefined) return [depth, ...noList];
    return [
      depth,
      magnitude(around.count),
      magnitude(around.tokensPerRecord),
      magnitude(around.blocksPerRecord),
      around.variation,
      lists.best === undefined ? 0 : around.score / lists.best.score,
      around.linkDensity,
      around.media,
      around.headings,
    ];
  },
});

const noList: readonly number[] = [0, 0, 0, -1, 0, -1, -1, -1];

/** 1 inside, 0 before, 2 after, -1 when there is nothing to compare with. */
function sideOf(index: number, span: { readonly first: number; readonly end: number } | undefined): number {
  if (span === undefined) return -1;
  return index < span.first ? 0 : index < span.end ? 1 : 2;
}

const ofPage = (names: string, numbersOf: PageColumns["ofPage"]): PageColumns => ({
  names: names.split(" "),
  ofPage: numbersOf,
});

/** The make-up of the page. */
const whole = ofPage(
  "page.linkDensity page.longShare page.longBlocks page.perBlock page.articles page.mainShare page.articleShare " +
    "page.pShare page.forms page.densityShare page.spanShare page.h1At page.priceBlocks page.free page.longFree " +
    "page.commentConcept list.share list.free list.count list.tokens list.blocks list.media",
  ({ page: { blocks, regions, root }, sums, total, texts, traits, lists: { best }, nominations }) => {
    let free = 0;
    for (const { region, measures } of blocks) if (traits.framed[region.index] === 0) free += measures.tokens;
    const firstH1 = blocks.findIndex(isInTopHeading);
    const long = within(sums.long, root);
    const { density, span } = nominations;
    return [
      within(sums.linkTokens, root) / total,
      long / total,
      magnitude(within(sums.longBlocks, root)),
      per(total, blocks.length),
      Math.min(20, traits.articles),
      traits.mainTokens / total,
      Math.min(1, traits.articleTokens / total),
      within(sums.paragraphTokens, root) / total,
      countNamed(regions, "form"),
      density === undefined ? 0 : within(sums.tokens, density) / total,
      within(sums.tokens, span) / total,
      firstH1 < 0 ? -1 : (sums.tokens[firstH1] ?? 0) / total,
      magnitude(countPrices(texts)),
      free / total,
      per(long, free),
      Number(traits.concept("comment").some(isNear)),
      best === undefined ? 0 : best.tokens / total,
      best === undefined ? 0 : per(best.tokens, free),
      magnitude(best?.count ?? 0),
      magnitude(best?.tokensPerRecord ?? 0),
      magnitude(best?.blocksPerRecord ?? 0),
      best?.media ?? 0,
    ];
  },
);

/** A price in common currencies. */
export const price = /[$€£¥]\s?\d|\d\s?(?:€|zł|kr|USD|EUR)/;
const isTopHeading = (region: Region | undefined): boolean => region?.element.name === "h1";
const isInTopHeading = ({ region }: Block): boolean => isTopHeading(region) || isTopHeading(region.parent);
const isNear = (steps: number): boolean => steps > 0;

/** Texts that name a price. */
export function countPrices(texts: readonly string[]): number {
  let count = 0;
  for (const text of texts) if (price.test(text)) count += 1;
  return count;
}

function countNamed(regions: readonly Region[], name: string): number {
  let count = 0;
  for (const { element } of regions) if (element.name === name) count += 1;
  return count;
}

/** The page's declared kind. */
const declared = ofPage(
  "type.article type.product type.forum type.faq type.website type.organization",
  ({ signs: { types, openGraphType } }) => {
    const has = (...names: readonly string[]): boolean => names.some((name) => types.has(name));
    return [
      openGraphType === "article" ||
        has("article", "newsarticle", "blogposting", "reportagenewsarticle", "techarticle", "report"),
      openGraphType.startsWith("product") || has("product", "productgroup", "individualproduct"),
      has("discussionforumposting", "qapage", "question", "comment"),
      has("faqpage"),
      openGraphType === "website",
      has("organization", "corporation"),
    ].map(Number);
  },
);

/** The form of its address. */
const addressed = ofPage("url.depth url.hyphens url.home url.forum url.docs url.collection url.blog", ({ url }) => {
  const path = URL.parse(url)?.pathname ?? "/";
  return [
    path.split("/").filter((part) => part !== "").length,
    Math.min(12, path.split("-").length - 1),
    Number(path.length <= 1),
    Number(/forum|thread|topic|discussion|\/t\/|question|viewtopic|community|\bbbs\b/i.test(url)),
    Number(/\bdocs?\b|documentation|manual|reference|guide|tutorial|\bapi\b|wiki/i.test(url)),
    Number(/\/collections?\/|\/category|\/categories|\/shop|\/c\/|\/tag\//i.test(url)),
    Number(/blog|news|article|story|stories|\/20[0-2]\d\//i.test(url)),
  ];
});

/** Facts about the page as a whole, the same for all its blocks. */
export const wholePageColumns: readonly PageColumns[] = [whole, declared, addressed];

/** Facts about the page as a whole, and the results of the candidate generators on it. */
export const pageColumns: readonly ColumnGroup[] = [nominated, listed, ...wholePageColumns];
