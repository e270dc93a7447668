import {
  keysWithoutEffect,
  parseRequest,
  ScrapeRequest,
  v1ScrapeKeys,
  warningOf,
  type Format,
  type ScrapeResult,
} from "@garner/core";
import { z } from "zod";

const FormatName = z.enum([
  "markdown",
  "html",
  "rawHtml",
  "links",
  "screenshot",
  "screenshot@fullPage",
  "extract",
  "json",
  "summary",
  "changeTracking",
]);

const prompt = z.string().max(10_000).optional();
const schema = z.record(z.string(), z.unknown()).optional();

const JsonOptions = z.strictObject({
  schema: schema.describe("A JSON Schema of the answer."),
  systemPrompt: prompt.describe("Put before the prompt."),
  prompt: prompt.describe("What to look for, in plain words."),
});

const ChangeTrackingOptions = z.strictObject({
  modes: z.array(z.enum(["git-diff", "json"])).optional(),
  schema,
  prompt,
  tag: z.string().nullish(),
});

const { maxAge, timeout, location, proxy } = ScrapeRequest.shape;

/** `POST /v1/scrape`: the names and defaults of the older version (requirements §4.2, contract §2.19). */
export const V1ScrapeRequest = z
  .strictObject(ScrapeRequest.shape)
  .omit({ parsers: true })
  .extend({
    formats: z.array(FormatName).max(50).default(["markdown"]).describe("What to return."),
    maxAge: maxAge.unwrap().default(0).describe("0 means that the cache is not read."),
    skipTlsVerification: z.boolean().default(false).describe("Accept invalid TLS certificates."),
    timeout: timeout.unwrap().default(30_000).describe("Milliseconds the whole request may take."),
    proxy: proxy.unwrap().default("basic").describe("`auto` tries basic, then stealth if blocked."),
    parsePDF: z.boolean().default(true).describe("Parse PDF files; without, they come back base64 encoded."),
    jsonOptions: JsonOptions.optional().describe("Options of the `json` format."),
    extract: JsonOptions.optional().describe("Options of the `extract` format, the old name of `json`."),
    changeTrackingOptions: ChangeTrackingOptions.optional().describe("Options of the `changeTracking` format."),
    geolocation: location.describe("The old name of `location`."),
  })
  .superRefine((request, context) => {
    for (const [format, field] of [
      ["json", "jsonOptions"],
      ["extract", "extract"],
    ] as const) {
      const isAskedFor = request.formats.includes(format);
      if (isAskedFor === (request[field] !== undefined)) continue;
      const message = isAskedFor ? `The ${format} format needs \`${field}\`.` : `Only for the ${format} format.`;
      context.addIssue({ code: "custom", path: [field], message });
    }
  })
  .register(keysWithoutEffect, v1ScrapeKeys);
type V1ScrapeRequest = z.output<typeof V1ScrapeRequest>;

/** Turns the body of a v1 scrape into a scrape request. Throws EngineError (BAD_REQUEST) that lists every issue. */
export function v1ScrapeToV2(body: unknown): ScrapeRequest {
  const { request } = parseRequest(V1ScrapeRequest, body);
  const { parsePDF, jsonOptions, extract, changeTrackingOptions, geolocation, ...sameInBoth } = request;
  return {
    ...sameInBoth,
    formats: formatsOf(request),
    parsers: parsePDF ? ["pdf"] : [],
    location: sameInBoth.location ?? geolocation,
  };
}

function formatsOf(request: V1ScrapeRequest): Format[] {
  const names = request.formats.map((name) => (name === "extract" ? "json" : name));
  return [...new Set(names)].map((name) => {
    if (name === "json") return jsonFormat(request.jsonOptions ?? request.extract ?? {});
    if (name === "screenshot@fullPage") return { type: "screenshot", fullPage: true };
    if (name === "changeTracking") return changeTrackingFormat(request.changeTrackingOptions ?? {});
    return name;
  });
}

function jsonFormat({ schema, systemPrompt, prompt }: z.output<typeof JsonOptions>): Format {
  const prompts = [systemPrompt, prompt].filter((text) => text !== undefined);
  return { type: "json", schema, ...(prompts.length === 0 ? {} : { prompt: prompts.join("\n\n") }) };
}

function changeTrackingFormat(options: z.output<typeof ChangeTrackingOptions>): Format {
  return { ...options, type: "changeTracking", modes: options.modes ?? [], tag: options.tag ?? null };
}

/** `{ success: true, data }`, with what a model read under the name it was asked for, and as `llm_extraction`. */
export function v1Scraped(result: ScrapeResult, body: unknown): unknown {
  const { request, warnings } = parseRequest(V1ScrapeRequest, body);
  const { json, ...rest } = { ...result, ...warningOf([...warnings, result.warning]) };
  if (json === undefined) return { success: true, data: rest };
  const names = request.formats.filter((name) => name === "json" || name === "extract");
  const named = Object.fromEntries(names.map((name) => [name, json]));
  return { success: true, data: { ...rest, ...named, llm_extraction: json } };
}
