import type { Sample } from "./dataset.ts";
import { tokensOf } from "./pages.ts";

/** The figures of the quality pack's scorer, on the text of kept blocks. */
export interface Scores {
  readonly aeb: number;
  readonly rd: number;
  readonly traf: number;
  readonly wcxb: number;
  readonly mh: number;
  readonly composite: number;
  readonly types: Readonly<Record<string, number>>;
}

type Counts = Map<string, number>;

function countsOf(keys: readonly string[]): Counts {
  const counts: Counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function overlap(one: readonly string[], other: readonly string[]): [precision: number, recall: number] {
  const counts = countsOf(other);
  let shared = 0;
  for (const [key, count] of countsOf(one)) shared += Math.min(count, counts.get(key) ?? 0);
  return [one.length === 0 ? 0 : shared / one.length, other.length === 0 ? 0 : shared / other.length];
}

const runsOf = (words: readonly string[]): string[] => {
  const length = Math.min(4, words.length);
  return length === 0 ? [] : words.slice(length - 1).map((_, start) => words.slice(start, start + length).join(" "));
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const harmonic = (one: number, other: number): number => (one + other === 0 ? 0 : (2 * one * other) / (one + other));

/** Scores a choice of blocks per sample. */
export function score(samples: readonly Sample[], kept: readonly (readonly boolean[])[]): Scores {
  const shingles: Record<string, { precision: number[]; recall: number[] }> = {
    aeb: { precision: [], recall: [] },
    rd: { precision: [], recall: [] },
  };
  const byType: Record<string, number[]> = {};
  const forums: number[] = [];
  let [hits, falseHits, misses] = [0, 0, 0];
  samples.forEach((sample, index) => {
    const { page, texts, tokens } = sample;
    const isKept = (_: unknown, block: number): boolean => kept[index]?.[block] === true;
    if (page.ds === "traf") {
      const text = texts.filter(isKept).join("\n").replace(/\s+/g, " ");
      const found = (segments: readonly string[] = []): number =>
        segments.filter((segment) => text.includes(segment.replace(/\s+/g, " ").trim())).length;
      hits += found(page.with);
      falseHits += found(page.without);
      misses += (page.with?.length ?? 0) - found(page.with);
      return;
    }
    const words = tokens.filter(isKept).flat();
    const truth = tokensOf(page.text ?? "");
    const shingle = shingles[page.ds];
    if (shingle !== undefined) {
      const [precision, recall] = overlap(runsOf(words), runsOf(truth));
      shingle.precision.push(precision);
      shingle.recall.push(recall);
    } else {
      const f1 = truth.length === 0 ? Number(words.length === 0) : harmonic(...overlap(words, truth));
      if (page.ds === "mh") forums.push(f1);
      else (byType[page.type ?? ""] ??= []).push(f1);
    }
  });
  const of = (ds: string): number => harmonic(mean(shingles[ds]?.precision ?? []), mean(shingles[ds]?.recall ?? []));
  const types = Object.fromEntries(Object.entries(byType).map(([type, values]) => [type, mean(values)]));
  const [aeb, traf, wcxb, mh] = [
    of("aeb"),
    (2 * hits) / (2 * hits + falseHits + misses),
    mean(Object.values(types)),
    mean(forums),
  ];
  return { aeb, rd: of("rd"), traf, wcxb, mh, composite: mean([aeb, traf, wcxb, mh]), types };
}
