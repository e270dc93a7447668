import type { CallOptions } from "@garner/core";
import type { z } from "zod";

/** The progress of a tool that takes long. */
export interface ToolProgress {
  /** Pages done, those that failed among them. */
  readonly completed: number;
  /** Pages known so far; it may grow. */
  readonly total: number;
}

/** The caller of a tool, its signal, and the receiver of its progress. */
export interface ToolCall extends CallOptions {
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined;
}

/** Something that a language model can ask for. */
export interface AgentTool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  /** A short name for people. */
  readonly title: string;
  /** The facts that a model needs to choose it. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** True if it changes nothing. */
  readonly isReadOnly: boolean;
  /** Throws only EngineError. */
  readonly run: (input: z.output<Input>, call: ToolCall) => Promise<z.output<Output>>;
}

/** States a tool, so that its schemas and its function agree. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  row: AgentTool<Input, Output>,
): AgentTool<Input, Output> {
  return row;
}
