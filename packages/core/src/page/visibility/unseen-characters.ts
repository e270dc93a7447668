/**
 * Characters that paint nothing: the default-ignorable ones (Unicode §5.21), control characters and the anchors of
 * annotations. Line breaks, tabs and the like are white space.
 */
const unseen = String.raw`[\p{Default_Ignorable_Code_Point}\u0000-\u0008\u000B\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFF9-\uFFFB]`;
const isUnseen = new RegExp(unseen, "u");
const unseenRuns = new RegExp(`${unseen}+`, "gu");

/**
 * A text without the characters that paint nothing, in which whole sentences can be written unseen: tags, variation
 * selectors, joiners, fillers, marks of direction. One stays where its neighbours take it: joiners between letters that
 * join and in emoji, flags of regions, keycaps, variants of ideographs and symbols, soft hyphens, breaks between words
 * that no space parts, marks of direction in text from right to left. Pure, in time linear in the text.
 */
export function withoutUnseen(text: string): string {
  if (!mayHoldUnseen(text)) return text;
  const turns = turnsOf(text);
  return text.replace(unseenRuns, (run: string, start: number) => {
    const before = characterBefore(text, start);
    const after = characterAt(text, start + run.length);
    const onBase = flagTags(run, before) ?? variationSelector(run, { before, after });
    const taken = onBase + joiner(run, { before, after });
    return taken === "" && isTaken(run, { before, after, turns }) ? run : taken;
  });
}

/** A run of this many characters that paint nothing can hold words; typesetting uses one or two at a place. */
const minHiddenRun = 8;

/** Number of characters removed by {@link withoutUnseen} in runs long enough to be writing. */
export function hiddenWritingIn(text: string): number {
  if (!mayHoldUnseen(text)) return 0;
  const lengths = (text.match(unseenRuns) ?? []).map((run) => (new Set(run).size > 1 ? [...run].length : 0));
  return lengths.filter((length) => length >= minHiddenRun).reduce((sum, length) => sum + length, 0);
}

/** True if a text is worth a closer look. Most have nothing of the kind, and a pattern takes ten times as long to see it. */
function mayHoldUnseen(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isOrdinary =
      (code >= 0x20 && code < 0x7f) || code === 0x0a || (code > 0xa0 && code < 0x34f && code !== 0xad) || isPlain(code);
    if (!isOrdinary && (isSurrogate(code) ? mayBegin(code) : isUnseen.test(text.charAt(index)))) return true;
  }
  return false;
}

/** Dashes and quotation marks, letters of East Asia, signs in private use. */
const isPlain = (code: number): boolean =>
  (code > 0x200f && code < 0x202a) ||
  (code > 0x206f && code < 0xd800 && code !== 0x3164) ||
  (code > 0xdfff && code < 0xfe00);
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;
/** The first halves of the pairs among which the unseen ones are. */
const mayBegin = (code: number): boolean => code === 0xd82f || code === 0xd834 || (code >= 0xdb40 && code <= 0xdb43);

/** The text on both sides of a run; empty at the ends of the text. */
interface Neighbours {
  readonly before: string;
  readonly after: string;
}

/** True if a text is read from right to left somewhere, and its directional isolates come in pairs. */
interface Turns {
  readonly isRightToLeft: boolean;
  readonly isPaired: boolean;
}

function turnsOf(text: string): Turns {
  const isolates = (text.match(unseenRuns) ?? []).filter((run) => /^[\u2066-\u2069]$/.test(run));
  const ends = isolates.filter((run) => run === "\u2069").length;
  return { isRightToLeft: rightToLeft.test(text), isPaired: ends * 2 === isolates.length };
}

const ofScripts = (names: string): string => names.replace(/\w+/g, String.raw`\p{scx=$&}`).replaceAll(" ", "");
const letterOf = (names: string): RegExp => new RegExp(String.raw`^(?=[\p{L}\p{M}\p{Nd}])[${ofScripts(names)}]`, "u");

