import type { Principal } from "./principal.ts";

/** The caller, and the signal to give up. Travels beside the input, never inside it. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly principal?: Principal | undefined;
  /** A UUID that makes starting a job repeatable: the same request again gets the same job. */
  readonly idempotencyKey?: string | undefined;
}

/** The options of a call that has passed the engine's door: its caller is known. */
export interface Call extends CallOptions {
  readonly principal: Principal;
}
