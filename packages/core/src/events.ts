import type { EngineError, ErrorCode } from "./errors.ts";
import type { JobState } from "./ports/job-store.ts";
import { redactUrls, type RedactOptions } from "./url/redact.ts";

/** An event inside an engine, for logs and metrics. URLs show no name and password, nor values of their query. */
export type EngineEvent =
  | {
      readonly type: "capture-end";
      readonly url: string;
      readonly source: string;
      readonly status: number;
      readonly durationMs: number;
    }
  | { readonly type: "capture-error"; readonly url: string; readonly source: string; readonly code: ErrorCode }
  | { readonly type: "cache-hit"; readonly url: string; readonly ageMs: number }
  | { readonly type: "cache-error"; readonly url: string; readonly message: string }
  /** The failure of a model or a search engine in its own words; callers are told less. */
  | {
      readonly type: "provider-error";
      readonly provider: string;
      /** HTTP status; absent if there was none. */
      readonly status?: number | undefined;
      readonly message: string;
    }
  /** The reason of a job's page that failed unexpectedly, such as in a source of the host's; callers are told less. */
  | { readonly type: "page-error"; readonly id: string; readonly url: string; readonly error: string }
  | { readonly type: "job-end"; readonly id: string; readonly status: JobState }
  | { readonly type: "webhook-error"; readonly id: string; readonly attempt: number; readonly error: string }
  | { readonly type: "task-error"; readonly id: string; readonly attempt: number; readonly error: string }
  | { readonly type: "worker-error"; readonly error: string };

/** Tells why a page of a job failed, if that was unexpected. */
export function tellUnexpected(
  { code, cause }: EngineError,
  { id, url }: { readonly id: string; readonly url: string },
  onEvent: (event: EngineEvent) => void,
): void {
  if (code === "UNKNOWN_ERROR") onEvent({ type: "page-error", id, url, error: String(cause) });
}

/** An event with its texts redacted. Pure. */
export function redacted(event: EngineEvent, options: RedactOptions): EngineEvent {
  const fields = Object.entries(event).map(([name, value]): [string, unknown] => [
    name,
    typeof value === "string" ? redactUrls(value, options) : value,
  ]);
  return Object.fromEntries(fields) as EngineEvent;
}

/**
 * A host's callback that only observes: if it throws or rejects, work goes on. The first failure is a process warning.
 */
export function onlooker<Seen>(name: string, callback: ((seen: Seen) => unknown) | undefined): (seen: Seen) => void {
  if (callback === undefined) return () => {};
  let hasWarned = false;
  const warn = (thrown: unknown) => {
    if (hasWarned) return;
    hasWarned = true;
    const detail = thrown instanceof Error ? thrown.stack : undefined;
    const message = `\`${name}\` failed: ${String(thrown)}. The work goes on; further failures are not told.`;
    process.emitWarning(message, { type: "GarnerWarning", code: "GARNER_CALLBACK", ...(detail && { detail }) });
  };
  return (seen) => {
    // An `async` function fails by rejecting, which would end the process.
    new Promise((resolve) => resolve(callback(seen))).catch(warn);
  };
}
