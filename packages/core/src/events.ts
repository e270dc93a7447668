/** What happens inside an engine, for logs and metrics. */
export type EngineEvent =
  | {
      readonly type: "capture-end";
      readonly url: string;
      readonly source: string;
      readonly status: number;
      readonly durationMs: number;
    }
  | { readonly type: "capture-error"; readonly url: string; readonly source: string; readonly code: string }
  | { readonly type: "cache-hit"; readonly url: string; readonly ageMs: number }
  | { readonly type: "cache-error"; readonly url: string; readonly message: string }
  | { readonly type: "job-end"; readonly id: string; readonly status: string }
  | { readonly type: "webhook-error"; readonly id: string; readonly attempt: number; readonly error: string }
  | { readonly type: "task-error"; readonly id: string; readonly attempt: number; readonly error: string }
  | { readonly type: "worker-error"; readonly error: string };
