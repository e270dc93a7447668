import { EngineError, estimateTokens, excerpt } from "@garner/core";
import { z } from "zod";

/** Tokens of an answer when neither the model nor the operator says. */
const defaultMaxTokens = 10_000;

/** The fields with which a model reads a long text part by part. */
export function readingFields(maxTokens = defaultMaxTokens) {
  return {
    maxTokens: z
      .int()
      .min(100)
      .max(200_000)
      .default(maxTokens)
      .describe("About how many tokens of text the answer may have. What is left over is read with `cursor`."),
    cursor: z
      .string()
      .max(100)
      .optional()
      .describe("The `nextCursor` of the answer before, to read on where it ended."),
  };
}

/** The cursor of every answer with text. */
export const nextCursor = z
  .string()
  .optional()
  .describe("There is more: ask again with this as `cursor`, and everything else as before.");

/** A place in a list of texts: the number of texts before it, and the offset in the next one. */
export interface Place {
  readonly skip: number;
  readonly offset: number;
}

/** Reads a cursor. Throws BAD_REQUEST for one that no answer had. */
export function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { skip: 0, offset: 0 };
  const { skip, offset } = /^(?<skip>\d{1,9})\.(?<offset>\d{1,9})$/.exec(cursor)?.groups ?? {};
  if (skip === undefined || offset === undefined)
    throw new EngineError("BAD_REQUEST", `\`cursor\` must be the \`nextCursor\` of an answer, not "${cursor}".`);
  return { skip: Number(skip), offset: Number(offset) };
}

/** A place as a cursor, which the next call takes. */
export function cursorOf({ skip, offset }: Place): string {
  return `${skip}.${offset}`;
}

/** A text cut to a budget, and the offset at which it goes on. */
export interface Part {
  readonly text: string;
  readonly next?: number | undefined;
  readonly tokens: number;
}

/** The part of a Markdown text from `offset` on that fits; it ends after a block. */
export function partOf(markdown: string, offset: number, maxTokens: number): Part {
  const { text, next } = excerpt(markdown, Math.min(offset, markdown.length), maxTokens);
  return { text, next, tokens: estimateTokens(text) };
}
