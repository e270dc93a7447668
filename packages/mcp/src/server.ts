import { checkOptions, EngineError, option, type Engine, type Principal } from "@garner/core";
import { agentTools, readPicture, type AgentTool, type AgentToolsOptions, type ToolProgress } from "@garner/tools";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult, ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import { addJobResources } from "./job-resources.ts";

/** The options of a server. */
export interface GarnerMcpOptions extends AgentToolsOptions {
  /** The team that it works for, which owns jobs, snapshots and credits. */
  readonly principal?: Principal | undefined;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const instructions =
  "Reads the web: `search` finds pages, `map` lists those of a site, `scrape` reads one, `crawl` and `batch_scrape` read " +
  "many, `extract` reads data. Long answers have a `nextCursor`: ask again with it to read on.";

/**
 * An MCP server (https://modelcontextprotocol.io) over an engine: the tools of `@garner/tools` with structured output,
 * annotations and progress, and jobs as resources. Connect it to any transport; the engine stays yours to dispose.
 * Throws BAD_REQUEST for what is no engine, and for options that do not exist or are of the wrong type.
 */
export function garnerMcp(engine: Engine, given: GarnerMcpOptions = {}): McpServer {
  checkOptions<GarnerMcpOptions>("garnerMcp", given, {
    principal: option.object.optional(),
    maxTokens: option.amountAboveZero.optional(),
  });
  const { principal, ...options } = given;
  const server = new McpServer({ name: "garner", title: "Garner", version: "0.1.0" }, { instructions });
  for (const [name, row] of Object.entries(agentTools(engine, options)))
    addTool(server, { name, row: row as AgentTool, principal });
  addJobResources(server, engine, principal);
  return server;
}

interface NamedTool {
  readonly name: string;
  readonly row: AgentTool;
  readonly principal: Principal | undefined;
}

function addTool(server: McpServer, { name, row, principal }: NamedTool): void {
  const { title, description, input, output, isReadOnly, run } = row;
  const annotations = {
    title,
    readOnlyHint: isReadOnly,
    destructiveHint: !isReadOnly,
    idempotentHint: true,
    openWorldHint: isReadOnly,
  };
  server.registerTool(
    name,
    { title, description, inputSchema: input, outputSchema: output, annotations },
    async (asked: Record<string, unknown>, extra: Extra) => {
      try {
        const call = { principal, signal: extra.signal, onProgress: progressTo(extra) };
        return contentOf(await run(asked, call));
      } catch (thrown) {
        return failureOf(EngineError.from(thrown));
      }
    },
  );
}

/** Sends a tool's progress to a client that asked for it. */
function progressTo(extra: Extra): ((progress: ToolProgress) => void) | undefined {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return ({ completed, total }) => {
    const message = `${completed} of ${total} pages`;
    const params = { progressToken, progress: completed, total, message };
    // A client that has gone needs no news; the signal reports its leaving.
    extra.sendNotification({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

/** Text for clients that show it, pictures as such, and the whole as data. */
function contentOf(output: Record<string, unknown>): CallToolResult {
  const { screenshot, ...rest } = output;
  const picture = readPicture(screenshot);
  if (picture === undefined) return { content: [{ type: "text", text: textOf(output) }], structuredContent: output };
  return {
    content: [
      { type: "text", text: textOf(rest) },
      { type: "image", mimeType: picture.mediaType, data: picture.base64 },
    ],
    structuredContent: rest,
  };
}

/** A page's Markdown as it is, with its other fields below it; anything else as JSON. */
function textOf(output: Record<string, unknown>): string {
  const { markdown, ...rest } = output;
  if (typeof markdown !== "string") return JSON.stringify(output, null, 2);
  return `${markdown}\n\n---\n${JSON.stringify(rest)}`;
}

function failureOf({ code, message, retryable }: EngineError): CallToolResult {
  const again = retryable ? " Trying again later may help." : "";
  return { isError: true, content: [{ type: "text", text: `${code}: ${message}${again}` }] };
}
