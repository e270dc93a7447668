/** A page's text, block by block, while it is gathered. */
export interface Speech {
  readonly blocks: Block[];
  length: number;
  /** The block that is being read. */
  text: string;
  characters: number;
  proseCharacters: number;
  isOwn: boolean;
  isQuotation: boolean;
  level: number;
}

interface Block {
  /** Empty for a heading that is a link. */
  readonly text: string;
  /** Level of a heading, from 1 to 6; 0 for any other block. */
  readonly level: number;
  /** The block stands outside the site's chrome. */
  readonly isOwn: boolean;
  /** The block stands in what the page quotes. */
  readonly isQuotation: boolean;
  /** Short labels of links and controls that stand below it. */
  labels: string;
}

/** Deciding words stand on short pages. */
const maxLength = 6000;
/** Share of a block outside links and controls, for the block to say something. */
const minProseShare = 0.25;
const endingLength = 14;
const maxLabels = 60;

/** A new gathering without any text. */
export const newSpeech = (): Speech => ({
  blocks: [],
  length: 0,
  text: "",
  characters: 0,
  proseCharacters: 0,
  isOwn: true,
  isQuotation: false,
  level: 0,
});

/** Adds a text with its count of characters to the block that is being read. */
export function addText(
  speech: Speech,
  text: string,
  of: Pick<Block, "isOwn" | "isQuotation" | "level"> & { readonly characters: number; readonly isProse: boolean },
) {
  if (speech.length >= maxLength) return;
  if (speech.text.length < maxLength) speech.text += text;
  speech.characters += of.characters;
  if (of.isProse) speech.proseCharacters += of.characters;
  if (of.characters === 0) return;
  speech.isOwn = of.isOwn;
  speech.isQuotation = of.isQuotation;
  speech.level = of.level;
}

/** Ends the block that is being read; one that is mostly links and controls, as menus are, says nothing. */
export function endBlock(speech: Speech): void {
  if (speech.characters === 0) return;
  const { isOwn, isQuotation, level } = speech;
  const text = speech.proseCharacters >= speech.characters * minProseShare ? speech.text : "";
  const last = speech.blocks.at(-1);
  if (text !== "" || level > 0) speech.blocks.push({ text, isOwn, isQuotation, level, labels: "" });
  else if (last !== undefined && isOwn && last.labels.length < maxLabels && speech.text.length < maxLabels)
    last.labels += `${speech.text} `;
  speech.length += text.length;
  speech.text = "";
  speech.characters = 0;
  speech.proseCharacters = 0;
}

/** Lines that stand on every page: a copyright, the name of the server. */
const imprint = /^\s*(?:©|\(c\)|copyright\b)|all rights reserved|^\s*\w+(?:\/.{0,150})? server at \S+ port \d+\s*$/i;

/** A note that PHP writes above a page that it goes on with. */
const programNote = /^\W{0,9}(?:warning|notice|deprecated|strict standards)\s*:\s.{1,400}\son line \d+\W*$/isu;

/** True if a sentence has no end: it stops within a word, or with a comma or dots. */
export const isBrokenOff = (sentence: string): boolean => /[\p{L},…]$|\.\.\.$/u.test(sentence);

/** A text taken apart behind every sentence. */
export const splitSentences = (text: string): readonly string[] => text.split(/(?<=[.!?])\s|(?<=[。！？])/);

/** The first sentences of a text, up to the one in which it gets as long as that. */
export function beginningOf(sentences: readonly string[], maxLength: number): readonly string[] {
  let length = 0;
  return sentences.filter((sentence) => (length += sentence.length) - sentence.length < maxLength);
}

const quotation =
  /„[^“”]{0,300}[“”]|“[^“”]{0,300}”|”[^“”]{1,300}”|«[^«»]{0,300}»|»[^«»]{1,300}«|「[^「」]{0,300}」|(?<![\p{L}\p{N}])"[^"]{1,300}"(?![\p{L}\p{N}])/gu;

