import { z } from "zod";
import type * as Written from "./types.generated.ts";

/** Asks for credits used, month by month. */
export const UsageQuery = z.strictObject({
  byApiKey: z.boolean().default(false).describe("Also break down by API key."),
});
export type UsageQuery = Written.UsageQuery;

/** Credits used, month by month, oldest first. */
export const UsageReport = z
  .object({
    periods: z.array(
      z.object({
        startDate: z.string().describe("ISO 8601."),
        endDate: z.string().describe("ISO 8601."),
        apiKey: z.string().optional(),
        totalCredits: z.int(),
      }),
    ),
  })
  .meta({ id: "UsageReport" });
export type UsageReport = Written.UsageReport;

/** The credits left this month. */
export const CreditBalance = z
  .object({
    remainingCredits: z.int(),
    planCredits: z.int(),
    billingPeriodStart: z.string(),
    billingPeriodEnd: z.string(),
  })
  .meta({ id: "CreditBalance" });
export type CreditBalance = Written.CreditBalance;

/** The pages that a team takes at once, and the most that it may. */
export const ConcurrencyReport = z
  .object({ concurrency: z.int(), maxConcurrency: z.int() })
  .meta({ id: "ConcurrencyReport" });
export type ConcurrencyReport = Written.ConcurrencyReport;

/** The pages that a team's jobs still have to take. */
export const QueueReport = z
  .object({
    jobsInQueue: z.int().describe("Pages under way or waiting."),
    activeJobsInQueue: z.int().describe("Pages under way."),
    waitingJobsInQueue: z.int().describe("Pages that are known and wait."),
    maxConcurrency: z.int(),
    mostRecentSuccess: z.string().nullable().describe("When a job recorded its newest page, ISO 8601."),
  })
  .meta({ id: "QueueReport" });
export type QueueReport = Written.QueueReport;
