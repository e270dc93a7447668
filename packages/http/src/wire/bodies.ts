import { z } from "zod";

/** What every body of a success begins with. */
export const success = z.literal(true);

/** What clients should show. */
export const warning = z.string().optional().describe("Notes on this result, in plain words.");

/** Where to go on. */
export const next = z.string().optional().describe("The address of the rest.");
