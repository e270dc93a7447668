import type { z } from "zod";
import type { CallOptions } from "../ports/call.ts";
import type { Engine } from "../engine.ts";

/** One row of the contract: `Input` as a caller writes it, `Output` as it comes back. Surfaces are read off the rows; none of them knows HTTP. */
export interface Operation<Input, Output> {
  readonly summary: string;
  readonly kind: "query" | "mutation";
  /** Whether language models are offered it as a tool. */
  readonly tool: boolean;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  readonly run: (engine: Engine, input: Input, call: CallOptions) => Promise<Output>;
}

/** Completes a row with `invoke`, which surfaces call with input they have not looked at: the engine parses it. */
export function operation<Input, Output>(row: Operation<Input, Output>) {
  return {
    ...row,
    invoke: (engine: Engine, input: unknown, call: CallOptions): Promise<Output> =>
      row.run(engine, input as Input, call),
  };
}
