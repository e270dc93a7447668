import { z } from "zod";
import { extractKeys, keysWithoutEffect, scrapeKeys } from "./fields/client-keys.ts";
import { JsonSchema } from "./formats.ts";
import { JobStarted, PageFailure } from "./job.ts";
import { checkScrapeOptions, originFields, scrapeOptionFields } from "./scrape.ts";
import { Webhook } from "./webhook.ts";
import type * as Written from "./types.generated.ts";

const prompt = z.string().max(10_000);

/** The scrape options for pages of an extraction: whole pages by default. */
const ExtractScrapeOptions = z
  .strictObject({
    ...scrapeOptionFields,
    onlyMainContent: z.boolean().default(false).describe("Leave out boilerplate."),
  })
  .superRefine(checkScrapeOptions)
  .register(keysWithoutEffect, scrapeKeys);

/** `POST /v2/extract` (requirements §4.10, contract §2.17). */
export const ExtractRequest = z
  .strictObject({
    urls: z
      .array(z.string().max(8192))
      .max(1000)
      .optional()
      .describe("URLs; `*` stands for any part of a path: `https://a.example/blog/*`."),
    prompt: prompt.optional().describe("The data wanted, in plain words."),
    systemPrompt: prompt.optional().describe("Instructions for the model, in plain words."),
    schema: JsonSchema.describe("A JSON Schema of the output, any draft.").optional(),
    limit: z
      .int()
      .positive()
      .max(10_000)
      .optional()
      .describe("Most pages; 50 for every URL with a `*` when not given."),
    enableWebSearch: z.boolean().default(false).describe("Also read pages that a web search for the prompt finds."),
    ignoreSitemap: z.boolean().default(false).describe("Look for pages without the site's sitemap."),
    includeSubdomains: z.boolean().default(true).describe("A `*` also stands for pages of other subdomains."),
    showSources: z.boolean().default(false).describe("Also say which pages each field comes from."),
    scrapeOptions: ExtractScrapeOptions.prefault({}).describe("Options of every page."),
    ignoreInvalidURLs: z.boolean().default(true).describe("Leave out invalid URLs and list them, instead of failing."),
    timeout: z.int().positive().optional().describe("Milliseconds that one page may take."),
    webhook: Webhook.optional(),
    ...originFields,
  })
  .superRefine((request, context) => {
    const complain = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (request.prompt !== undefined) return;
    if ((request.urls ?? []).length === 0) complain("urls", "must be given, or `prompt`, or both");
    else if (request.schema === undefined) complain("prompt", "must be given, or `schema`, or both");
  })
  .meta({ id: "ExtractRequest" })
  .register(keysWithoutEffect, extractKeys);
/** An extract request as a caller writes it. */
export type ExtractRequest = Written.ExtractRequest;
/** An extract request with all defaults filled in. */
export type ParsedExtractRequest = z.output<typeof ExtractRequest>;

/** An extraction was accepted; `invalidURLs` is absent when invalid URLs were not tolerated. */
export const ExtractStarted = JobStarted.pick({ id: true, warning: true })
  .extend({ invalidURLs: z.array(z.string()).optional() })
  .meta({ id: "ExtractStarted" });
export type ExtractStarted = Written.ExtractStarted;

/** An extraction's state, and its data. */
export const ExtractStatus = z
  .object({
    id: z.string(),
    status: z.enum(["processing", "completed", "failed", "cancelled"]),
    data: z.unknown().describe("The extracted data; an empty list until then."),
    error: z.string().optional().describe("Why the extraction failed."),
    warning: z.string().optional().describe("Notes on the result."),
    invalidURLs: z
      .array(z.string())
      .optional()
      .describe("URLs that were left out; where the extraction was waited for."),
    errors: z.array(PageFailure).optional().describe("Pages that could not be read; of more than 100, the first."),
    sources: z.record(z.string(), z.array(z.string())).optional().describe("For every field, the pages that state it."),
    completed: z.int().describe("Pages read so far."),
    total: z.int().describe("Pages known so far."),
    creditsUsed: z.int(),
    tokensUsed: z.int().describe("Tokens of the language model."),
    expiresAt: z.string().describe("When the job is forgotten, ISO 8601."),
  })
  .meta({ id: "ExtractStatus" });
export type ExtractStatus = Written.ExtractStatus;
