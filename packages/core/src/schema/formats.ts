import { z } from "zod";
import { jsonFormatKeys, keysWithoutEffect } from "./fields/client-keys.ts";
import { excessOf } from "./fields/json-schema-limits.ts";
import { checkSelectors } from "../selectors/check-selectors.ts";
import { selectorLimits } from "../selectors/compile-selector.ts";
import { ScreenshotQuality, Viewport } from "./actions.ts";
import type * as Written from "./types.generated.ts";

// Library schemas are taken out before the input is parsed, so that only the type has to know them.
/** A JSON Schema; in the library also a schema of a validation library. */
export const JsonSchema = z
  .record(z.string(), z.unknown())
  .superRefine((schema, context) => {
    const excess = excessOf(schema);
    if (excess !== undefined) context.addIssue({ code: "custom", message: excess });
  })
  .describe("A JSON Schema, any draft.") as unknown as z.ZodType<Record<string, unknown>, Written.SchemaInput>;
const question = z.string().trim().min(1).max(10_000);
const prompt = z.string().max(10_000).describe("The question, in plain words.");

/** The page as Markdown: all of it, or as much as fits into a budget. */
export const MarkdownFormat = z.strictObject({
  type: z.literal("markdown"),
  maxTokens: z
    .int()
    .min(16)
    .max(10_000_000)
    .optional()
    .describe("About how many tokens of Markdown are wanted. It ends after a block; `nextCursor` says how to read on."),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, { error: "must be the `nextCursor` of an answer" })
    .optional()
    .describe("The `nextCursor` of the answer before, to read on where it ended."),
});
const ImagesFormat = z.strictObject({ type: z.literal("images") });

/** Markdown cut at headings into parts that can stand alone. */
export const ChunksFormat = z.strictObject({
  type: z.literal("chunks"),
  maxTokens: z
    .int()
    .min(16)
    .max(1_000_000)
    .default(512)
    .describe("About how many tokens a chunk has at most; more only where a row of a table or a block of code has."),
});

