import { z } from "zod";

/** The first field of every successful answer. */
export const success = z.literal(true);

/** Notes that clients should show. */
export const warning = z.string().optional().describe("Notes on this result, in plain words.");

/** The address to continue at. */
export const next = z.string().optional().describe("The address of the rest.");
