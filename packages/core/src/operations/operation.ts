import type { z } from "zod";
import type { CallOptions } from "../ports/call.ts";
import type { Engine } from "../engine.ts";

/** A query changes nothing that its caller can see; a mutation starts, changes or costs something. */
export type OperationKind = "query" | "mutation";

/**
 * One row of the contract: `Input` as a caller writes it, `Output` as it comes back. Surfaces are read off the rows, which
 * know nothing of HTTP.
 */
export interface Operation<
  Input,
  Output,
  Kind extends OperationKind = OperationKind,
  IsTool extends boolean = boolean,
> {
  readonly summary: string;
  readonly kind: Kind;
  /** True if language models are offered it as a tool. */
  readonly tool: IsTool;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  readonly run: (engine: Engine, input: Input, call: CallOptions) => Promise<Output>;
}

/** Completes a row with `invoke`, which surfaces call with input they have not looked at: the engine parses it. */
export function operation<Input, Output, const Kind extends OperationKind, const IsTool extends boolean>(
  row: Operation<Input, Output, Kind, IsTool>,
) {
  return {
    ...row,
    invoke: (engine: Engine, input: unknown, call: CallOptions): Promise<Output> =>
      row.run(engine, input as Input, call),
  };
}
