import { z } from "zod";
import { amount, amountAboveZero, count } from "../../schema/fields/amounts.ts";
import { HostPattern } from "../../url/host-pattern.ts";
import type { HostPoliteness, Politeness } from "./host-rules.ts";

/** Every option of a group, and no other. */
type Fields<Group> = { readonly [Name in keyof Required<Group>]: z.ZodType };

/** An operator's rules for one host, as a configuration has them. */
export const HostPolitenessInput = z.strictObject({
  respectRobots: z.boolean().optional(),
  startRate: amountAboveZero.optional(),
  maxRate: amountAboveZero.optional(),
  maxConcurrency: count.optional(),
  intervalMs: amount.optional(),
} satisfies Fields<HostPoliteness>);

/** An operator's rules for hosts, as a configuration has them. */
export const PolitenessInput = z.strictObject({
  respectRobots: z.literal([true, false, "always"]).optional(),
  startRate: amountAboveZero.optional(),
  maxRate: amountAboveZero.optional(),
  maxConcurrencyPerHost: count.optional(),
  maxCrawlDelayMs: amount.optional(),
  hosts: z.record(HostPattern, HostPolitenessInput).optional(),
} satisfies Fields<Politeness>);
