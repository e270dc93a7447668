import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBareServer } from "@garner/testkit/site";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";
import { startServer } from "./server.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "garner-server-"));
});
afterAll(() => rm(folder, { recursive: true }));

const start = (variables: Readonly<Record<string, string>>) =>
  startServer(readEnvironment({ DATA_DIR: folder, PORT: "0", ...variables }), pino({ level: "silent" }));

test("a client that offers HTTP/2 goes on with HTTP/1.1", async () => {
  const server = await start({});
  const headers = {
    connection: "Upgrade, HTTP2-Settings",
    upgrade: "h2c",
    "http2-settings": "AAMAAABkAAQAoAAAAAIAAAAA",
  };
  const [answer] = (await once(get(`${server.url}/test`, { headers, agent: false }), "response")) as [IncomingMessage];
  expect(answer.resume().statusCode).toBe(200);
  await server.stop();
});

test("a server that can't start names the variable to change", async () => {
  await using other = await startBareServer(() => {});
  await expect(start({ PORT: new URL(other.origin).port })).rejects.toThrow(/^PORT: something listens on/);
  await expect(start({ HOST: "203.0.113.9" })).rejects.toThrow(/^HOST: 203.0.113.9 is no address of this machine/);
  const file = join(folder, "file");
  await writeFile(file, "");
  const impossible = [file, join(file, "inside"), ...(process.platform === "linux" ? ["/proc/garner/data"] : [])];
  for (const path of impossible) await expect(start({ DATA_DIR: path })).rejects.toThrow(/^DATA_DIR: .* can't be made/);
});
