import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { signatureOf } from "../../src/index.ts";

const guide = new URL("../../../../docs/guide/webhooks.md", import.meta.url);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("the guide's receiver takes what is signed, once, and nothing else", async () => {
  const code = /<!-- tested: .*-->\n\n```ts\n([\s\S]*?)```/.exec(readFileSync(guide, "utf8"))?.[1] ?? "";
  const folder = mkdtempSync(join(tmpdir(), "garner-guide-"));
  const program = join(folder, "receiver.ts");
  writeFileSync(program, code);
  const port = await freePort();
  const env = { ...process.env, WEBHOOK_SECRET: "secret", PORT: String(port) };
  const receiver = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  const output = createInterface({ input: receiver.stdout });
  output.on("line", (line) => lines.push(line));
  await once(output, "line");

  const body = JSON.stringify({
    webhookId: "1",
    type: "crawl.page",
    data: [{ metadata: { sourceURL: "http://a.test/" } }],
  });
  const send = async (signature: string) => {
    const headers = { "x-service-signature": signature };
    return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status;
  };
  expect(await send(signatureOf(body, "secret"))).toBe(204);
  expect(await send(signatureOf(body, "secret"))).toBe(204);
  expect(await send(signatureOf(body, "another secret"))).toBe(401);
  expect(await send("")).toBe(401);
  receiver.kill();
  await once(receiver, "exit");
  expect(lines).toEqual(["listening", "crawl.page http://a.test/"]);
  rmSync(folder, { recursive: true });
});
