import type { StandardSchemaV1 } from "@standard-schema/spec";
import type {
  ActionResults,
  AttributeValues,
  ChangeTracking,
  DefinedFormat,
  PageChunk,
  PageImage,
  ScrapeResult,
} from "./types.generated.ts";

/** The fields that a format adds to a result. */
interface FieldsOfFormats<Json> {
  /** The page as Markdown. */
  markdown: { markdown: string };
  /** The cleaned HTML of the kept part of the page. */
  html: { html: string };
  /** The HTML as it came. */
  rawHtml: { rawHtml: string };
  /** The part that fits its budget; with `nextCursor` there is more. */
  partOfMarkdown: { markdown: string; nextCursor?: string | undefined };
  links: { links: string[] };
  images: { images: string[]; imageDetails: PageImage[] };
  attributes: { attributes: AttributeValues[] };
  chunks: { chunks: PageChunk[] };
  summary: { summary: string };
  question: { answer: string };
  query: { answer: string };
  highlights: { highlights: string };
  json: { json: Json };
  screenshot: { screenshot: string };
  // Absent, with a warning, where nothing of a page may be kept.
  changeTracking: { changeTracking?: ChangeTracking | undefined };
}

type NameOf<Format> = Format extends string
  ? Format
  : Format extends { readonly type: "markdown"; readonly maxTokens: number }
    ? "partOfMarkdown"
    : Format extends { readonly type: infer Name }
      ? Name
      : never;

/** The type of `json` by the schema of a `json` format; unknown for a JSON Schema, and without a schema. */
type JsonOf<Format> = Format extends { readonly type: "json"; readonly schema: StandardSchemaV1<unknown, infer Output> }
  ? Output
  : unknown;

type JsonFormatIn<Formats extends readonly unknown[]> = Extract<Formats[number], { readonly type: "json" }>;

type Merged<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer Whole) => void
  ? { [Field in keyof Whole]: Whole[Field] }
  : never;

/** The field that one format adds; for the host's own formats, under its name and with the type of its schema. */
type FieldOf<Format, Json> =
  Format extends DefinedFormat<infer Name, infer Value>
    ? { [Field in Name]: Value }
    : FieldsOfFormats<Json>[NameOf<Format> & keyof FieldsOfFormats<unknown>];

type FieldsOf<Formats extends readonly unknown[]> = Formats[number] extends never
  ? unknown
  : FieldOf<Formats[number], JsonOf<JsonFormatIn<Formats>>> extends infer Fields
    ? Merged<Fields>
    : never;

/** The formats of options: a tuple where they were written down in place; undefined where they are not known. */
type FormatsOf<Options> = "formats" extends keyof Options
  ? Options["formats"] extends readonly unknown[]
    ? Options["formats"]
    : undefined
  : readonly ["markdown"];

type ActionFieldsOf<Options> = "actions" extends keyof Options
  ? Options["actions"] extends readonly unknown[]
    ? { actions: ActionResults }
    : Pick<ScrapeResult, "actions">
  : unknown;

type DocumentFieldsOf<Options> = "parsers" extends keyof Options ? Pick<ScrapeResult, "pages" | "blocks"> : unknown;

type Always = Pick<ScrapeResult, "metadata" | "warning">;

/**
 * A scrape result with the fields that these options ask for, and no others: `markdown: string` if it was asked for, no
 * `html` if it was not, and `json` as the schema says. If the formats are known only at run time, every field is
 * optional.
 */
export type ScrapeResultOf<Options extends object> =
  FormatsOf<Options> extends infer Formats extends readonly unknown[]
    ? number extends Formats["length"]
      ? Flat<Always & ActionFieldsOf<Options> & DocumentFieldsOf<Options> & Partial<FieldsOf<Formats>>>
      : Flat<Always & ActionFieldsOf<Options> & DocumentFieldsOf<Options> & FieldsOf<Formats>>
    : ScrapeResult;

/** One object, so that editors show its fields and not the types behind them. */
export type Flat<Parts> = Parts extends infer Whole ? { [Field in keyof Whole]: Whole[Field] } : never;

/** A page of a crawl, with the fields that its `scrapeOptions` ask for. */
export type PageOf<Request extends object> = Request extends { readonly scrapeOptions: infer Options extends object }
  ? ScrapeResultOf<Options>
  : "scrapeOptions" extends keyof Request
    ? ScrapeResult
    : ScrapeResultOf<object>;

/** The written type, in which every key that is not allowed is a compile error: generics would let it pass. */
export type NoOtherKeys<Written, Allowed> = Written & {
  readonly [Key in Exclude<keyof Written, keyof Allowed>]: never;
};
