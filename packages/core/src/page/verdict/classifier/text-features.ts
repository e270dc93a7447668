/** Features are numbered by a hash of so many bits: two may share a number, and the training knows it. */
export const featureBits = 19;

const words = /[\p{L}\p{M}]+|\p{N}+/gu;
const number = /^\p{N}/u;
/** Scripts that put no spaces between words. */
const unspaced = /[\u0E00-\u0E7F\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/;
const longestPiece = 3;
const runLengths = [4, 5];

/**
 * What a text is classified by: its words, their beginnings (which is all that inflected languages have in common), and
 * each word with the one before it, and all runs of four and of five characters inside words, which relatives of a word share; of scripts
 * without spaces all runs of up to three characters. Every feature once, as a number below `2 ** featureBits`.
 */
export function featuresOf(text: string): readonly number[] {
  const features = new Set<number>();
  let before = "";
  for (const [word] of text.toLowerCase().normalize("NFKC").matchAll(words)) {
    if (unspaced.test(word)) {
      addPieces(word, features);
      before = "";
    } else {
      addWord(number.test(word) ? "0" : word, before, features);
      before = stemOf(word);
    }
  }
  return [...features];
}

function addWord(word: string, before: string, features: Set<number>): void {
  const stem = stemOf(word);
  features.add(hash(`w${word}`));
  features.add(hash(`s${stem}`));
  if (word.length > 4) features.add(hash(`p${word.slice(0, 4)}`));
  if (before !== "") features.add(hash(`b${before} ${stem}`));
  const bounded = `^${word}$`;
  for (const length of runLengths)
    for (let at = 0; at + length <= bounded.length; at += 1) features.add(hash(`g${bounded.slice(at, at + length)}`));
}

function addPieces(run: string, features: Set<number>): void {
  for (let length = 1; length <= longestPiece; length += 1)
    for (let at = 0; at + length <= run.length; at += 1) features.add(hash(`c${run.slice(at, at + length)}`));
}

/** The first 60 % of a long word. */
const stemOf = (word: string): string =>
  word.length > 6 ? word.slice(0, Math.max(5, Math.ceil(word.length * 0.6))) : word;

/** FNV-1a, mixed once more as Murmur3 ends: neighbouring words would share numbers too often. */
function hash(feature: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < feature.length; index += 1)
    value = Math.imul(value ^ feature.charCodeAt(index), 16_777_619);
  value = Math.imul(value ^ (value >>> 15), 0x85_eb_ca_6b);
  return (value ^ (value >>> 13)) & (2 ** featureBits - 1);
}
