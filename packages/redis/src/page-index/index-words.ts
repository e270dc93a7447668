import { indexedWordsOf, wordsOfUrl, type IndexedPage } from "@garner/core";

/** The weight of a word in the address, the title, the description and the text. */
const weights = { url: 2, title: 3, description: 2, text: 1 };
/** BM25 (Robertson and Zaragoza, 2009): the saturation of repeated words, and the importance of length. */
const saturation = 1.2;
const lengthMatters = 0.75;
/** The length that pages are compared with, as the mean of a growing index is unknown. */
const usualWords = 500;

/** Bytes of a record in the list of a word: the page's number and the word's worth in it. */
export const recordBytes = 5;
const worthScale = 100;

/** The words of a page, and the worth of each in it. Pure. */
export function worthOfWords({ url, title = "", description = "", text }: IndexedPage): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let length = 0;
  const add = (words: readonly string[], weight: number) => {
    length += words.length;
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  add(wordsOfUrl(url), weights.url);
  add(indexedWordsOf(title), weights.title);
  add(indexedWordsOf(description), weights.description);
  add(indexedWordsOf(text), weights.text);
  const norm = saturation * (1 - lengthMatters + (lengthMatters * length) / usualWords);
  return new Map([...counts].map(([word, count]) => [word, (count * (saturation + 1)) / (count + norm)]));
}

/** A record: four bytes for the number of the page, one for the worth. Pure. */
export function writeRecord(page: number, worth: number): Buffer {
  const record = Buffer.alloc(recordBytes);
  record.writeUInt32BE(page);
  record.writeUInt8(Math.max(1, Math.min(255, Math.round(worth * worthScale))), 4);
  return record;
}

/** The pages of a word's list, and its worth in each. Pure. */
export function* readRecords(list: Buffer): Iterable<readonly [page: number, worth: number]> {
  for (let at = 0; at + recordBytes <= list.length; at += recordBytes) {
    yield [list.readUInt32BE(at), list.readUInt8(at + 4) / worthScale];
  }
}

/** The rarity of a word that `pages` of `all` pages have. Pure. */
export function rarity(pages: number, all: number): number {
  return Math.log(1 + (Math.max(all, pages) - pages + 0.5) / (pages + 0.5));
}
