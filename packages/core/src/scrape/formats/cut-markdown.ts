import { chunksOf, type Chunk } from "../../chunks/chunks.ts";
import { excerpt } from "../../chunks/excerpt.ts";
import type { PureWork } from "../../concurrency/pure-work.ts";
import type { FormatObject } from "../../schema/formats.ts";

/** Cuts of a page's Markdown: into chunks, and to the part of it that is wanted. */
export interface MarkdownCuts {
  readonly markdown: string;
  /** The Markdown is a file that was not read, which has no chunks. */
  readonly isUnread?: boolean | undefined;
  /** Tokens of a chunk; no chunks when not given. */
  readonly chunkTokens?: number | undefined;
  /** The part that is wanted; all when not given. */
  readonly part?: { readonly start: number; readonly maxTokens: number } | undefined;
}

/** A warning for a cursor that no answer of this page had: the page is shorter now, or another one. Pure. */
export function cursorWarning(cuts: MarkdownCuts | undefined): string | undefined {
  const start = cuts?.part?.start ?? 0;
  if (cuts === undefined || start === 0 || start < cuts.markdown.length) return undefined;
  return `\`cursor\` ${start} is behind the end of the page, which has ${cuts.markdown.length} characters of Markdown: it may have changed; begin again without a cursor.`;
}

/** The result. */
export interface CutMarkdown {
  readonly chunks?: Chunk[];
  readonly markdown?: string;
  /** The start of the rest. */
  readonly nextCursor?: string;
}

/** The cuts that formats ask for; undefined for none. Pure. */
export function cutsOf(
  formats: readonly FormatObject[],
  page: Pick<MarkdownCuts, "markdown" | "isUnread">,
): MarkdownCuts | undefined {
  const { markdown, isUnread } = page;
  const cuts: { -readonly [Name in keyof MarkdownCuts]: MarkdownCuts[Name] } = { markdown, isUnread };
  for (const format of formats) {
    if (format.type === "chunks") cuts.chunkTokens = format.maxTokens;
    if (format.type === "markdown" && (format.maxTokens !== undefined || format.cursor !== undefined))
      cuts.part = { start: Number(format.cursor ?? 0), maxTokens: format.maxTokens ?? Infinity };
  }
  return cuts.chunkTokens === undefined && cuts.part === undefined ? undefined : cuts;
}

/** Cuts Markdown where pages are read: it may be long. */
export const cutMarkdown: PureWork<MarkdownCuts, CutMarkdown> = {
  module: import.meta.url,
  name: "cutMarkdown",
  tooMuch: { code: "UNSUPPORTED_CONTENT", message: "The page is too long to be cut into parts." },
  run({ markdown, isUnread = false, chunkTokens, part }) {
    const cut = part === undefined ? undefined : excerpt(markdown, part.start, part.maxTokens);
    return {
      ...(chunkTokens === undefined ? {} : { chunks: isUnread ? [] : [...chunksOf(markdown, chunkTokens)] }),
      ...(cut === undefined ? {} : { markdown: cut.text }),
      ...(cut?.next === undefined ? {} : { nextCursor: String(cut.next) }),
    };
  },
};
