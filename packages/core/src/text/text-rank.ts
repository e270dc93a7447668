import { plainText } from "./plain-text.ts";
import { functionWords, wordsOf } from "./words.ts";

const maxSentences = 300;
const damping = 0.85;
const rounds = 30;
/** The lead of the first sentence over the others: writers say first what matters. */
const lead = 4;

/**
 * The most telling sentences of a Markdown text, in its own order: TextRank (Mihalcea and Tarau, 2004), where sentences
 * vote for those they share words with. Of a long text the first 300 sentences take part. Pure.
 */
export function textRank(markdown: string, count: number): readonly string[] {
  const sentences = sentencesOf(markdown).slice(0, maxSentences);
  if (sentences.length <= count) return sentences;
  const words = sentences.map((sentence) => new Set(wordsOf(sentence).filter((word) => !functionWords.has(word))));
  const links = words.map((one, index) =>
    words.map((other, target) => (index === target ? 0 : similarity(one, other))),
  );
  const totals = links.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let ranks = sentences.map(() => 1);
  for (let round = 0; round < rounds; round += 1) {
    ranks = sentences.map((_, index) => {
      const votes = ranks.reduce((sum, rank, voter) => {
        const total = totals[voter] ?? 0;
        return total === 0 ? sum : sum + (rank * (links[voter]?.[index] ?? 0)) / total;
      }, 0);
      return (1 - damping) * (1 + lead / (index + 1)) + damping * votes;
    });
  }
  const best = ranks.map((rank, index) => ({ rank, index })).toSorted((one, other) => other.rank - one.rank);
  const chosen = best.slice(0, count).map(({ index }) => index);
  return chosen.toSorted((one, other) => one - other).flatMap((index) => sentences[index] ?? []);
}

function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size < 2 || other.size < 2) return 0;
  return [...one].filter((word) => other.has(word)).length / (Math.log(one.size) + Math.log(other.size));
}

/** The sentences of paragraphs and list entries, without markup; headings, tables and code are none. */
function sentencesOf(markdown: string): readonly string[] {
  const prose = withoutCode(markdown.split("\n"))
    .filter((line) => !/^\s*(?:#|\||!\[|-{3,}|\[\^)/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, ""))
    .join("\n");
  const plain = plainText(prose.replace(/!\[[^\]\n]{0,300}\]\([^)\n]{0,2000}\)/g, ""));
  const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
  return plain
    .split(/\n{2,}|\n(?=\S)/)
    .flatMap((block) =>
      [...segmenter.segment(block.replace(/\s+/g, " "))]
        .map(({ segment }) => segment.trim())
        .filter((sentence) => wordsOf(sentence).length >= 4),
    );
}

/** Lines outside of fenced code. A fence that nothing closes ends with the text. */
function withoutCode(lines: readonly string[]): readonly string[] {
  let open: string | undefined;
  return lines.filter((line) => {
    const fence = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
    if (open === undefined) {
      open = fence;
      return fence === undefined;
    }
    if (fence?.startsWith(open) === true) open = undefined;
    return false;
  });
}
