import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { reservedPort } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { signatureOf } from "../../src/index.ts";

const guide = new URL("../../../../docs/guide/webhooks.md", import.meta.url);

test("the guide's receiver takes what is signed, once, and nothing else", async () => {
  const code = /<!-- tested: .*-->\n\n```ts\n([\s\S]*?)```/.exec(readFileSync(guide, "utf8"))?.[1] ?? "";
  const folder = mkdtempSync(join(tmpdir(), "garner-guide-"));
  const program = join(folder, "receiver.ts");
  writeFileSync(program, code);
  const port = await reservedPort("127.0.0.1");
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
