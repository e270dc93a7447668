import { serveStdio } from "@garner/mcp";
import { openCommandEngine } from "../command-engine.ts";
import { wholeNumber } from "../flags.ts";
import type { CommandHost } from "../command-host.ts";
import { readSettings } from "../settings.ts";

/** `garner mcp`: an MCP server over standard input and output, for assistants. */
export function addMcp(host: CommandHost): void {
  const { program, terminal } = host;
  program
    .command("mcp")
    .summary("serve assistants over MCP")
    .description("Serve the engine's tools over MCP on standard input and output, for assistants that start it.")
    .option("--max-tokens <number>", "tokens of text in an answer", wholeNumber)
    .action(async ({ maxTokens }: { readonly maxTokens?: number }) => {
      await using opened = await openCommandEngine(await readSettings(host));
      await serveStdio(opened.engine, { maxTokens, signal: terminal.signal });
    });
}
