/** Bits of a feature's number. Numbers are hashes, so two features may share one; training saw the same collisions. */
export const featureBits = 19;

const words = /[\p{L}\p{M}]+|\p{N}+/gu;
const number = /^\p{N}/u;
/** Scripts that put no spaces between words. */
const unspaced = /[\u0E00-\u0E7F\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/;
const pieceLengths = { shortest: 1, longest: 3 };
const runLengths = { shortest: 4, longest: 5 };

/**
 * The features of a text: each word, its beginning (inflected languages share little else), its pair with the word
 * before, and its runs of four and five characters, which related words share. Scripts without spaces give all runs of
 * up to three characters. Each feature comes once, as a number below `2 ** featureBits`.
 */
export function featuresOf(text: string): ReadonlySet<number> {
  const features = new Set<number>();
  let before = "";
  for (const word of wordsOf(text.toLowerCase())) {
    if (unspaced.test(word)) {
      addPieces(word, features);
      before = "";
    } else {
      addWord(number.test(word) ? "0" : word, before, features);
      before = stemOf(word);
    }
  }
  return features;
}

/** {@link featuresOf} with a memory for the texts of one page: several readers ask for the same text. */
export function featuresOnce(): typeof featuresOf {
  const known = new Map<string, ReadonlySet<number>>();
  return (text) => {
    const features = known.get(text) ?? featuresOf(text);
    known.set(text, features);
    return features;
  };
}

const beyondAscii = /[^\0-\x7f]/;

/** The words and numbers of a text in lower case. Most are ASCII, which takes no pattern and no normalization. */
function wordsOf(text: string): readonly string[] {
  if (beyondAscii.test(text)) return text.normalize("NFKC").match(words) ?? [];
  const found: string[] = [];
  let start = 0; // of the word that is being read
  let kind = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at);
    const next = code >= 0x61 && code <= 0x7a ? 1 : code >= 0x30 && code <= 0x39 ? 2 : 0;
    if (next === kind) continue;
    if (kind !== 0) found.push(text.slice(start, at));
    kind = next;
    start = at;
  }
  return found;
}

function addWord(word: string, before: string, features: Set<number>): void {
  const stem = stemOf(word);
  features.add(mixed(hashed(start.word, word, word.length)));
  features.add(mixed(hashed(start.stem, stem, stem.length)));
  if (word.length > 4) features.add(mixed(hashed(start.beginning, word, 4)));
  if (before !== "") {
    const pair = hashed(hashed(start.pair, before, before.length), " ", 1);
    features.add(mixed(hashed(pair, stem, stem.length)));
  }
  addRuns(`^${word}$`, runLengths, { kind: start.run, features });
}

function addPieces(run: string, features: Set<number>): void {
  addRuns(run, pieceLengths, { kind: start.piece, features });
}

/** Adds all runs of characters of some lengths. Each length goes on where the one before ended. */
function addRuns(
  text: string,
  { shortest, longest }: typeof runLengths,
  { kind, features }: { readonly kind: number; readonly features: Set<number> },
): void {
  for (let from = 0; from + shortest <= text.length; from += 1) {
    const end = Math.min(text.length, from + longest);
    let value = kind;
    for (let at = from; at < end; at += 1) {
      value = Math.imul(value ^ text.charCodeAt(at), prime);
      if (at - from + 1 >= shortest) features.add(mixed(value));
    }
  }
}

/** The first 60 % of a long word. */
const stemOf = (word: string): string =>
  word.length > 6 ? word.slice(0, Math.max(5, Math.ceil(word.length * 0.6))) : word;

const prime = 16_777_619;

/** FNV-1a of the first characters of a text, going on from another. */
function hashed(before: number, text: string, length: number): number {
  let value = before;
  for (let at = 0; at < length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), prime);
  return value;
}

const kindOf = (letter: string): number => hashed(2_166_136_261, letter, 1);

/** The hashes that features of each kind begin with. */
const start = {
  word: kindOf("w"),
  stem: kindOf("s"),
  beginning: kindOf("p"),
  pair: kindOf("b"),
  run: kindOf("g"),
  piece: kindOf("c"),
} as const;

/** Mixes the bits as Murmur3 does at its end: similar words would share numbers too often. */
function mixed(hash: number): number {
  const value = Math.imul(hash ^ (hash >>> 15), 0x85_eb_ca_6b);
  return (value ^ (value >>> 13)) & (2 ** featureBits - 1);
}
