import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { exitCodes } from "../src/failure.ts";
import { garner } from "./garner.ts";

test.each(["bash", "zsh", "fish"])("completion prints a script for %s", async (shell) => {
  const { code, output } = await garner(["completion", shell]);
  expect(code).toBe(exitCodes.done);
  expect(output).toContain("crawl");
  expect(output).toContain("out");
});

test.each([
  [["cr"], "crawl"],
  [["--ser"], "--server"],
  [["crawl", "https://example.com", "--pru"], "--prune"],
  [["--server", "https://garner.example", "crawl", "--pru"], "--prune"],
  [["completion", "z"], "zsh"],
])("bash completes %j", async (words, completed) => {
  const { output } = await garner(["completion", "bash"]);
  const line = ["garner", ...words].map((word) => `'${word}'`).join(" ");
  const script = `${output}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _garner; echo "\${COMPREPLY[@]}"`;
  expect(execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim()).toBe(completed);
});
