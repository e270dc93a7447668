import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ordinaryUserAgent } from "./user-agent.ts";

test("a headless browser is told to name itself like any other of its version and system", async () => {
  const folder = await mkdtemp(join(tmpdir(), "versions-"));
  const program = async (name: string, script: string) => {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
    return join(folder, name);
  };
  const chromium = await program("chromium", "echo 'Chromium 156.0.8078.79 built on Debian'");
  const [linux] = await ordinaryUserAgent(chromium, "linux");
  expect(linux).toBe(
    "--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
  );
  expect((await ordinaryUserAgent(chromium, "darwin")).join()).toContain("Intel Mac OS X 10_15_7");
  expect(await ordinaryUserAgent(chromium, "win32")).toEqual([]);
  expect(await ordinaryUserAgent(await program("silent", "exit 3"), "linux")).toEqual([]);
  expect(await ordinaryUserAgent(join(folder, "nowhere"), "linux")).toEqual([]);
  await rm(folder, { recursive: true });
});
