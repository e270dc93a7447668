import type { Metadata } from "../schema/result.ts";
import type { PageContent } from "./transformer.ts";
import { hiddenWritingIn, withoutUnseen } from "../page/visibility/unseen-characters.ts";

/**
 * The content of a page, without the characters that paint nothing. Those in its text went with the other hidden text;
 * this is for titles, descriptions of pictures, metadata, tables and documents, and counts them too. `rawHtml` stays as
 * it was sent. Runs of them that can hold words give a warning. Pure.
 */
export function seenContent(content: PageContent): PageContent {
  let removed = content.metadata.invisibleCharactersRemoved ?? 0;
  let writing = content.hiddenWriting ?? 0;
  const seen = (text: string): string => {
    const rest = withoutUnseen(text);
    if (rest !== text) {
      removed += [...text].length - [...rest].length;
      writing += hiddenWritingIn(text);
    }
    return rest;
  };
  const { markdown, html, anchors, structured, images, attributes } = content;
  const shown = mapTexts({ markdown, metadata: content.metadata }, seen) as Pick<PageContent, "markdown" | "metadata">;
  // The same in other forms, which are not counted again.
  const again = mapTexts({ html, anchors, structured, images, attributes }, withoutUnseen) as Partial<PageContent>;
  const metadata: Metadata = { ...shown.metadata, ...(removed === 0 ? {} : { invisibleCharactersRemoved: removed }) };
  const { hiddenWriting: _, ...rest } = content;
  return { ...rest, ...again, ...shown, metadata, warnings: [...content.warnings, ...writingWarnings(writing)] };
}

/** Text for programs only was not written for people, and people can't check it. */
const writingWarnings = (characters: number): readonly string[] =>
  characters === 0
    ? []
    : [
        `${characters} characters that paint nothing were taken out: they stand in runs long enough to hold words that only a program reads, such as instructions to a language model.`,
      ];

/** Nothing honest is nested deeper; deeper content goes. */
const maxDepth = 100;

/** A value of JSON with its texts changed. Fields go that are absent, or whose name a change would make another. */
function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, change, depth + 1));
  const fields = Object.entries(value).filter(([name, field]) => field !== undefined && change(name) === name);
  return Object.fromEntries(fields.map(([name, field]) => [name, mapTexts(field, change, depth + 1)]));
}
