import { mkdtemp, rm, writeFile } from "node:fs/promises";
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

test("a server that can't start names the variable to change", async () => {
  await using other = await startBareServer(() => {});
  await expect(start({ PORT: new URL(other.origin).port })).rejects.toThrow(/^PORT: something listens on/);
  await expect(start({ HOST: "203.0.113.9" })).rejects.toThrow(/^HOST: 203.0.113.9 is no address of this machine/);
  const file = join(folder, "file");
  await writeFile(file, "");
  await expect(start({ DATA_DIR: file })).rejects.toThrow(/^DATA_DIR: .*file can't be made/);
});