const rightToLeft = new RegExp(String.raw`(?=\p{L})[${ofScripts("Hebr Arab Syrc Thaa Nkoo Adlm")}]`, "u");
/** Letters of scripts that join, or don't, by the sign between them (Unicode §9.2 and §12.1). */
const joiningLetter = letterOf(
  "Arab Syrc Mong Nkoo Mand Mani Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Java Bali Sund Lana Cham Newa",
);
/** A letter of a script that parts words by a space without width, if at all. */
const unspacedLetter = letterOf("Khmr Thai Laoo Mymr Lana Tibt Java Bali");
const letter = /^[\p{L}\p{M}\p{Nd}]/u;
const emoji = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

/** The flag of a region, such as Scotland: a black flag, its code and an end (UTS #51, ED-14a). */
function flagTags(run: string, before: string): string | undefined {
  if (before !== "\u{1F3F4}") return undefined;
  return /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/u.exec(run)?.[0];
}

/** The selectors of variants that Unicode or a registered collection has, by the base they stand on (Unicode §23.4). */
const variants: readonly (readonly [selector: RegExp, base: RegExp])[] = [
  [/^[\uFE0E\uFE0F]/u, /^\p{Extended_Pictographic}/u],
  [/^[\uFE00-\uFE02]/u, /^\p{Script=Han}/u],
  [/^[\uFE00\uFE01]/u, /^[、。，．！：；？]/u],
  [/^\uFE00/u, /^[\p{Sm}0\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Manichaean}]/u],
  [/^[\uFE00-\uFE06]/u, /^\p{Script=Egyptian_Hieroglyphs}/u],
  [/^[\u{E0100}-\u{E011F}]/u, /^\p{Unified_Ideograph}/u],
  [/^[\u180B-\u180D\u180F]/u, /^\p{Script=Mongolian}/u],
];

function variationSelector(run: string, { before, after }: Neighbours): string {
  const isKeycap = run === "\uFE0F" && after === "\u20E3" && /^[0-9#*]$/.test(before);
  if (isKeycap) return run;
  for (const [selector, base] of variants) {
    const [found = ""] = selector.exec(run) ?? [];
    if (found !== "" && base.test(before)) return found;
  }
  return "";
}

function joiner(run: string, { before, after }: Neighbours): string {
  const [sign = ""] = /[\u200C\u200D]/.exec(run) ?? [];
  if (sign === "") return "";
  if (emoji.test(before) && emoji.test(after)) return sign === "\u200D" ? sign : "";
  const [joinsBefore, joinsAfter] = [joiningLetter.test(before), joiningLetter.test(after)];
  // A joiner alone shows a letter's form; to part two letters, both must be there.
  if (sign === "\u200D") return joinsBefore || joinsAfter ? sign : "";
  const isBetween = /^\S/u.test(before) && /^\S/u.test(after);
  return isBetween && (joinsBefore || joinsAfter) ? sign : "";
}

/** True if the neighbours of a run of one sign take it. */
function isTaken(run: string, { before, after, turns }: Neighbours & { readonly turns: Turns }): boolean {
  if (/^[\u061C\u200E\u200F]$/.test(run)) return turns.isRightToLeft;
  if (/^[\u2066-\u2069]$/.test(run)) return turns.isRightToLeft && turns.isPaired;
  switch (run) {
    case "\u00AD":
      return letter.test(before) && letter.test(after);
    case "\u034F":
      return letter.test(before) && /^\p{M}/u.test(after);
    case "\u115F":
      return /^[\u1160-\u11A7]/.test(after);
    case "\u1160":
      return /^[\u1100-\u115E]/.test(before);
    case "\u180E":
      return /^\p{Script=Mongolian}/u.test(before) && /^\p{Script=Mongolian}/u.test(after);
    case "\u200B":
      return unspacedLetter.test(before) && unspacedLetter.test(after);
    default:
      return false;
  }
}

function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function characterBefore(text: string, end: number): string {
  if (end === 0) return "";
  const isLowSurrogate = /^[\uDC00-\uDFFF]/.test(text.charAt(end - 1)) && end > 1;
  return characterAt(text, isLowSurrogate ? end - 2 : end - 1);
}
