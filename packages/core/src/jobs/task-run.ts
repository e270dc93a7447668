/** One attempt at a task. */
export interface TaskRun {
  readonly attempt: number;
  readonly signal: AbortSignal;
  /** True if this process can take pages that need a browser. */
  readonly hasBrowser: boolean;
}
