import { z } from "zod";
import type { Job } from "../ports/job-store.ts";
import type { Metadata } from "../schema/result.ts";

/** The part of a request that the extraction's visits and its last step need. Stored as JSON with the job. */
export const ExtractSettings = z.object({
  schema: z.record(z.string(), z.unknown()).optional(),
  prompt: z.string().optional(),
  ignoreSitemap: z.boolean(),
  includeSubdomains: z.boolean(),
  showSources: z.boolean(),
  /** The most pages that one URL with a `*` stands for. */
  pagesPerGlob: z.int(),
  /** The most time for the values of one page, if the caller set one. */
  timeoutMs: z.int().optional(),
  warnings: z.array(z.string()),
});
export type ExtractSettings = z.infer<typeof ExtractSettings>;

/** The settings of a job that was started as an extraction. */
export function settingsOf(job: Job): ExtractSettings {
  return ExtractSettings.parse(job.input);
}

/** A page of an extraction, and its values. */
export interface ExtractedPage {
  readonly metadata: Metadata;
  readonly extract: z.infer<typeof PageExtract>["extract"];
}

/** The findings on one page, as they are kept with the job. */
export const PageExtract = z.looseObject({
  metadata: z.looseObject({ sourceURL: z.string() }),
  extract: z.object({
    value: z.unknown(),
    /** Its fields that nothing on the page supports, by their paths. */
    unsupported: z.array(z.string()),
    tokens: z.int(),
    warnings: z.array(z.string()),
  }),
});
export type PageExtract = z.infer<typeof PageExtract>;

/** The result of an extraction, as it is kept with the job. */
export const ExtractOutcome = z.object({
  data: z.unknown(),
  sources: z.record(z.string(), z.array(z.string())),
  tokensUsed: z.int(),
  pagesRead: z.int(),
  warnings: z.array(z.string()),
});
export type ExtractOutcome = z.infer<typeof ExtractOutcome>;

/** The payload of an extraction's webhook (contract §4.15). Pure. */
export function extractPayload(job: Job): unknown {
  const { data, sources, tokensUsed, pagesRead } = ExtractOutcome.parse(job.result);
  return { success: true, data, extractId: job.id, llmUsage: tokensUsed, totalUrlsScraped: pagesRead, sources };
}
