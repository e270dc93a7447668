import MiniSearch from "minisearch";
import { computeFor, type PureWork, type WorkingCall } from "../concurrency/pure-work.ts";
import { inSlices } from "../concurrency/in-slices.ts";
import type { MapLink } from "../schema/map.ts";
import { bareWord, functionWords, signedWordsOf, withForms, wordsOf, wordsOfUrl } from "../text/words.ts";
import { percentDecoded } from "../url/percent-decoded.ts";

/**
 * The links that match a search, best first: BM25 over the words of address, title and description, where the start of
 * a word and a typing error count less than the word. Links that only contain the search somewhere in their address
 * follow, in their own order. Rejects with EngineError.
 */
export async function rankLinks(
  links: readonly MapLink[],
  search: string,
  call: WorkingCall,
): Promise<readonly MapLink[]> {
  // Texts are handed over at a fraction of what objects take.
  const pieces: string[] = [];
  for await (const slice of inSlices(links, linksAtOnce)) pieces.push(JSON.stringify(slice));
  const order = await computeFor(call, findLinks, { pieces, search });
  return order.flatMap((index) => links[index] ?? []);
}

const linksAtOnce = 1000;

/** {@link rankLinks} for links in pieces of JSON; the result is their places in the list. */
export const findLinks: PureWork<{ readonly pieces: readonly string[]; readonly search: string }, readonly number[]> = {
  module: import.meta.url,
  name: "findLinks",
  tooMuch: { code: "BAD_REQUEST", message: "search: this takes too long on so many links; search for less." },
  run: ({ pieces, search }) =>
    findInOrder(
      pieces.flatMap((piece) => JSON.parse(piece) as readonly MapLink[]),
      search,
    ),
};

function findInOrder(links: readonly MapLink[], search: string): readonly number[] {
  const index = new MiniSearch<{ readonly id: number; readonly link: MapLink }>({
    fields: ["url", "title", "description"],
    extractField: ({ id, link }, field) => {
      if (field === "id") return String(id);
      return link[field as "url" | "title" | "description"] ?? "";
    },
    tokenize: (text, field) => [...withForms(field === "url" ? wordsOfUrl(text) : wordsOf(text))],
    processTerm: (word) => word,
  });
  index.addAll(links.map((link, id) => ({ id, link })));
  const asked = wordsOf(search);
  const telling = asked.filter((word) => !functionWords.has(word));
  const words = new Set((telling.length > 0 ? telling : asked).flatMap((word) => [word, bareWord(word)]));
  const matches = index.search([...words].join(" "), {
    tokenize: (text) => text.split(" "),
    boost: { title: 3, url: 2, description: 1 },
    prefix: (word) => word.length >= 3,
    fuzzy: (word) => (word.length >= 5 ? 0.2 : false),
    weights: { prefix: 0.4, fuzzy: 0.2 },
  });
  const signed = signedWordsOf(search);
  const ranked = matches.map((match) => Number(match.id)).filter((id) => hasSigned(links[id], signed));
  const found = new Set(ranked);
  const needle = squeeze(search);
  // One letter is nearly everywhere, such as that of "C++".
  const others = /^[a-z\d]?$/.test(needle) ? [] : [...links.keys()].filter((id) => !found.has(id));
  return [...ranked, ...others.filter((id) => squeeze(links[id]?.url ?? "").includes(needle))];
}

/** True if a link says words with their signs: the index knows "C++" and "C#" as "c". */
function hasSigned(link: MapLink | undefined, signed: readonly string[]): boolean {
  if (link === undefined || signed.length === 0) return true;
  const { url, title = "", description = "" } = link;
  const said = `${percentDecoded(url)} ${title} ${description}`.toLowerCase();
  return signed.every((word) => said.includes(word));
}

/** Text without what separates words, so that "return policy" is found in `/returnpolicy`. */
function squeeze(text: string): string {
  return text.toLowerCase().replace(/[\s_.+-]+|%20/g, "");
}
