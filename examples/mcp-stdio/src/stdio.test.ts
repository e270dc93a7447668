import { fileURLToPath } from "node:url";
import { startFixtureSite } from "@garner/testkit/site";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";

test("the official client starts the server, lists its tools, and scrapes", async () => {
  await using site = await startFixtureSite();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--conditions=source", fileURLToPath(new URL("index.ts", import.meta.url))],
    env: { PATH: process.env["PATH"] ?? "", ALLOW_PRIVATE_NETWORKS: "127.0.0.1" },
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  // The SDK's types don't allow for exactOptionalPropertyTypes.
  await client.connect(transport as never);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["scrape", "crawl", "map", "search", "extract"]),
  );
  const answer = await client.callTool({ name: "scrape", arguments: { url: `${site.origin}/article` } });
  expect(answer.structuredContent).toMatchObject({ title: "The lighthouse on the cape" });
  await client.close();
});
