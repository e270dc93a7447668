import { z } from "zod";
import { checkPatterns, maxPatternLength, maxPatterns } from "../../url/pattern.ts";

/** Regular expressions that choose URLs. */
export const pathPatterns = z.array(z.string().min(1).max(maxPatternLength)).max(maxPatterns).default([]);

/** A check that a request's patterns can be compiled, and are not too large together. */
export function refinePathPatterns(
  { includePaths, excludePaths }: Readonly<Record<"includePaths" | "excludePaths", readonly string[]>>,
  context: z.core.$RefinementCtx,
): void {
  for (const { list, index, message } of checkPatterns({ includePaths, excludePaths }))
    context.addIssue({ code: "custom", path: [list, index], message });
}
