/** Where a task stands: how many times it was handed over, and when to give up. */
export interface TaskRun {
  readonly attempt: number;
  readonly signal: AbortSignal;
  /** True if this process can take pages that need a browser. */
  readonly hasBrowser: boolean;
}
