import { MapLink, ScrapeResult, SearchResult, type MapResult } from "@garner/core";
import { z } from "zod";
import type { Envelope } from "./envelope.ts";
import { success, warning } from "./bodies.ts";

/** `{ success: true, data }`; a request whose `origin` contains "website" also learns its `scrape_id` (contract §2.5). */
export const scraped: Envelope<ScrapeResult> = {
  schema: z.object({
    success,
    scrape_id: z.string().optional().describe("For a request whose `origin` contains `website`."),
    data: ScrapeResult,
  }),
  write: (data, body) => {
    const scrapeId = isFromWebsite(body) ? data.metadata.scrapeId : undefined;
    return { success: true, ...(scrapeId === undefined ? {} : { scrape_id: scrapeId }), data };
  },
};

function isFromWebsite(body: unknown): boolean {
  if (typeof body !== "object" || body === null || !("origin" in body)) return false;
  return typeof body.origin === "string" && body.origin.includes("website");
}

/** `{ success: true, links, warning? }` (contract §2.15). */
export const mapped: Envelope<MapResult> = {
  schema: z.object({ success, links: z.array(MapLink), warning }),
  write: ({ links, warning: told }) => ({ success: true, links, ...(told === undefined ? {} : { warning: told }) }),
};

/** `{ success: true, data: { web?, images?, news? }, creditsUsed, warning }` (contract §2.16, requirements §2.5). */
export const searched: Envelope<SearchResult> = {
  schema: z.object({
    success,
    data: SearchResult.shape.results,
    creditsUsed: z.int(),
    warning: z.string().nullable().describe("Notes on this result, in plain words."),
  }),
  write: ({ results, creditsUsed, warning: told }) => ({
    success: true,
    data: results,
    creditsUsed,
    warning: told ?? null,
  }),
};
