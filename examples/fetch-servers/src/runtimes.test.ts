import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startFixtureSite } from "@garner/testkit/site";
import { expect, test } from "vitest";

// Runtimes that are not on the PATH are left out.
const programs = {
  bun: ["--conditions=source"],
  deno: ["run", "--no-remote", "--node-modules-dir=manual", "--conditions=source", "-A"],
};

test.for(["bun", "deno"] as const)("%s serves the handler as it is", async (name, { skip }) => {
  if (!isHere(name)) return skip(`${name} is not on the PATH`);
  await using site = await startFixtureSite();
  const folder = fileURLToPath(new URL("..", import.meta.url));
  const env = { ...process.env, PORT: "0", ALLOW_PRIVATE_NETWORKS: "127.0.0.1" };
  const child = spawn(name, [...programs[name], `src/${name}.ts`], { cwd: folder, env });
  const ended = once(child, "close");
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const answer = await fetch(line.slice(line.indexOf("http")), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: `${site.origin}/article` }),
    });
    expect(await answer.json()).toMatchObject({
      success: true,
      data: { markdown: expect.stringContaining("# The lighthouse on the cape") },
    });
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
});

function isHere(name: string): boolean {
  try {
    execFileSync(name, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
