/**
 * An engine as an MCP server, over stdio and Streamable HTTP.
 * @module
 */
export { garnerMcp, type GarnerMcpOptions } from "./server.ts";
export { mcpHandler, serveStdio, type McpHandlerOptions } from "./transports.ts";
