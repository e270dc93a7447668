import { checkOptions, option, type Engine, type Principal } from "@garner/core";
import {
  agentTools,
  readPicture,
  type AgentTool,
  type AgentTools,
  type AgentToolsOptions,
  type ToolProgress,
} from "@garner/tools";
import { tool, type Tool } from "ai";

/** The progress of a tool that takes long: a preliminary result of the AI SDK. */
export interface PreliminaryResult {
  readonly progress: ToolProgress;
}

type InputOf<Row> = Row extends { readonly run: (input: infer Input, ...rest: never) => unknown } ? Input : never;
type OutputOf<Row> = Row extends { readonly run: (...parameters: never) => Promise<infer Output> } ? Output : never;

/** The tools by name, with the types of their inputs and outputs. */
export type GarnerTools = {
  readonly [Name in keyof AgentTools]: Tool<InputOf<AgentTools[Name]>, OutputOf<AgentTools[Name]> | PreliminaryResult>;
};

/** The options of the tools. */
export interface GarnerToolsOptions extends AgentToolsOptions {
  /** The team that they work for, which owns jobs, snapshots and credits. */
  readonly principal?: Principal | undefined;
}

/**
 * An engine's tools for `generateText`, `streamText` and agents: `tools: garnerTools(engine)`. Answers fit into a
 * budget of tokens and have a `nextCursor` to read on with; jobs stream their progress; an aborted generation ends the
 * work of its tools. Throws BAD_REQUEST for what is no engine, and for options that do not exist or are of the wrong type.
 */
export function garnerTools(engine: Engine, options: GarnerToolsOptions = {}): GarnerTools {
  const maxTokens = option.amountAboveZero.optional();
  checkOptions<GarnerToolsOptions>("garnerTools", options, { principal: option.object.optional(), maxTokens });
  const { principal, ...budget } = options;
  const rows = Object.entries(agentTools(engine, budget)) as [string, AgentTool][];
  const tools = rows.map(([name, row]) => [name, toolOf(row, principal)] as const);
  // Read off a table, the tools have the types that `GarnerTools` states for its rows.
  const named: unknown = Object.fromEntries(tools);
  return named as GarnerTools;
}

function toolOf({ title, description, input, run }: AgentTool, principal: Principal | undefined) {
  return tool({
    title,
    description,
    inputSchema: input,
    execute: (asked, { abortSignal }) =>
      withProgress((onProgress, signal) => run(asked, { principal, signal, onProgress }), abortSignal),
    toModelOutput: ({ output }) => modelOutput(output),
  });
}

/** Yields the progress of the work, the newest state only, and then its result. A reader who leaves early ends the work. */
async function* withProgress(
  work: (onProgress: (progress: ToolProgress) => void, signal: AbortSignal) => Promise<object>,
  given: AbortSignal | undefined,
): AsyncGenerator<object, void> {
  const left = new AbortController();
  const signal = given === undefined ? left.signal : AbortSignal.any([given, left.signal]);
  let news = Promise.withResolvers<ToolProgress>();
  const result = work((progress) => news.resolve(progress), signal);
  const ended = result.then(
    () => undefined,
    () => undefined,
  );
  let isReading = true;
  try {
    for (;;) {
      const progress = await Promise.race([news.promise, ended]);
      if (progress === undefined) break;
      news = Promise.withResolvers();
      yield { progress } satisfies PreliminaryResult;
    }
    isReading = false;
  } finally {
    if (isReading) left.abort();
  }
  yield await result;
}

/** Models see a screenshot as a picture, and the rest as JSON. */
function modelOutput(output: object) {
  const { screenshot, ...rest } = output as { readonly screenshot?: string };
  const picture = readPicture(screenshot);
  if (picture === undefined) return { type: "json" as const, value: json(output) };
  return {
    type: "content" as const,
    value: [
      { type: "text" as const, text: JSON.stringify(rest) },
      { type: "file" as const, mediaType: picture.mediaType, data: { type: "data" as const, data: picture.base64 } },
    ],
  };
}

/** The output without values that JSON can't express. */
function json(output: object) {
  return JSON.parse(JSON.stringify(output)) as never;
}
