/** A page's text, block by block, while it is gathered. */
export interface Speech {
  readonly blocks: Block[];
  length: number;
  /** The block that is being read. */
  text: string;
  characters: number;
  proseCharacters: number;
  isOwn: boolean;
}

interface Block {
  readonly text: string;
  /** It stands outside what a site has on all its pages. */
  readonly isOwn: boolean;
}

/** Deciding words stand on short pages. */
const maxLength = 6000;
/** Share of a block outside links and controls, for the block to say something. */
const minProseShare = 0.25;
const endingLength = 14;

/** Nothing said yet. */
export const newSpeech = (): Speech => ({
  blocks: [],
  length: 0,
  text: "",
  characters: 0,
  proseCharacters: 0,
  isOwn: true,
});

/** Adds a text with its count of characters to the block that is being read. */
export function addText(
  speech: Speech,
  text: string,
  of: { readonly characters: number; readonly isProse: boolean; readonly isOwn: boolean },
) {
  if (speech.length >= maxLength) return;
  if (speech.text.length < maxLength) speech.text += text;
  speech.characters += of.characters;
  if (of.isProse) speech.proseCharacters += of.characters;
  if (of.characters > 0) speech.isOwn = of.isOwn;
}

/** Ends the block that is being read; one that is mostly links and controls, as menus are, says nothing. */
export function endBlock(speech: Speech): void {
  if (speech.characters === 0) return;
  if (speech.proseCharacters >= speech.characters * minProseShare) {
    speech.blocks.push({ text: speech.text, isOwn: speech.isOwn });
    speech.length += speech.text.length;
  }
  speech.text = "";
  speech.characters = 0;
  speech.proseCharacters = 0;
}

/** Every page says this. */
const copyright = /^\s*(?:©|\(c\)|copyright\b)|all rights reserved/i;

/** A text taken apart behind every sentence. */
export const splitSentences = (text: string): readonly string[] => text.split(/(?<=[.!?])\s|(?<=[。！？])/);

const quotation =
  /„[^“”]{0,300}[“”]|“[^“”]{0,300}”|«[^«»]{0,300}»|「[^「」]{0,300}」|(?<![\p{L}\p{N}])"[^"]{1,300}"(?![\p{L}\p{N}])/gu;

/** Text without what it quotes: a message in quotation marks is what an article or a guide speaks of. */
export const unquoted = (text: string): string => text.replace(quotation, " ");

/** The sentences of the blocks; the last one of a block ends with it. */
export const sentencesOf = ({ blocks }: Pick<Speech, "blocks">): readonly string[] =>
  blocks
    .flatMap(({ text }) => splitSentences(text))
    .filter((sentence) => sentence.trim() !== "" && !copyright.test(sentence));

/** The sentences of the page's own blocks. */
export const ownSentencesOf = ({ blocks }: Pick<Speech, "blocks">): readonly string[] =>
  sentencesOf({ blocks: blocks.filter(({ isOwn }) => isOwn) });

/** The last sentences of the page's own blocks. */
export const endingOf = ({ blocks }: Speech): readonly string[] =>
  sentencesOf({ blocks: blocks.filter(({ isOwn }) => isOwn).slice(-endingLength) }).slice(-endingLength);

/** Share of the text in sentences with one of the wordings, from 0 to 1. */
export const shareOf = (page: { readonly sentences: readonly string[] }, ...wordings: readonly RegExp[]): number =>
  sizeOf(page, (sentence) => wordings.some((wording) => wording.test(sentence)));

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
