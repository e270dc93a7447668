import { Element, Text, type ChildNode } from "domhandler";
import type { FlatPage, Region } from "./flat-page.ts";
import { ignoredTags } from "./tags.ts";

/** Repetitions in a page. All arrays are indexed by block. */
export interface Repeats {
  /** Count of a short block's text on the page; 0 for other blocks. */
  readonly occurrences: Int32Array;
  /** Share of the text that stood in earlier blocks of other surroundings, from 0 to 1, by runs of four words. */
  readonly share: Float32Array;
  /** Fingerprint of the text of a block of ten words and more; 0 for shorter ones. */
  readonly fingerprint: Int32Array;
}

const runLength = 4;
const fewestWords = 8;
const fewestForFingerprint = 10;

/**
 * True if one of two blocks with the same text may be a copy that the layout needs. Siblings, and blocks with the same
 * elements and classes around them, are an author's repetition.
 */
export function isElsewhere(one: Region, other: Region, signature: Int32Array): boolean {
  return one.parent !== other.parent && signature[one.index] !== signature[other.index];
}

/** Finds repeated text: a teaser and its article, a phone's and a desktop's copy. Linear in the amount of text. */
export function readRepeats(page: FlatPage, texts: readonly string[], signature: Int32Array): Repeats {
  const { blocks } = page;
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== "") counts.set(text, (counts.get(text) ?? 0) + 1);
  const share = new Float32Array(blocks.length);
  const fingerprint = new Int32Array(blocks.length);
  const firstSeen = new Map<number, Region>();
  for (const block of blocks) {
    const { index } = block;
    if (block.measures.tokens < fewestWords) continue;
    const words = wordHashes(block.nodes);
    let whole = 0;
    for (const word of words) whole = (Math.imul(whole, 31) + word) | 0;
    if (block.measures.tokens >= fewestForFingerprint) fingerprint[index] = whole;
    let repeated = 0;
    const runs = words.length - runLength + 1;
    for (let start = 0; start < runs; start += 1) {
      let hash = 0;
      for (let word = start; word < start + runLength; word += 1) hash = (Math.imul(hash, 31) + (words[word] ?? 0)) | 0;
      const seen = firstSeen.get(hash);
      if (seen === undefined) firstSeen.set(hash, block.region);
      else if (isElsewhere(seen, block.region, signature)) repeated += 1;
    }
    share[index] = runs > 0 ? repeated / runs : 0;
  }
  const occurrences = new Int32Array(blocks.length);
  for (const { index } of blocks) occurrences[index] = counts.get(texts[index] ?? "") ?? 0;
  return { occurrences, share, fingerprint };
}

/** Words while they are read. */
interface Words {
  readonly hashes: number[];
  /** The fingerprint of the word that is being read; 0 between words. */
  hash: number;
}

/** One number per word; letters of scripts without spaces count as one long word. */
function wordHashes(nodes: readonly ChildNode[]): readonly number[] {
  const words: Words = { hashes: [], hash: 0 };
  hashNodes(nodes, words);
  endWord(words);
  return words.hashes;
}

function hashNodes(nodes: readonly ChildNode[], words: Words): void {
  for (const node of nodes) {
    if (node instanceof Text) hashText(node.data, words);
    else if (node instanceof Element && !ignoredTags.has(node.name)) {
      if (node.name === "br") endWord(words);
      hashNodes(node.children, words);
    }
  }
}

function hashText(text: string, words: Words): void {
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    const isAscii = (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123);
    if (isAscii || (code > 127 && !isSpace(code)))
      words.hash = (Math.imul(words.hash, 31) + (code > 64 && code < 91 ? code + 32 : code)) | 0;
    else endWord(words);
  }
}

function endWord(words: Words): void {
  if (words.hash !== 0) words.hashes.push(words.hash);
  words.hash = 0;
}

/** Matches of `\s` beyond ASCII. */
const isSpace = (code: number): boolean =>
  code === 0xa0 || (code >= 0x1680 && (code === 0x1680 || (code >= 0x2000 && code <= 0x200a) || isRareSpace(code)));

const isRareSpace = (code: number): boolean =>
  code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000 || code === 0xfeff;
