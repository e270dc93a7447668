import type { RequestRecord } from "@garner/http";
import type { Logger } from "pino";

/** Writes one structured line per request. An unexpected failure, which its answer hides, is here as `err`. */
export function logRequest(logger: Logger, record: RequestRecord): void {
  const { error, durationMs, ...known } = record;
  const line = { ...known, durationMs: Math.round(durationMs), errorCode: error?.code, error: error?.message };
  if (error?.code === "UNKNOWN_ERROR") logger.error({ ...line, err: error.cause }, "request");
  else logger.info(line, "request");
}
