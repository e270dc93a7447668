import type { CueWeights } from "./cues.ts";

/** Weights as they stand in the source: `word:weight`, separated by white space. */
export interface CueTable {
  readonly textBias: number;
  readonly names: string;
  readonly texts: string;
}

/** Reads the weights of words. */
export const cueWeightsFrom = ({ textBias, names, texts }: CueTable): CueWeights => ({
  textBias,
  names: readWeights(names),
  texts: readWeights(texts),
});

const readWeights = (table: string): ReadonlyMap<string, number> =>
  new Map(
    table
      .split(/\s+/)
      .filter((entry) => entry !== "")
      .map((entry) => {
        const colon = entry.lastIndexOf(":");
        return [entry.slice(0, colon), Number(entry.slice(colon + 1))] as const;
      }),
  );
