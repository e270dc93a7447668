import type { z } from "zod";
import type { CallOptions } from "./call.ts";
import type { Engine } from "./engine.ts";

/** One row of the contract. Surfaces are read off the rows; none of them knows HTTP. */
export interface Operation<In extends z.ZodObject, Out extends z.ZodType> {
  readonly summary: string;
  readonly kind: "query" | "mutation";
  /** Whether language models are offered it as a tool. */
  readonly tool: boolean;
  readonly input: In;
  readonly output: Out;
  readonly run: (engine: Engine, input: z.input<In>, call: CallOptions) => Promise<z.output<Out>>;
}

/** Completes a row with `invoke`, which surfaces call with input they have not looked at: the engine parses it. */
export function operation<In extends z.ZodObject, Out extends z.ZodType>(row: Operation<In, Out>) {
  return {
    ...row,
    invoke: (engine: Engine, input: unknown, call: CallOptions): Promise<z.output<Out>> =>
      row.run(engine, input as z.input<In>, call),
  };
}
