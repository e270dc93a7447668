/** Weights of words, in log-odds of being main content, learned by logistic regression. */
export interface CueWeights {
  /** Weights of words in class names, ids, roles and the like. */
  readonly names: ReadonlyMap<string, number>;
  /** Weights of words in short texts. */
  readonly texts: ReadonlyMap<string, number>;
  /** The weight of a short text without any known word. */
  readonly textBias: number;
}

/** Weights as written in the source: `word:weight`, separated by white space. */
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
