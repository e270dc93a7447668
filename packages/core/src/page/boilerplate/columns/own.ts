import type { Region } from "../flat-page.ts";
import type { Measures } from "../measures.ts";
import type { Profile } from "../profile.ts";
import { isHeading } from "../sums.ts";
import { magnitude, per, type Column } from "./column.ts";

/** What a block is by itself: the shallow text features of Kohlschütter et al. (WSDM 2010) and its words. */
export function ownColumns({ texts, cues, traits, repeats, signs }: Profile): readonly Column[] {
  const measured = (name: string, value: (measures: Measures) => number): Column => [
    name,
    ({ block }) => value(block.measures),
  ];
  return [
    measured("tokens", ({ tokens }) => magnitude(tokens)),
    measured("linkDensity", ({ linkTokens, tokens }) => per(linkTokens, tokens)),
    measured("links", ({ links }) => magnitude(links)),
    measured("sentenceEnds", ({ sentenceEnds, tokens }) => per(sentenceEnds, tokens)),
    measured("sentences", ({ sentenceEnds }) => Math.min(9, sentenceEnds)),
    measured("commas", ({ commas, tokens }) => per(commas, tokens)),
    measured("wordLength", ({ characters, tokens }) => per(characters, tokens)),
    measured("digits", ({ digits, characters }) => per(digits, characters)),
    measured("capitals", ({ capitals, characters }) => per(capitals, characters)),
    measured("separators", ({ separators, tokens }) => per(separators, tokens)),
    measured("media", ({ media }) => Math.min(5, media)),
    measured("strong", ({ strongTokens, tokens }) => per(strongTokens, tokens)),
    measured("control", ({ controlTokens, tokens }) => per(controlTokens, tokens)),
    measured("breaks", ({ breaks }) => magnitude(breaks)),
    measured("codes", ({ codes, tokens }) => per(codes, tokens)),
    measured("last", ({ last }) => endingRank(last)),
    ["tag", ({ block }) => tagRank(block.region)],
    ["inHeading", ({ block }) => Number(holders(block.region, 3).some(isHeading))],
    ["wordCue", ({ index }) => cues.text[index] ?? 0],
    ["titleMatch", ({ index }) => Number(isPartOfTitle(texts[index] ?? "", signs.titles))],
    ["dup", ({ index }) => Math.min(9, repeats.occurrences[index] ?? 0)],
    ["dupShare", ({ index }) => repeats.share[index] ?? 0],
    ["articleIndex", ({ region }) => Math.min(9, traits.article[region] ?? 0)],
    ["ariaHidden", ({ region }) => traits.concealed[region] ?? 0],
    ["depth", ({ block }) => block.region.depth],
  ];
}

/** Ranks of elements, in no order: the model only asks which side of a cut they are on. */
const ranks: readonly string[] =
  "- p h1 h2 h3 h4 li td dt pre blockquote figcaption a div span button label summary section article header footer nav form time legend".split(
    " ",
  );
const sameRank: Readonly<Record<string, string>> = { h5: "h4", h6: "h4", th: "td", dd: "dt" };

/** A number for the element that a block stands in; 0 for one that says little. */
export const tagRank = ({ element: { name } }: Region): number => Math.max(0, ranks.indexOf(sameRank[name] ?? name));

const sentenceEndings: ReadonlySet<number> = new Set([...'。！？.!?"”'].map((character) => character.charCodeAt(0)));

function endingRank(code: number): number {
  if (sentenceEndings.has(code)) return 3;
  return code === ":".charCodeAt(0) ? 2 : code === ",".charCodeAt(0) ? 1 : 0;
}

/** The region and its ancestors, `count` in all. */
export function holders(region: Region, count: number): readonly Region[] {
  const found: Region[] = [];
  for (let holder: Region | undefined = region; holder !== undefined && found.length < count; holder = holder.parent) {
    found.push(holder);
  }
  return found;
}

/** Whether a title of the page contains the text, and the text is long enough for that to mean something. */
export const isPartOfTitle = (text: string, titles: readonly string[]): boolean => {
  if (text.length <= 8) return false;
  const lower = text.toLowerCase();
  return titles.some((title) => title.includes(lower));
};
