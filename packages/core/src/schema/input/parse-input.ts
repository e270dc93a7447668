import type { z } from "zod";
import { EngineError, messageOfThrown, type InputIssue } from "../../errors.ts";
import { plainWords } from "./plain-words.ts";
import { tolerate } from "./tolerate.ts";

/** A list of a million wrong entries need not be answered by one of a million complaints. */
const maxIssues = 20;

/** A request with all defaults filled in, and the warnings about parts that were left out. */
export interface ParsedRequest<Request> {
  readonly request: Request;
  readonly warnings: readonly string[];
}

/** {@link parseRequest} for an input without parts whose removal would need a warning. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  return parseRequest(schema, input).request;
}

/**
 * Parses a call's input once, at the engine's door. Parts that nothing reads are left out, with a warning if they ask
 * for something ({@link tolerate}). Throws BAD_REQUEST that lists the issues in plain words, up to 20.
 */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): ParsedRequest<z.output<Schema>> {
  // It is an object without a property of its own, so that only its parts would be missing.
  if (input instanceof URL)
    throw new EngineError("BAD_REQUEST", "The request must be an object, not a `URL`: its `href` is the address.");
  const { parsed, warnings } = readOrRefuse(() => {
    const { input: tolerated, warnings: said } = tolerate(schema, input);
    return { parsed: schema.safeParse(tolerated, { error: plainWords }), warnings: said };
  });
  if (parsed.success) return { request: parsed.data, warnings };
  const all = parsed.error.issues;
  const issues = all.slice(0, maxIssues).flatMap((issue) => explain(issue));
  const more = all.length > maxIssues ? [`And ${all.length - maxIssues} more.`] : [];
  throw new EngineError("BAD_REQUEST", [...issues.map(sentence), ...more].join(" "), { details: issues });
}

/** The error for something in a caller's input that only its use has shown to be wrong. */
export function inputError(issue: InputIssue, cause: unknown): EngineError {
  return new EngineError("BAD_REQUEST", sentence(issue), { cause, details: [issue] });
}

/** Reads a caller's input, whose getters and traps are the caller's code. Throws BAD_REQUEST for one that throws. */
export function readOrRefuse<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (thrown) {
    if (EngineError.is(thrown)) throw thrown;
    throw new EngineError("BAD_REQUEST", `The input can't be read: ${messageOfThrown(thrown)}`, { cause: thrown });
  }
}

type RawIssue = z.core.$ZodIssue;

/** A failed union says only "invalid input"; the issues of its closest branch are more helpful. */
function explain(issue: RawIssue, parent: readonly PropertyKey[] = []): readonly InputIssue[] {
  const { code, message } = issue;
  const path = [...parent, ...issue.path];
  if (code === "invalid_union" && issue.errors.length > 0) {
    const closest = issue.errors.toSorted((one, other) => distance(one) - distance(other))[0] ?? [];
    const branches = issue.errors.map(([only]) => only);
    const wanted = distance(closest) === 2 ? alternatives(branches) : undefined;
    if (wanted !== undefined) return [{ code, path, message: wanted }];
    if (closest.length > 0) return closest.flatMap((nested) => explain(nested, path));
  }
  return [{ code, path, message, ...(code === "unrecognized_keys" ? { keys: issue.keys.slice(0, maxIssues) } : {}) }];
}

/** "must be a string, not 5" and "must be an object, not 5" together: "must be a string or an object, not 5". */
function alternatives(branches: readonly (RawIssue | undefined)[]): string | undefined {
  const [first] = branches;
  const kinds = branches.map((issue) => /^must be (.+), not /.exec(issue?.message ?? "")?.[1]);
  const [known] = kinds;
  if (first === undefined || known === undefined || kinds.includes(undefined)) return undefined;
  return first.message.replace(known, () => [...new Set(kinds)].join(" or "));
}

/** A branch that fails at its root (another type, another discriminator) is further away than one that fails inside. */
function distance(issues: readonly RawIssue[]): number {
  const failsAtRoot = issues.some((issue) => issue.path.length === 0 && issue.code !== "unrecognized_keys");
  if (!failsAtRoot) return 0;
  return issues.some((issue) => issue.code === "invalid_value") ? 1 : 2;
}

function sentence({ path, message }: InputIssue): string {
  const ended = /[.?!]$/.test(message) ? message : `${message}.`;
  const isPredicate = /^[a-z]/.test(ended);
  if (path.length === 0) return isPredicate ? `The request ${ended}` : ended;
  return `\`${nameOf(path)}\`${isPredicate ? " " : ": "}${ended}`;
}

/** `scrapeOptions.formats[0].type` */
function nameOf(path: readonly PropertyKey[]): string {
  const [first = "", ...rest] = path.map((step) => (typeof step === "number" ? `[${step}]` : String(step)));
  return rest.reduce((name, step) => (step.startsWith("[") ? name + step : `${name}.${step}`), first);
}
