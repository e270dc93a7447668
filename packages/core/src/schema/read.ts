import { z } from "zod";
import type { NoOtherKeys } from "./asked-result.ts";
import { ScrapeRequest, type ScrapeOptions } from "./scrape.ts";
import { WebUrl } from "./fields/web-url.ts";

/** A page that the caller has: its HTML as text, or its bytes as a server would send them. */
export type GivenPage = {
  /** The page's address: its links are relative to it. */
  readonly url: string;
} & (
  | { readonly html: string; readonly bytes?: undefined; readonly contentType?: undefined }
  | {
      readonly bytes: Uint8Array;
      /** The media type, such as `application/pdf` or `text/html; charset=utf-8`; by default guessed from the bytes. */
      readonly contentType?: string | undefined;
      readonly html?: undefined;
    }
);

/** {@link GivenPage} without its content. */
export const GivenPageOptions = z.strictObject({ url: WebUrl, contentType: z.string().max(1000).optional() });

/** The options for reading a page that the caller already has. */
export type ReadOptions = Pick<ScrapeOptions, (typeof readFields)[number]>;

const readFields = [
  "formats",
  "onlyMainContent",
  "includeTags",
  "excludeTags",
  "parsers",
  "removeBase64Images",
  "timeout",
] as const;

const kept = Object.fromEntries(readFields.map((field) => [field, ScrapeRequest.shape[field]]));
/** The options of {@link ReadOptions}, as they come. */
export const ReadOptionsInput = z.strictObject(kept);

/** Formats, or all options. */
export type ReadWish = NonNullable<ReadOptions["formats"]> | ReadOptions;

/** A wish as the options that it stands for, where every key that is not allowed is an error of the compiler. */
export type CheckedWish<Wish> = Wish & (Wish extends readonly unknown[] ? unknown : NoOtherKeys<Wish, ReadOptions>);

/** The options that a wish stands for. */
export type OptionsOfWish<Wish> = Wish extends readonly unknown[] ? { readonly formats: Wish } : Wish & object;
