import type { Metadata } from "../schema/result.ts";
import type { PageContent } from "./transformer.ts";
import { hiddenWritingIn, withoutUnseen } from "../page/visibility/unseen-characters.ts";

/**
 * The content of a page, without the characters that paint nothing. Those in its text went with the other hidden text;
 * this is for titles, descriptions of pictures, metadata, tables and documents, and counts them too. `rawHtml` stays as
 * it was sent. Runs of them that can hold words give a warning. Pure.
 */
export function seenContent(content: PageContent): PageContent {
  const unseen: Unseen = {
    removed: content.metadata.invisibleCharactersRemoved ?? 0,
    writing: content.hiddenWriting ?? 0,
  };
  const { markdown, html, anchors, structured, images, attributes } = content;
  const shown = seenTexts({ markdown, metadata: content.metadata }, unseen) as Pick<
    PageContent,
    "markdown" | "metadata"
  >;
  // The same in other forms, which are not counted again.
  const again = seenTexts({ html, anchors, structured, images, attributes }, undefined) as Partial<PageContent>;
  const { removed, writing } = unseen;
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

/** The characters that were taken out. */
interface Unseen {
  removed: number;
  /** Those in runs long enough to be writing. */
  writing: number;
}

/**
 * A value of JSON without the unseen characters in its texts, which are counted if wanted. Fields go that are absent, or
 * whose name a change would make another.
 */
function seenTexts(value: unknown, unseen: Unseen | undefined, depth = 0): unknown {
  if (typeof value === "string") return seenText(value, unseen);
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) return value.map((part) => seenTexts(part, unseen, depth + 1));
  const fields: [name: string, field: unknown][] = [];
  for (const [name, field] of Object.entries(value)) {
    if (field !== undefined && seenText(name, unseen) === name)
      fields.push([name, seenTexts(field, unseen, depth + 1)]);
  }
  return Object.fromEntries(fields);
}

function seenText(text: string, unseen: Unseen | undefined): string {
  const rest = withoutUnseen(text);
  if (rest !== text && unseen !== undefined) {
    unseen.removed += [...text].length - [...rest].length;
    unseen.writing += hiddenWritingIn(text);
  }
  return rest;
}
