import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Asks a source for a page that has no Chromium, and prints its answer and the modules of Playwright that were loaded. */
const program = `
  import { createRequire } from "node:module";
  import { createEngine } from "@garner/core";
  const { playwright } = await import("${new URL("index.ts", import.meta.url).href}");
  const source = playwright({ executablePath: "/nothing/here" });
  await using engine = createEngine({ sources: [source], policy: { allowPrivateNetworks: true } });
  const code = await engine.scrape("http://127.0.0.1:9/").then(() => "none", (thrown) => thrown.code);
  const { cache } = createRequire(import.meta.url);
  const loaded = Object.keys(cache).filter((file) => file.includes("playwright-core"));
  console.log(JSON.stringify({ code, loaded }));`;

test("where there is no Chromium, Playwright, which takes 30 MB, is not loaded", () => {
  const args = ["--conditions=source", "--input-type=module", "--eval", program];
  const told = execFileSync(process.execPath, args, { encoding: "utf8", cwd: import.meta.dirname });
  expect(JSON.parse(told)).toEqual({ code: "CAPABILITY_MISSING", loaded: [] });
});
