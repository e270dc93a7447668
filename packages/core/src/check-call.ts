import { z } from "zod";
import { hosted } from "./check-ports.ts";
import type { Call, CallOptions } from "./ports/call.ts";
import { EngineError } from "./errors.ts";
import { bypassPrincipal } from "./ports/principal.ts";
import { parseInput } from "./schema/input/parse-input.ts";

/** Checked by its methods: a signal of another realm, such as a test's DOM, is no instance of this realm's class. */
const isSignal = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "aborted" in value && "addEventListener" in value;

const CallInput = hosted({
  signal: z.custom<AbortSignal>(isSignal, "must be an AbortSignal").optional(),
  principal: z.looseObject({ team: z.string().min(1), apiKey: z.string() }).optional(),
  idempotencyKey: z.string().optional(),
  // Options of some calls, which check them when they read them.
  evidence: z.unknown().optional(),
  explain: z.unknown().optional(),
  storageState: z.unknown().optional(),
});

/**
 * The options of a call, with the principal of calls that name none. Throws BAD_REQUEST for those of the wrong type: callers
 * whose principal has no team would all be one. A slip of the pen is refused too, because it would have no effect; whatever
 * else there is belongs to the caller.
 */
export function checkedCall<Options extends CallOptions>(call: Options): Options & Call {
  const given: unknown = call;
  if (typeof given !== "object" || given === null)
    throw new EngineError("BAD_REQUEST", "The options of a call must be an object.");
  parseInput(CallInput, given);
  return { ...call, principal: call.principal ?? bypassPrincipal };
}