/** Text without what it quotes: a message in quotation marks is what an article or a guide speaks of. */
export const unquoted = (text: string): string => text.replace(quotation, " ");

/** The blocks with quotation marks around what they quote, unless the page says less of its own than it quotes. */
function withMarks(blocks: readonly Block[]): readonly Block[] {
  const lengthOf = (isQuotation: boolean): number =>
    blocks.reduce((sum, block) => sum + (block.isQuotation === isQuotation ? block.text.length : 0), 0);
  if (lengthOf(true) === 0 || lengthOf(true) > lengthOf(false)) return blocks;
  return blocks.map((block) => (block.isQuotation ? { ...block, text: quoted(block.text) } : block));
}

/** A text as {@link unquoted} leaves it out. */
const quoted = (text: string): string =>
  splitSentences(text)
    .map((sentence) => `“${sentence.replaceAll(/[“”]/g, "")}”`)
    .join(" ");

/** The sentences of the blocks, but for what a program notes above them; the last one of a block ends with it. */
export function sentencesOf({ blocks }: Pick<Speech, "blocks">): readonly string[] {
  const whole = blocks.filter(({ text }) => !programNote.test(text));
  return withMarks(whole.length > 0 ? whole : blocks)
    .flatMap(({ text }) => splitSentences(text))
    .filter((sentence) => sentence.trim() !== "" && !imprint.test(sentence));
}

/** The sentences of the page's own blocks. */
export const ownSentencesOf = ({ blocks }: Pick<Speech, "blocks">): readonly string[] =>
  sentencesOf({ blocks: blocks.filter(({ isOwn }) => isOwn) });

/** The last sentences of the page's own blocks. */
export const endingOf = ({ blocks }: Speech): readonly string[] =>
  sentencesOf({ blocks: blocks.filter(({ isOwn, text }) => isOwn && text !== "").slice(-endingLength) }).slice(
    -endingLength,
  );

/** A heading and what stands below it, up to the next heading. */
export interface Section {
  /** Empty before the first heading, and for a heading that is a link. */
  readonly heading: string;
  /** Level of the heading, from 1 to 6; 0 before the first. */
  readonly level: number;
  readonly blocks: readonly string[];
  /** Labels of links and controls between them. */
  readonly labels: string;
}

/** The page's own blocks by their headings; headings with nothing between them are one. */
export function sectionsOf({ blocks }: Pick<Speech, "blocks">): readonly Section[] {
  const sections: { heading: string; level: number; readonly blocks: string[]; labels: string }[] = [];
  for (const { text, level, isOwn, labels } of withMarks(blocks)) {
    if (!isOwn || imprint.test(text) || programNote.test(text)) continue;
    const last = sections.at(-1);
    if (level === 0) {
      if (last === undefined) sections.push({ heading: "", level: 0, blocks: [text], labels });
      else {
        last.blocks.push(text);
        last.labels += labels;
      }
    } else if (last !== undefined && last.blocks.length === 0 && last.heading !== "" && text !== "") {
      last.heading += `. ${text}`;
      last.labels += labels;
    } else sections.push({ heading: text, level, blocks: [], labels });
  }
  return sections;
}

/** Share of the text in sentences with one of the wordings, from 0 to 1. */
export const shareOf = (page: { readonly sentences: readonly string[] }, ...wordings: readonly RegExp[]): number =>
  sizeOf(page, (sentence) => wordings.some((wording) => wording.test(sentence)));

/** The same, without what the sentences quote. */
export const unquotedShareOf = (
  { sentences }: { readonly sentences: readonly string[] },
  ...wordings: readonly RegExp[]
): number => shareOf({ sentences: sentences.map(unquoted) }, ...wordings);

/** Share of the text in sentences that pass a test, from 0 to 1. */
export function sizeOf(
  { sentences }: { readonly sentences: readonly string[] },
  passes: (sentence: string) => boolean,
): number {
  let all = 0;
  let found = 0;
  for (const sentence of sentences) {
    all += sentence.length;
    if (passes(sentence)) found += sentence.length;
  }
  return all === 0 ? 0 : found / all;
}
