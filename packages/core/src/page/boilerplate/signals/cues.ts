import type { Element } from "domhandler";
import { conceptBits, cueWords, leadingWords, namingAttributes, ownId, type KnownNames } from "./cue-words.ts";
import type { CueWeights } from "./cue-table.ts";
import { trainedCues } from "./cue-weights.generated.ts";
import type { FlatPage } from "../blocks/flat-page.ts";

/** Cues of names and words on the place of text, in log-odds of being main content; 0 without any. */
export interface Cues {
  /** The cue of each region from the names of its element. */
  readonly own: Float32Array;
  /** Per region: sum, lowest and highest over the region and its ancestors. */
  readonly sum: Float32Array;
  readonly lowest: Float32Array;
  readonly highest: Float32Array;
  /** Per region: the concepts its element is named after, as bits. */
  readonly concepts: Int32Array;
  /** Per block: from the words of its text, if short. */
  readonly text: Float32Array;
  /** The names of this page. */
  readonly names: KnownNames;
}

/** Reads the cues of all regions and blocks. Class attributes repeat a lot, so each is read once. */
export function readCues(page: FlatPage, texts: readonly string[], weights: CueWeights = trainedCues): Cues {
  const { regions } = page;
  const empty = (): Float32Array => new Float32Array(regions.length);
  const cues: Cues = {
    own: empty(),
    sum: empty(),
    lowest: empty(),
    highest: empty(),
    concepts: new Int32Array(regions.length),
    text: textCues(texts, weights),
    names: new Map(),
  };
  const known = new Map<string, { readonly cue: number; readonly concepts: number }>();
  for (const { element, parent, index } of regions) {
    const key = cueKey(element);
    let reading = known.get(key);
    if (reading === undefined) {
      const words = cueWords(element, cues.names);
      reading = { cue: nameCue(words, weights), concepts: conceptBits(words) };
      known.set(key, reading);
    }
    const above = parent?.index ?? -1;
    cues.own[index] = reading.cue;
    cues.concepts[index] = reading.concepts;
    cues.sum[index] = reading.cue + (cues.sum[above] ?? 0);
    cues.lowest[index] = Math.min(reading.cue, cues.lowest[above] ?? 0);
    cues.highest[index] = Math.max(reading.cue, cues.highest[above] ?? 0);
  }
  return cues;
}

/** The values of the naming attributes: elements with the same ones are read alike, whichever attribute says it. */
function cueKey(element: Element): string {
  let key = "";
  for (const name of namingAttributes) {
    const value = name === "id" ? ownId(element) : element.attribs[name];
    if (value !== undefined) key = key === "" ? value : `${key}\n${value}`;
  }
  return key;
}

function nameCue(words: readonly string[], { names }: CueWeights): number {
  let sum = 0;
  for (const word of words) sum += names.get(word) ?? 0;
  return sum;
}

function textCues(texts: readonly string[], weights: CueWeights): Float32Array {
  const cues = new Float32Array(texts.length);
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index] ?? "";
    if (text !== "") cues[index] = textCue(text, weights);
  }
  return cues;
}

function textCue(text: string, { texts, textBias }: CueWeights): number {
  let sum = textBias;
  for (const word of leadingWords(text)) sum += texts.get(word) ?? 0;
  return sum;
}
