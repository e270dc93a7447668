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
  | { readonly type: "cache-error"; readonly url: string; readonly message: string };
