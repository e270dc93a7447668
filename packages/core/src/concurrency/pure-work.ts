import type { ErrorCode } from "../errors.ts";

/**
 * Pure work that can take long because of a stranger's input: a function, and its address for another thread. Its input
 * and output can be cloned (HTML Standard §2.7).
 */
export interface PureWork<Input, Output> {
  /** The address of the module that exports this work: its `import.meta.url`. */
  readonly module: string;
  /** The name under which it is exported. */
  readonly name: string;
  readonly run: (input: Input) => Output | Promise<Output>;
  /** The error when it takes more time or memory than there is for it. */
  readonly tooMuch: { readonly code: ErrorCode; readonly message: string };
}

/** The owner of some work, and the signal that ends it. */
export interface WorkCall {
  /** The owner that the work is counted against when threads are shared. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** Does pure work, in this thread or another. Throws the work's own error, and ABORTED when the signal fires. */
export type Compute = <Input, Output>(work: PureWork<Input, Output>, input: Input, call: WorkCall) => Promise<Output>;

/** Does work in the calling thread. */
export const computeHere: Compute = async (work, input) => await work.run(input);

/** A team's call that has work done. */
export interface WorkingCall {
  readonly compute: Compute;
  readonly team: string;
  readonly signal: AbortSignal;
}

/** Does work in a team's share of the threads. */
export function computeFor<Input, Output>(
  { compute, team, signal }: WorkingCall,
  work: PureWork<Input, Output>,
  input: Input,
): Promise<Output> {
  return compute(work, input, { key: `team ${team}`, signal });
}
