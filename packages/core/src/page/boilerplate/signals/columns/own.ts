import type { Region } from "../../blocks/flat-page.ts";
import { isHeading } from "../../blocks/sums.ts";
import { byBlock, magnitude, per, type BlockColumns } from "./column.ts";

/** The measures of a block: the shallow text features of Kohlschütter et al. (WSDM 2010). */
const measured = byBlock({
  names:
    "tokens linkDensity links sentenceEnds sentences commas wordLength digits capitals separators media strong control " +
    "breaks codes last",
  prepare: () => undefined,
  read: ({ block: { measures } }) => {
    const { tokens, characters, sentenceEnds } = measures;
    return [
      magnitude(tokens),
      per(measures.linkTokens, tokens),
      magnitude(measures.links),
      per(sentenceEnds, tokens),
      Math.min(9, sentenceEnds),
      per(measures.commas, tokens),
      per(characters, tokens),
      per(measures.digits, characters),
      per(measures.capitals, characters),
      per(measures.separators, tokens),
      Math.min(5, measures.media),
      per(measures.strongTokens, tokens),
      per(measures.controlTokens, tokens),
      magnitude(measures.breaks),
      per(measures.codes, tokens),
      endingRank(measures.last),
    ];
  },
});

/** The place of a block, and its words. */
const read = byBlock({
  names: "tag inHeading wordCue titleMatch dup dupShare articleIndex ariaHidden depth",
  prepare: (profile) => profile,
  read: ({ block, index, region }, { texts, cues, traits, repeats, signs }) => [
    tagRank(block.region),
    Number(isInside(block.region, isHeading)),
    cues.text[index] ?? 0,
    Number(isPartOfTitle(texts[index] ?? "", signs.titles)),
    Math.min(9, repeats.occurrences[index] ?? 0),
    repeats.share[index] ?? 0,
    Math.min(9, traits.article[region] ?? 0),
    traits.concealed[region] ?? 0,
    block.region.depth,
  ],
});

/** The block by itself. */
export const ownColumns: readonly BlockColumns[] = [measured, read];

/** Ranks of elements, in no order: the model only asks which side of a cut they are on. */
const ranks: ReadonlyMap<string, number> = new Map(
  (
    "- p h1 h2 h3 h4,h5,h6 li td,th dt,dd pre blockquote figcaption a div span button label summary section article " +
    "header footer nav form time legend"
  )
    .split(" ")
    .flatMap((names, rank) => names.split(",").map((name) => [name, rank] as const)),
);

/** A number for the element of a block; 0 for one that says little. */
export const tagRank = ({ element: { name } }: Region): number => ranks.get(name) ?? 0;

const sentenceEndings: ReadonlySet<number> = new Set([...'。！？.!?"”'].map((character) => character.charCodeAt(0)));

function endingRank(code: number): number {
  if (sentenceEndings.has(code)) return 3;
  return code === ":".charCodeAt(0) ? 2 : code === ",".charCodeAt(0) ? 1 : 0;
}

/** True if the region, or one of the two around it, passes the test. */
export function isInside(region: Region, isSuch: (region: Region) => boolean): boolean {
  const around = region.parent;
  return (
    isSuch(region) ||
    (around !== undefined && (isSuch(around) || (around.parent !== undefined && isSuch(around.parent))))
  );
}

/** True if a title of the page contains the text, and the text is long enough for that to mean something. */
export const isPartOfTitle = (text: string, titles: readonly string[]): boolean => {
  if (text.length <= 8) return false;
  const lower = text.toLowerCase();
  for (const title of titles) if (title.includes(lower)) return true;
  return false;
};
