/**
 * Tools for agents over an engine, with answers that fit into a token budget.
 * @module
 */
import { checkEngine, checkOptions, option, type Engine } from "@garner/core";
import { jobTools } from "./job-tools.ts";
import { pageTools } from "./page-tools.ts";

export { readPicture, type Picture } from "./picture.ts";
export type { AgentTool, ToolCall, ToolProgress } from "./tool.ts";

/** The options for the tools' answers. */
export interface AgentToolsOptions {
  /** The approximate number of tokens of text in an answer when the model does not say; 10,000 when not given. */
  readonly maxTokens?: number | undefined;
}

/**
 * The tools of an engine, by name: `scrape`, `search`, `map`, `crawl`, `batch_scrape`, `extract`, `read_job` and
 * `cancel_job`. Their inputs are the part of the operations' that helps a model; an answer that is longer than the
 * budget has a `nextCursor` to read on with. Throws BAD_REQUEST for what is no engine, and for options that do not exist or are
 * of the wrong type.
 */
export function agentTools(engine: Engine, options: AgentToolsOptions = {}) {
  checkEngine(engine);
  checkOptions<AgentToolsOptions>("agentTools", options, { maxTokens: option.amountAboveZero.optional() });
  const { maxTokens } = options;
  return { ...pageTools(engine, maxTokens), ...jobTools(engine, maxTokens) };
}

/** The tools by name. */
export type AgentTools = ReturnType<typeof agentTools>;
