import { z } from "zod";
import type * as Written from "./types.generated.ts";

/** Names a scrape whose result was kept. */
export const ScrapeReference = z.strictObject({
  id: z.string().min(1).max(200).describe("The `metadata.scrapeId` of the result."),
});
export type ScrapeReference = Written.ScrapeReference;
