import type { Profile } from "../profile.ts";
import { within } from "../sums.ts";
import { magnitude, per, type Column, type Row } from "./column.ts";

/** What the candidate generators say about a block. */
export function nominationColumns({ nominations, lists }: Profile): readonly Column[] {
  const { density, span, semantic } = nominations;
  const list = (
    name: string,
    value: (list: NonNullable<(typeof lists.around)[number]>) => number,
    none: number,
  ): Column => [
    `rec.${name}`,
    ({ region }) => {
      const around = lists.around[region];
      return around === undefined ? none : value(around);
    },
  ];
  return [
    ["c.density", ({ index }) => sideOf(index, density)],
    ["c.semantic", ({ index }) => sideOf(index, semantic)],
    ["c.list", ({ index }) => sideOf(index, lists.best?.region)],
    ["c.span", ({ index }) => Number(index >= span.first && index < span.end)],
    [
      "c.spanDistance",
      ({ index }) => {
        if (index < span.first) return -magnitude(span.first - index);
        return index >= span.end ? magnitude(index - span.end + 1) : 0;
      },
    ],
    list("count", ({ count }) => magnitude(count), 0),
    list("tokens", ({ tokensPerRecord }) => magnitude(tokensPerRecord), 0),
    list("blocks", ({ blocksPerRecord }) => magnitude(blocksPerRecord), 0),
    list("cv", ({ variation }) => variation, -1),
    list("best", ({ score }) => (lists.best === undefined ? 0 : score / lists.best.score), 0),
    list("link", ({ linkDensity }) => linkDensity, -1),
    list("media", ({ media }) => media, -1),
    list("heads", ({ headings }) => headings, -1),
    ["rec.depth", ({ region }) => lists.depth[region] ?? 0],
  ];
}

/** 1 inside, 0 before, 2 after, -1 when there is nothing to compare with. */
function sideOf(index: number, span: { readonly first: number; readonly end: number } | undefined): number {
  if (span === undefined) return -1;
  return index < span.first ? 0 : index < span.end ? 1 : 2;
}

/** What the page is like as a whole: the same for all its blocks. */
export function pageColumns(profile: Profile): readonly Column[] {
  const {
    page: { blocks, root },
    sums,
    total,
    texts,
    traits,
    lists,
    nominations,
  } = profile;
  const best = lists.best;
  const density = nominations.density;
  let free = 0;
  let forms = 0;
  for (const { region, measures } of blocks) if (!traits.inFrame(region)) free += measures.tokens;
  for (const { element } of profile.page.regions) if (element.name === "form") forms += 1;
  const firstH1 = blocks.findIndex(
    ({ region }) => region.element.name === "h1" || region.parent?.element.name === "h1",
  );
  const prices = texts.filter((text) => /[$€£¥]\s?\d|\d\s?(?:€|zł|kr|USD|EUR)/.test(text)).length;
  const long = within(sums.long, root);
  const share = (span: { first: number; end: number } | undefined): number =>
    span === undefined ? 0 : within(sums.tokens, span) / total;
  const values: readonly (readonly [string, number])[] = [
    ["page.linkDensity", within(sums.linkTokens, root) / total],
    ["page.longShare", long / total],
    ["page.longBlocks", magnitude(within(sums.longBlocks, root))],
    ["page.perBlock", per(total, blocks.length)],
    ["page.articles", Math.min(20, traits.articles)],
    ["page.mainShare", traits.mainTokens / total],
    ["page.articleShare", Math.min(1, traits.articleTokens / total)],
    ["page.pShare", within(sums.paragraphTokens, root) / total],
    ["page.forms", forms],
    ["page.densityShare", share(density)],
    ["page.spanShare", share({ first: nominations.span.first, end: nominations.span.end })],
    ["page.h1At", firstH1 < 0 ? -1 : (sums.tokens[firstH1] ?? 0) / total],
    ["page.priceBlocks", magnitude(prices)],
    ["page.free", free / total],
    ["page.longFree", per(long, free)],
    ["page.commentConcept", Number(traits.concept("comment").some((steps) => steps > 0))],
    ["list.share", best === undefined ? 0 : best.tokens / total],
    ["list.free", best === undefined ? 0 : per(best.tokens, free)],
    ["list.count", magnitude(best?.count ?? 0)],
    ["list.tokens", magnitude(best?.tokensPerRecord ?? 0)],
    ["list.blocks", magnitude(best?.blocksPerRecord ?? 0)],
    ["list.media", best?.media ?? 0],
    ...declared(profile),
    ...addressed(profile.url),
  ];
  return values.map(([name, value]): Column => [name, (_: Row) => value]);
}

/** What kind of page it says it is. */
function declared({ signs: { types, openGraphType } }: Profile): readonly (readonly [string, number])[] {
  const has = (...names: readonly string[]): number => Number(names.some((name) => types.has(name)));
  const article = has("article", "newsarticle", "blogposting", "reportagenewsarticle", "techarticle", "report");
  return [
    ["type.article", Math.max(article, Number(openGraphType === "article"))],
    [
      "type.product",
      Math.max(has("product", "productgroup", "individualproduct"), Number(openGraphType.startsWith("product"))),
    ],
    ["type.forum", has("discussionforumposting", "qapage", "question", "comment")],
    ["type.faq", has("faqpage")],
    ["type.website", Number(openGraphType === "website")],
    ["type.organization", has("organization", "corporation")],
  ];
}

/** What its address looks like. */
function addressed(url: string): readonly (readonly [string, number])[] {
  const path = URL.parse(url)?.pathname ?? "/";
  return [
    ["url.depth", path.split("/").filter((part) => part !== "").length],
    ["url.hyphens", Math.min(12, path.split("-").length - 1)],
    ["url.home", Number(path.length <= 1)],
    ["url.forum", Number(/forum|thread|topic|discussion|\/t\/|question|viewtopic|community|\bbbs\b/i.test(url))],
    ["url.docs", Number(/\bdocs?\b|documentation|manual|reference|guide|tutorial|\bapi\b|wiki/i.test(url))],
    ["url.collection", Number(/\/collections?\/|\/category|\/categories|\/shop|\/c\/|\/tag\//i.test(url))],
    ["url.blog", Number(/blog|news|article|story|stories|\/20[0-2]\d\//i.test(url))],
  ];
}
