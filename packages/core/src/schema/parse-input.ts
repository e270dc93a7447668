import type { z } from "zod";
import { EngineError } from "../errors.ts";

/** One thing that is wrong with an input. */
export interface InputIssue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The keys that the schema does not know, where that is the problem. */
  readonly keys?: readonly string[];
}

/** Parses a call's input once, at the engine's door. Throws BAD_REQUEST that lists every issue. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap((issue) => explain(issue));
  throw new EngineError("BAD_REQUEST", issues.map(sentence).join(" "), { details: issues });
}

type RawIssue = z.core.$ZodIssue;

/** A failed union says only "invalid input"; what helps is what the closest branch complains about. */
function explain(issue: RawIssue, parent: readonly PropertyKey[] = []): readonly InputIssue[] {
  const path = [...parent, ...issue.path];
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const closest = issue.errors.toSorted((one, other) => distance(one) - distance(other))[0] ?? [];
    if (closest.length > 0) return closest.flatMap((nested) => explain(nested, path));
  }
  return [
    {
      code: issue.code,
      path,
      message: issue.message,
      ...(issue.code === "unrecognized_keys" ? { keys: issue.keys } : {}),
    },
  ];
}

/** A branch that fails at its root (another type, another discriminator) is further away than one that fails inside. */
function distance(issues: readonly RawIssue[]): number {
  const failsAtRoot = issues.some((issue) => issue.path.length === 0 && issue.code !== "unrecognized_keys");
  return failsAtRoot ? (issues.some((issue) => issue.code === "invalid_value") ? 1 : 2) : 0;
}

function sentence(issue: InputIssue): string {
  const message = issue.message.endsWith(".") ? issue.message : `${issue.message}.`;
  return issue.path.length === 0 ? message : `${issue.path.join(".")}: ${message}`;
}
