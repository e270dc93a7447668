import { keysWithoutEffect, ScrapeRequest, v1ScrapeKeys, type Format, type FormatName } from "@garner/core";
import { z } from "zod";
import { translation } from "../routes/translation.ts";

/** Formats by their older names; the engine knows the host's own formats, and refuses unknown names. */
export const v1Formats = z
  .array(
    z
      .string()
      .max(50)
      .describe(
        "`markdown`, `html`, `rawHtml`, `links`, `screenshot`, `screenshot@fullPage`, `extract`, `json`, `summary`, `changeTracking`, or the name of a format of the host's.",
      ),
  )
  .max(50);

const prompt = z.string().max(10_000).optional();
const schema = z.record(z.string(), z.unknown()).optional();

const JsonOptions = z.strictObject({
  schema: schema.describe("A JSON Schema of the answer."),
  systemPrompt: prompt.describe("Put before the prompt."),
  prompt: prompt.describe("The question, in plain words."),
});

const ChangeTrackingOptions = z.strictObject({
  modes: z.array(z.enum(["git-diff", "json"])).optional(),
  schema,
  prompt,
  tag: z.string().nullish(),
});

const { url, origin, integration, parsers: _renamed, ...sameInBoth } = ScrapeRequest.shape;
const { maxAge, timeout, location, proxy } = sameInBoth;

const scrapeFields = {
  ...sameInBoth,
  formats: v1Formats.default(["markdown"]).describe("The formats of the result."),
  maxAge: maxAge.unwrap().default(0).describe("0 means that the cache is not read."),
  skipTlsVerification: z.boolean().default(false).describe("Accept invalid TLS certificates."),
  timeout: timeout.unwrap().default(30_000).describe("Milliseconds the whole request may take."),
  proxy: proxy.unwrap().default("basic").describe("`auto` tries basic, then stealth if blocked."),
  parsePDF: z.boolean().default(true).describe("Parse PDF files; without, they come back base64 encoded."),
  jsonOptions: JsonOptions.optional().describe("Options of the `json` format."),
  extract: JsonOptions.optional().describe("Options of the `extract` format, the old name of `json`."),
  changeTrackingOptions: ChangeTrackingOptions.optional().describe("Options of the `changeTracking` format."),
  geolocation: location.describe("The old name of `location`."),
};

/** Scrape options of the older version, with all defaults filled in. */
type ScrapeFields = z.output<z.ZodObject<typeof scrapeFields>>;

/**
 * The schema of scrape options by the names and with the defaults of the older version (contract §2.19), together with
 * the fields of the request around them.
 */
export function v1ScrapeSchema<const Fields extends z.ZodRawShape>(fields: Fields) {
  return z
    .strictObject({ ...scrapeFields, ...fields })
    .superRefine((options, context) => checkModelFormats(options as unknown as ScrapeFields, context))
    .register(keysWithoutEffect, v1ScrapeKeys);
}

/** The options of a format that a model fills in, and the format, come together. */
function checkModelFormats(options: ScrapeFields, context: z.RefinementCtx): void {
  for (const [format, field] of [
    ["json", "jsonOptions"],
    ["extract", "extract"],
  ] as const) {
    const isAskedFor = options.formats.includes(format);
    if (isAskedFor === (options[field] !== undefined)) continue;
    const message = isAskedFor ? `The ${format} format needs \`${field}\`.` : `Only for the ${format} format.`;
    context.addIssue({ code: "custom", path: [field], message });
  }
}

type Renamed =
  | "formats"
  | "parsePDF"
  | "jsonOptions"
  | "extract"
  | "changeTrackingOptions"
  | "location"
  | "geolocation";
type NewNames = Pick<ScrapeRequest, "formats" | "parsers" | "location">;

/** Scrape options of the older version, and whatever stands beside them, by the names of the newer. Pure. */
export function toV2Options<Options extends ScrapeFields>(options: Options): Omit<Options, Renamed> & NewNames {
  const {
    formats,
    parsePDF,
    jsonOptions,
    extract,
    changeTrackingOptions,
    location: place,
    geolocation,
    ...same
  } = options;
  return {
    ...same,
    formats: formatsOf({ formats, jsonOptions, extract, changeTrackingOptions }),
    parsers: parsePDF ? ["pdf"] : [],
    location: place ?? geolocation,
  };
}

type FormatFields = Pick<ScrapeFields, "formats" | "jsonOptions" | "extract" | "changeTrackingOptions">;

function formatsOf({ formats, jsonOptions, extract, changeTrackingOptions }: FormatFields): Format[] {
  const names = formats.map((name) => (name === "extract" ? "json" : name));
  return [...new Set(names)].map((name) => {
    if (name === "json") return jsonFormat(jsonOptions ?? extract ?? {});
    if (name === "screenshot@fullPage") return { type: "screenshot", fullPage: true };
    if (name === "changeTracking") return changeTrackingFormat(changeTrackingOptions ?? {});
    // The engine refuses unknown names.
    return name as FormatName;
  });
}

function jsonFormat({ schema: jsonSchema, systemPrompt, prompt: wish }: z.output<typeof JsonOptions>): Format {
  const prompts = [systemPrompt, wish].filter((text) => text !== undefined);
  return { type: "json", schema: jsonSchema, ...(prompts.length === 0 ? {} : { prompt: prompts.join("\n\n") }) };
}

function changeTrackingFormat(options: z.output<typeof ChangeTrackingOptions>): Format {
  return { ...options, type: "changeTracking", modes: options.modes ?? [], tag: options.tag ?? null };
}

/** The sender of the request; every POST accepts it. */
const senderFields = { origin, integration };

/** `POST /v1/scrape` (requirements §4.2). */
export const v1ScrapeRequest = translation(v1ScrapeSchema({ url, ...senderFields }), toV2Options);
