/** The surroundings of a run of text that matter to its meaning in Markdown. */
export interface TextPlace {
  /** The character before the run, or "" at the start of a line. */
  readonly before: string;
  /** The character after the run, or "" at the end of a line. */
  readonly after: string;
  /** True if the run opens a line on which a block could start. */
  readonly opensLine: boolean;
  readonly inLink: boolean;
  readonly inStrikethrough: boolean;
  /** Signs of emphasis that occur only once in these lines, so that nothing can pair up with them. */
  readonly loneSigns: string;
}

const suspicious = /[\\`*_~[\]<&]/;
const suspects = new RegExp(suspicious, "g");
const entity = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y;
const asciiPunctuation = /[!-/:-@[-`{-~]/;

/** Longest look along a run of delimiters, so that a page of asterisks takes linear time. */
const longestRun = 40;

/**
 * Escapes the characters of a text that Markdown would otherwise take for syntax where it stands, and no others
 * (CommonMark 0.31 §2.4, §6; GFM §6.5). `text` holds no line breaks. Linear in its length.
 */
export function escapeText(text: string, place: TextPlace): string {
  const escaped = suspicious.test(text) ? escapeInline(text, place) : text;
  return place.opensLine ? escapeLineStart(escaped, place.after) : escaped;
}

function escapeInline(text: string, place: TextPlace): string {
  const loneBrackets = place.inLink && (/\]\(|\[\^/.test(text) || !hasBalancedBrackets(text));
  let escaped = "";
  let copied = 0;
  suspects.lastIndex = 0;
  while (suspects.test(text)) {
    const index = suspects.lastIndex - 1;
    const next = characterAt(text, index + 1) || place.after;
    if (!isSyntax({ text, index, next, place, loneBrackets })) continue;
    escaped += text.slice(copied, index) + "\\";
    copied = index;
  }
  return escaped + text.slice(copied);
}

/**
 * The character at a place; empty outside of the text. V8 throws optimised code away in which `charAt` is asked for what lies
 * there, at each call of its own.
 */
export const characterAt = (text: string, index: number): string =>
  index >= 0 && index < text.length ? text.charAt(index) : "";

interface Suspect {
  readonly text: string;
  readonly index: number;
  readonly next: string;
  readonly place: TextPlace;
  readonly loneBrackets: boolean;
}

function isSyntax(suspect: Suspect): boolean {
  const { text, index, next, place } = suspect;
  switch (text.charAt(index)) {
    case "\\":
      return next === "" || asciiPunctuation.test(next);
    case "`":
      return true;
    case "<":
      return /[A-Za-z/!?]/.test(next);
    case "&":
      entity.lastIndex = index;
      return entity.test(text);
    case "[":
      return suspect.loneBrackets || next === "^";
    case "]":
      return suspect.loneBrackets || next === "(";
    default:
      return !place.loneSigns.includes(text.charAt(index)) && isDelimiter(text, index, place);
  }
}

/** True if a `*`, `_` or `~` could open or close emphasis or strikethrough, given its run's neighbours. */
function isDelimiter(text: string, index: number, place: TextPlace): boolean {
  const character = text.charAt(index);
  let start = index;
  while (characterAt(text, start - 1) === character && index - start < longestRun) start -= 1;
  let end = index + 1;
  while (characterAt(text, end) === character && end - index < longestRun) end += 1;
  const before = characterAt(text, start - 1) || place.before;
  const after = characterAt(text, end) || place.after;
  const spaceBefore = before === "" || before === " ";
  const spaceAfter = after === "" || after === " ";
  if (spaceBefore && spaceAfter) return false;
  if (character === "_") return !(/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after));
  if (character === "~" && before !== "~" && after !== "~") {
    return end - start === 2 || (end - start === 1 && (place.inStrikethrough || !spaceBefore));
  }
  return true;
}

/** True if a text fits in a link without ending it. */
export function hasBalancedBrackets(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "[") depth += 1;
    else if (character === "]") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Escapes the start of a heading, list, quote, rule, fence, table, definition or setext underline. */
function escapeLineStart(text: string, after: string): string {
  const ordered = /^(\d{1,9})([.)])(?= |$)/.exec(text);
  if (ordered !== null) return `${ordered[1]}\\${text.slice(ordered[1]?.length)}`;
  const fence = /^~{3,}/.exec(text)?.[0];
  if (fence !== undefined) {
    // A tilde after an escaped one could open a strikethrough.
    const opensMore = /\S/.test(text.charAt(fence.length) || after);
    return (opensMore ? "\\~".repeat(fence.length) : `\\${fence}`) + text.slice(fence.length);
  }
  const opensBlock = /^(?:#{1,6}(?: |$)|[-+*](?: |$)|>|=+ ?$|(?:[-_*] ?)+$|\[[ xX]\] |\[[^\]]{1,999}\]:)/.test(text);
  const delimiterRow = /^[ |:-]+$/.test(text) && text.includes("-");
  return opensBlock || delimiterRow ? `\\${text}` : text;
}

/** The text of an attribute that Markdown parses as inline content, such as an image's alt. */
export function escapeLabel(text: string): string {
  return escapeText(text, {
    before: "",
    after: "",
    opensLine: false,
    inLink: true,
    inStrikethrough: true,
    loneSigns: "",
  });
}
