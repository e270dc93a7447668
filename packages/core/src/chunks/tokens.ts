import { requireArgument } from "../errors.ts";

/**
 * About how many tokens a text is to a language model: four letters of Latin script, or one of any other, are one token.
 * It errs on the high side, and takes linear time, which tokenizers don't on hostile text. Pure. Throws BAD_REQUEST for
 * anything but a string.
 */
export function estimateTokens(text: string): number {
  requireArgument(typeof text === "string", "estimateTokens: `text` must be a string.");
  return Math.ceil(tokenShare(text));
}

/** The same before it is rounded up, so that the shares of a text's parts add up to its own. Pure. */
export function tokenShare(text: string): number {
  let tokens = 0;
  for (let index = 0; index < text.length; index += 1) tokens += text.charCodeAt(index) < 0x250 ? 0.25 : 1;
  return tokens;
}

/**
 * Cuts a Markdown text into parts of at most `maxTokens` each; put together they are the text. Parts end before a
 * heading where that is possible, else between blocks, lines, sentences or words, and within a word only when there is
 * nothing else. Pure.
 */
export function splitText(text: string, maxTokens: number): readonly string[] {
  const parts: string[] = [];
  let rest = text;
  // Only as much is read for a part as fits into it: counting all that is left would take quadratic time.
  for (let end = charactersWithin(rest, maxTokens); end < rest.length; end = charactersWithin(rest, maxTokens)) {
    const cut = bestCut(rest, end);
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  if (rest !== "" || parts.length === 0) parts.push(rest);
  return parts;
}

/** Where parts may end, best first. */
const seams = [/\n(?=#{1,3} )/g, /\n\n/g, /\n/g, /(?<=[.!?。]) /g, /\s/g] as const;

/** The last seam of the best kind in the second half of what fits. */
function bestCut(text: string, end: number): number {
  const from = Math.floor(end / 2);
  const window = text.slice(from, end);
  for (const seam of seams) {
    let cut: number | undefined;
    for (const match of window.matchAll(seam)) cut = from + match.index + match[0].length;
    if (cut !== undefined && cut > 0) return cut;
  }
  // Never between the halves of one character.
  const isSplitPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && end > 1;
  return isSplitPair ? end - 1 : end;
}

/** Number of characters from the start of a text {@link estimateTokens} takes for `maxTokens` at most; one at least. Pure. */
export function charactersWithin(text: string, maxTokens: number): number {
  let tokens = 0;
  for (let index = 0; index < text.length; index += 1) {
    tokens += text.charCodeAt(index) < 0x250 ? 0.25 : 1;
    if (tokens > maxTokens) return Math.max(1, index);
  }
  return text.length;
}
