import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startServerProcess } from "../test/server-process.ts";

/** The places for memory that a server of these variables has, as the system knows its process. */
async function arenasOf(variables: Readonly<Record<string, string>>): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "garner-arenas-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { child } = await startServerProcess({ variables: { DATA_DIR: folder, ...variables } });
  return /(?:^|\0)MALLOC_ARENA_MAX=(\d+)/.exec(readFileSync(`/proc/${child.pid}/environ`, "utf8"))?.[1];
}

test.runIf(process.platform === "linux")(
  "the server's process has few places for memory, or as many as its operator wants",
  async () => {
    expect(await arenasOf({})).toBe("2");
    expect(await arenasOf({ MALLOC_ARENA_MAX: "5" })).toBe("5");
  },
);
