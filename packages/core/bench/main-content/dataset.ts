import { flatten, blockText, type FlatPage } from "../../src/page/boilerplate/blocks/flat-page.ts";
import { pageSigns, type PageSigns } from "../../src/page/boilerplate/blocks/page-signs.ts";
import { revealNoscript } from "../../src/page/clean.ts";
import { placeLateParts } from "../../src/page/late-parts.ts";
import { indexElements } from "../../src/page/element-index.ts";
import { parse } from "../../src/markup/parse.ts";
import { removeInvisible } from "../../src/page/visibility/visibility.ts";
import { align } from "./align.ts";
import { readHtml, readTruths, tokensOf, type LabelledPage } from "./pages.ts";

/** A page with a label and a weight for each of its blocks. */
export interface Sample {
  /** Folder of the pack that the page is from. */
  readonly pack: string;
  readonly page: LabelledPage;
  readonly flat: FlatPage;
  readonly signs: PageSigns;
  readonly texts: readonly string[];
  readonly tokens: readonly (readonly string[])[];
  /** Share of the block's words that are in the truth; -1 where the truth says nothing. */
  readonly labels: Float32Array;
  readonly weights: Float32Array;
  /** Pages of one site are always in one fold. */
  readonly fold: number;
}

export const dataSets = ["aeb", "rd", "traf", "wcxb", "mh"] as const;

/** How much each data set counts in training. */
const importance: Readonly<Record<string, number>> = { aeb: 0.25, rd: 0.1, traf: 0.25, wcxb: 0.25 / 7, mh: 0.25 / 2 };

/** Blocks of pages with much more boilerplate than content together count at most this many times the content. */
const maxBoilerplate = 3;

/** Reads, flattens and labels all pages of quality packs, in the order of the pipeline's stages. */
export function readSamples(packs: readonly string[], folds: number): Sample[] {
  const sources = packs.flatMap((pack) => dataSets.map((ds) => ({ pack, ds })));
  const samples = sources.flatMap(({ pack, ds }) =>
    readTruths(pack, ds).flatMap((page): Sample[] => {
      const document = parse(readHtml(pack, page));
      const elements = indexElements(document);
      placeLateParts(document, elements);
      revealNoscript(document, elements);
      removeInvisible(document, elements);
      const signs = pageSigns(document);
      const flat = flatten(document);
      if (flat === undefined) return [];
      const texts = flat.blocks.map(blockText);
      const tokens = texts.map(tokensOf);
      const labels = page.text === undefined ? segmentLabels(page, texts) : textLabels(page.text, tokens);
      const weights = new Float32Array(labels.length);
      return [{ pack, page, flat, signs, texts, tokens, labels, weights, fold: foldOf(page, folds) }];
    }),
  );
  weigh(samples);
  return samples;
}

function textLabels(truth: string, tokens: readonly (readonly string[])[]): Float32Array {
  const matched = align(tokens.flat(), tokensOf(truth));
  let at = 0;
  return Float32Array.from(tokens, (words) => {
    let count = 0;
    for (let word = 0; word < words.length; word += 1) count += matched[at + word] ?? 0;
    at += words.length;
    return words.length === 0 ? -1 : count / words.length;
  });
}

function segmentLabels(page: LabelledPage, texts: readonly string[]): Float32Array {
  const clean = (text: string): string => text.replace(/\s+/g, " ").trim();
  const touches = (text: string, segments: readonly string[], least: number): boolean =>
    segments.some((segment) => text.includes(clean(segment)) || (text.length > least && clean(segment).includes(text)));
  return Float32Array.from(texts, (text) => {
    if (text.length < 2) return -1;
    if (touches(text, page.with ?? [], 25)) return 1;
    return touches(text, page.without ?? [], 12) ? 0 : -1;
  });
}

/** Makes each page count as its data set's metric counts it: words relative to the page's main content. */
function weigh(samples: readonly Sample[]): void {
  const counts = new Map<string, number>();
  const kind = ({ page }: Sample): string => `${page.ds} ${page.type ?? ""}`;
  let segments = 0;
  for (const sample of samples) {
    counts.set(kind(sample), (counts.get(kind(sample)) ?? 0) + 1);
    if (sample.page.ds === "traf") segments += sample.labels.filter((label) => label >= 0).length;
  }
  for (const sample of samples) {
    const { page, labels, tokens, weights } = sample;
    const share = (importance[page.ds] ?? 0) * 1e4;
    if (page.ds === "traf") {
      labels.forEach((label, index) => (weights[index] = label < 0 ? 0 : share / segments));
      continue;
    }
    if ((page.text ?? "") === "" || (page.reach ?? 1) < 0.5) continue;
    let [content, boilerplate] = [0, 0];
    labels.forEach((label, index) => {
      const size = tokens[index]?.length ?? 0;
      content += size * Math.max(0, label);
      boilerplate += size * (1 - Math.max(0, label));
    });
    content = Math.max(40, content);
    const discount = Math.min(1, maxBoilerplate / (boilerplate / content));
    labels.forEach((label, index) => {
      const size = tokens[index]?.length ?? 0;
      weights[index] = ((share / (counts.get(kind(sample)) ?? 1)) * size * (label > 0.5 ? 1 : discount)) / content;
    });
  }
}

/** Pages of one site are always in one fold. */
export const foldOf = ({ group }: LabelledPage, folds: number): number => hash(group) % folds;

function hash(text: string): number {
  let sum = 2_166_136_261;
  for (const character of text) sum = Math.imul(sum ^ character.charCodeAt(0), 16_777_619);
  return sum >>> 0;
}
