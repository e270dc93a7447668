import { setImmediate } from "node:timers/promises";
import MiniSearch from "minisearch";
import type { MapLink } from "../schema/map.ts";
import { functionWords, wordsOf, wordsOfUrl } from "../text/words.ts";

const linksPerStep = 1000;

/**
 * The links that match a search, best first: BM25 over the words of address, title and description, where the start of
 * a word and a typing error count less than the word. Links that only contain the search somewhere in their address
 * follow, in their own order. Other work goes on in between.
 */
export async function rankLinks(links: readonly MapLink[], search: string): Promise<readonly MapLink[]> {
  const index = new MiniSearch<{ readonly id: number; readonly link: MapLink }>({
    fields: ["url", "title", "description"],
    extractField: ({ id, link }, field) => {
      if (field === "id") return String(id);
      return link[field as "url" | "title" | "description"] ?? "";
    },
    tokenize: (text, field) => [...(field === "url" ? wordsOfUrl(text) : wordsOf(text))],
    processTerm: (word) => word,
  });
  for (let start = 0; start < links.length; start += linksPerStep) {
    index.addAll(links.slice(start, start + linksPerStep).map((link, offset) => ({ id: start + offset, link })));
    await setImmediate();
  }
  const asked = wordsOf(search);
  const telling = asked.filter((word) => !functionWords.has(word));
  const matches = index.search((telling.length > 0 ? telling : asked).join(" "), {
    tokenize: (text) => text.split(" "),
    boost: { title: 3, url: 2, description: 1 },
    prefix: (word) => word.length >= 3,
    fuzzy: (word) => (word.length >= 5 ? 0.2 : false),
    weights: { prefix: 0.4, fuzzy: 0.2 },
  });
  const ranked = matches.flatMap((match) => links[Number(match.id)] ?? []);
  const found = new Set(ranked);
  const needle = squeeze(search);
  const containing =
    needle === "" ? [] : links.filter((link) => !found.has(link) && squeeze(link.url).includes(needle));
  return [...ranked, ...containing];
}

/** Text without what separates words, so that "return policy" is found in `/returnpolicy`. */
function squeeze(text: string): string {
  return text.toLowerCase().replace(/[\s_.+-]+|%20/g, "");
}
