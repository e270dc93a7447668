/**
 * `npm run upgrade -- <git ref>`: builds an older version of this repository in a folder that is thrown away, and tests
 * that its servers and workers share a Redis with those of today.
 * @module
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./pack.ts";

const [ref] = process.argv.slice(2);
if (ref === undefined) {
  console.error("Name the older version, as git does: npm run upgrade -- HEAD~20");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "garner-older-"));
const older = join(folder, "tree");
try {
  must(root, "git", ["worktree", "add", "--detach", older, ref]);
  must(older, "pnpm", ["install", "--frozen-lockfile", "--prefer-offline", "--ignore-scripts"]);
  must(older, "pnpm", ["exec", "turbo", "run", "build", "--filter=@garner/server...", "--output-logs=errors-only"]);
  const config = ["--config", "packages/workshop/vitest.config.ts"];
  must(root, "pnpm", ["exec", "vitest", "run", ...config, "packages/server/src/upgrade.test.ts"], { OLD_BUILD: older });
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  process.exitCode = 1;
} finally {
  spawnSync("git", ["worktree", "remove", "--force", older], { cwd: root });
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a program to its end. Throws if it fails. */
function must(cwd: string, name: string, parameters: readonly string[], variables: NodeJS.ProcessEnv = {}): void {
  const { status, error } = spawnSync(name, parameters, {
    cwd,
    stdio: "inherit",
    env: { ...process.env, ...variables },
  });
  if (status !== 0) throw new Error(`${name} ${parameters.join(" ")} failed.`, { cause: error });
}