/** Attributes of elements of the whole page. */
export const AttributesFormat = z.strictObject({
  type: z.literal("attributes"),
  selectors: z
    .array(
      z.strictObject({
        selector: z.string().min(1).max(selectorLimits.length).describe("A CSS selector."),
        attribute: z
          .string()
          .regex(/^[^\s"'<>/=\0]{1,100}$/, { error: "must be the name of an attribute" })
          .describe("The attribute whose values are wanted; its `data-` form counts where an element has only that."),
      }),
    )
    .min(1)
    .max(50)
    .superRefine((list, context) => {
      for (const { index, message } of checkSelectors(list.map(({ selector }) => selector)))
        context.addIssue({ code: "custom", path: [index, "selector"], message });
    }),
});
const LinksFormat = z.strictObject({ type: z.literal("links") });
const HtmlFormat = z.strictObject({ type: z.literal("html") });
const RawHtmlFormat = z.strictObject({ type: z.literal("rawHtml") });

/** The page's answer to a question: `answer`. */
export const QuestionFormat = z.strictObject({
  type: z.literal("question"),
  question: question.describe("The question to answer from the page."),
});
export type QuestionFormat = z.output<typeof QuestionFormat>;

/** The passages of the page that a query is about, word for word: `highlights`. */
export const HighlightsFormat = z.strictObject({
  type: z.literal("highlights"),
  query: question.describe("The topic of the passages, in plain words."),
});
export type HighlightsFormat = z.output<typeof HighlightsFormat>;

/** The older form of both: `answer` is either. */
export const QueryFormat = z.strictObject({
  type: z.literal("query"),
  prompt: question.describe("The question to answer, or the topic to quote about."),
  mode: z
    .enum(["freeform", "directQuote"])
    .default("freeform")
    .describe("`directQuote` gives passages of the page, word for word."),
});
export type QueryFormat = z.output<typeof QueryFormat>;
const SummaryFormat = z.strictObject({ type: z.literal("summary") });

/** Structured data read from the page, by schema, prompt, or both. */
export const JsonFormat = z.strictObject({
  type: z.literal("json"),
  schema: JsonSchema.optional(),
  prompt: prompt.optional(),
  evidence: z
    .boolean()
    .optional()
    .describe("Also return, for every field, the words of the page that state it and where they stand."),
});
JsonFormat.register(keysWithoutEffect, jsonFormatKeys);
export type JsonFormat = z.output<typeof JsonFormat>;

/** A picture of the rendered page. */
export const ScreenshotFormat = z.object({
  type: z.literal("screenshot"),
  fullPage: z.boolean().default(false).describe("Capture the whole page, not only the window."),
  quality: ScreenshotQuality.optional(),
  viewport: Viewport.optional(),
});
export type ScreenshotFormat = z.output<typeof ScreenshotFormat>;

/** The changes since this team last asked for this page with the same tag. */
export const ChangeTrackingFormat = z.strictObject({
  type: z.literal("changeTracking"),
  modes: z.array(z.enum(["git-diff", "json"])).default([]),
  schema: JsonSchema.optional(),
  prompt: prompt.optional(),
  tag: z.string().nullable().default(null).describe("Separates histories of the same page; null is the default one."),
});
export type ChangeTrackingFormat = z.output<typeof ChangeTrackingFormat>;

/** A format of the host's own, which only an engine that has it in `content.formats` renders. */
export const CustomFormat = z.strictObject({
  type: z.literal("custom"),
  name: z.string().min(1).max(50).describe("The name that the host gave it; the field of the result."),
}) as unknown as z.ZodObject<{ type: z.ZodLiteral<"custom">; name: z.ZodString }, z.core.$strict>;

/** The names of all output formats (contract §2.3). */
export const FormatName = z.enum([
  "markdown",
  "links",
  "images",
  "chunks",
  "html",
  "rawHtml",
  "summary",
  "json",
  "screenshot",
  "changeTracking",
]);
export type FormatName = Written.FormatName;

/** A format with its options; the string forms are shorthands for it. */
export const FormatObject = z.discriminatedUnion("type", [
  MarkdownFormat,
  LinksFormat,
  ImagesFormat,
  AttributesFormat,
  ChunksFormat,
  HtmlFormat,
  RawHtmlFormat,
  SummaryFormat,
  QuestionFormat,
  HighlightsFormat,
  QueryFormat,
  JsonFormat,
  ScreenshotFormat,
  ChangeTrackingFormat,
  CustomFormat,
]);
export type FormatObject = z.infer<typeof FormatObject>;

/** True for a format that puts a question to a language model, which reads the page for it. */
export function isQuestion(format: FormatObject): format is QuestionFormat | HighlightsFormat | QueryFormat {
  return format.type === "question" || format.type === "highlights" || format.type === "query";
}

/** A format as a caller may write it: a name, or an object with options. */
export const Format = z.union([FormatName, FormatObject]).describe("An output format: a name or an object.");
export type Format = Written.Format;

/** The requested formats in their object form, in the order of the request; one that is asked for twice stays once. */
export function formatObjects(formats: readonly z.output<typeof Format>[]): readonly FormatObject[] {
  const objects = formats.map(objectOf);
  return objects.filter((format, index) => objects.findIndex((other) => fieldOf(other) === fieldOf(format)) === index);
}

/** Formats that are asked for twice and differently: the result has one field for both. */
export function differingFormats(formats: readonly z.output<typeof Format>[]): readonly string[] {
  const asked = new Map<string, string>();
  const differing = new Set<string>();
  for (const format of formats.map(objectOf)) {
    const field = fieldOf(format);
    const options = JSON.stringify(format);
    if ((asked.get(field) ?? options) !== options) differing.add(field);
    asked.set(field, options);
  }
  return [...differing];
}

function objectOf(format: z.output<typeof Format>): FormatObject {
  return typeof format === "string" ? FormatObject.parse({ type: format }) : format;
}

/** The name by which formats are told apart: a request may have each once. */
function fieldOf(format: FormatObject): string {
  return format.type === "custom" ? `custom ${format.name}` : format.type;
}
