import type { Block, Region } from "../../blocks/flat-page.ts";
import type { Profile } from "../profile.ts";
import { isHeading } from "../../blocks/sums.ts";
import { magnitude, per } from "./column.ts";
import { countPrices, wholePageColumns } from "./whole-page.ts";

const names =
  "tokens technical fragments headingIds headings terms listings tables rows cells items times buttons media links " +
  "sentences perParagraph linkedParagraphs pricesPerBlock commentNames postNames authorNames reviewNames cardNames " +
  "priceNames articleSpan";

/** Names of the numbers that {@link describePage} gives. */
export const pageTypeNames: readonly string[] = [
  ...names.split(" "),
  ...wholePageColumns.flatMap((group) => group.names),
];

/** Describes a page by its make-up, declarations and names. Linear in its size. */
export function describePage(profile: Profile): Float32Array {
  if (profile.page.blocks.length === 0) return new Float32Array(pageTypeNames.length);
  return Float32Array.from([...madeOf(profile), ...wholePageColumns.flatMap(({ ofPage }) => ofPage(profile))]);
}

function madeOf({ page: { blocks, regions }, traits, texts, total, sums }: Profile): readonly number[] {
  const counts = countNames(regions);
  const count = (name: (typeof countedNames)[number]): number => counts[countedNames.indexOf(name)] ?? 0;
  let headingIds = 0;
  let headings = 0;
  for (const region of regions) {
    if (!isHeading(region)) continue;
    const { attribs } = region.element;
    headings += 1;
    if (attribs["id"] !== undefined || region.parent?.element.attribs["id"] !== undefined) headingIds += 1;
  }
  let [technical, fragments, times, buttons, media, links, sentences] = [0, 0, 0, 0, 0, 0, 0];
  let [paragraphs, linkedParagraphs] = [0, 0];
  for (const { measures, region } of blocks) {
    technical += measures.technicalTokens;
    fragments += measures.fragmentLinks;
    times += measures.times;
    buttons += measures.buttons;
    media += measures.media;
    links += measures.links;
    sentences += measures.sentenceEnds;
    if (region.element.name !== "p") continue;
    paragraphs += 1;
    if (measures.linkTokens > 0) linkedParagraphs += 1;
  }
  const named = (["comment", "post", "author", "review", "card", "price"] as const).map((concept) => {
    return per(countIn(blocks, traits.concept(concept)), blocks.length);
  });
  let inArticle = 0;
  for (const { region, measures } of blocks) if ((traits.article[region.index] ?? 0) > 0) inArticle += measures.tokens;
  return [
    magnitude(total),
    per(technical, total),
    per(fragments, links),
    per(headingIds, headings),
    magnitude(headings),
    magnitude(count("dt")),
    magnitude(count("pre")),
    magnitude(count("table")),
    magnitude(count("tr")),
    per(count("td"), count("tr")),
    magnitude(count("li")),
    magnitude(times),
    magnitude(buttons),
    per(media, blocks.length),
    per(links, blocks.length),
    per(sentences, total),
    per(sums.paragraphTokens[blocks.length] ?? 0, paragraphs),
    per(linkedParagraphs, paragraphs),
    per(countPrices(texts), blocks.length),
    ...named,
    per(inArticle, total),
  ];
}

const countedNames = ["dt", "pre", "table", "tr", "td", "li"] as const;
const placeOfName: ReadonlyMap<string, number> = new Map(countedNames.map((name, place) => [name, place]));

/** The numbers of regions with the {@link countedNames}. */
function countNames(regions: readonly Region[]): Int32Array {
  const counts = new Int32Array(countedNames.length);
  for (const { element } of regions) {
    const place = placeOfName.get(element.name);
    if (place !== undefined) counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** Blocks inside of a region that these are the steps to. */
function countIn(blocks: readonly Block[], nearest: Uint8Array): number {
  let count = 0;
  for (const { region } of blocks) if ((nearest[region.index] ?? 0) > 0) count += 1;
  return count;
}
