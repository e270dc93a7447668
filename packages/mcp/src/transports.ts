import { checkEngine, checkOptions, EngineError, option, type Engine, type Principal } from "@garner/core";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { garnerMcp, type GarnerMcpOptions } from "./server.ts";

/**
 * Serves MCP over this process's standard input and output, until the client closes them or `signal` fires. Nothing
 * else may be written to standard output.
 */
export async function serveStdio(
  engine: Engine,
  { signal, ...options }: GarnerMcpOptions & { readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const server = garnerMcp(engine, options);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  server.server.onclose = resolve;
  process.stdin.once("end", () => void server.close());
  signal?.addEventListener("abort", () => void server.close(), { once: true });
  await server.connect(new StdioServerTransport());
  await closed;
}

/** The options for serving MCP over HTTP. */
export interface McpHandlerOptions extends Omit<GarnerMcpOptions, "principal"> {
  /** Identifies the caller; rejects with an EngineError. Without it, everybody may call. */
  readonly authenticate?: ((request: Request) => Principal | Promise<Principal>) | undefined;
  /**
   * Host names under which this is reached, and of web pages that may call it, such as `garner.example`; loopback when
   * not given. With `authenticate`, it is reached under any name.
   */
  readonly allowedHosts?: readonly string[] | undefined;
}

/**
 * MCP's Streamable HTTP as a function of the Fetch standard, to mount at a path such as `/mcp`. It keeps no sessions,
 * so any number of processes can answer: each request has a server of its own, and progress comes on the request's own
 * stream. Throws BAD_REQUEST for what is no engine, and for options that do not exist or are of the wrong type.
 */
export function mcpHandler(engine: Engine, given: McpHandlerOptions = {}): (request: Request) => Promise<Response> {
  checkEngine(engine);
  checkOptions<McpHandlerOptions>("mcpHandler", given, {
    authenticate: option.callback.optional(),
    allowedHosts: option.texts.optional(),
    maxTokens: option.amountAboveZero.optional(),
  });
  const { authenticate, allowedHosts = ["127.0.0.1", "localhost", "[::1]"], ...options } = given;
  return async (request) => {
    // A website could reach a server without keys under a name of its own (DNS rebinding).
    if (authenticate === undefined && !allowedHosts.includes(new URL(request.url).hostname))
      return refusal(403, -32_000, `This server doesn't answer to ${new URL(request.url).hostname}.`);
    if (!isWelcome(request, allowedHosts))
      return refusal(403, -32_000, "This server doesn't answer to pages of that origin; name it in `allowedHosts`.");
    let principal: Principal | undefined;
    try {
      principal = await authenticate?.(request);
    } catch (thrown) {
      // Anything else is the host's own affair.
      const { status, message } = EngineError.is(thrown) ? thrown : { status: 401, message: "Unauthorized." };
      return refusal(status, -32_001, message);
    }
    if (request.method !== "POST") return refusal(405, -32_000, "Only POST: there are no sessions to listen to.");
    const transport = new WebStandardStreamableHTTPServerTransport();
    const server = garnerMcp(engine, { ...options, principal });
    request.signal.addEventListener("abort", () => void server.close(), { once: true });
    await server.connect(transport as never);
    return await transport.handleRequest(request);
  };
}

/** Servers of MCP check where a web page is from that calls them (MCP 2025-11-25, Streamable HTTP, security warning). */
function isWelcome(request: Request, allowedHosts: readonly string[]): boolean {
  const origin = request.headers.get("origin");
  if (origin === null) return true;
  const page = URL.parse(origin);
  return page !== null && (page.host === new URL(request.url).host || allowedHosts.includes(page.hostname));
}

function refusal(status: number, code: number, message: string): Response {
  const more: Readonly<Record<number, Record<string, string>>> = {
    401: { "www-authenticate": "Bearer" },
    405: { allow: "POST" },
  };
  const headers = more[status] ?? {};
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });
}
