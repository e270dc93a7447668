import type { JobCall } from "@garner/core";
import { onlyEmbedded } from "./failure.ts";

/** Throws CAPABILITY_MISSING for options of a call that can't be sent. */
export function checkCall({ id, principal }: JobCall = {}): void {
  if (id !== undefined) throw onlyEmbedded("id", "`idempotencyKey` makes starting a job repeatable");
  if (principal !== undefined) throw onlyEmbedded("principal", "`apiKey` of the client says who is calling");
}
