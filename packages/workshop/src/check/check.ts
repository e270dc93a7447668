// Everything that is checked without running the code: style, types, unused code, packages, documentation. Prints one
// line per check, and what went wrong below it; exits with 1 when something did.
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brokenLinks } from "./links.ts";
import { packAll, root } from "../pack.ts";
import { repeatsIn } from "./repeats.ts";
import { circlesIn } from "./rooms.ts";

const run = promisify(execFile);

/** Resolves to what is wrong, in plain words; empty when nothing is. */
type Check = () => Promise<string>;

const checks: Readonly<Record<string, Check>> = {
  build: tool("turbo", "run", "build", "--output-logs=errors-only"),
  format: tool("oxfmt", "--check"),
  lint: tool("oxlint", "--type-aware"),
  types: tool("tsc", "-p", "packages/workshop/tsconfig.json"),
  "types for browsers": tool("tsc", "-p", "packages/workshop/tsconfig.browser.json"),
  "circles of imports": checkCircles,
  "code that stands twice": checkRepeats,
  "unused code": tool("knip"),
  "generated types": tool("node", "--conditions=source", "packages/workshop/src/generate/types.ts", "--check"),
  "generated docs": tool("node", "--conditions=source", "packages/workshop/src/generate/reference.ts", "--check"),
  "links in docs": async () => brokenLinks(root).join("\n"),
  "documentation site": tool("pnpm", "--filter", "@garner/site", "run", "site"),
  packages: checkPackages,
};

let failures = 0;
for (const [name, check] of Object.entries(checks)) {
  const startedAt = performance.now();
  const complaint = await check();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (complaint !== "") failures += 1;
  console.log(
    `${complaint === "" ? "ok  " : "FAIL"}  ${name} (${seconds} s)${complaint === "" ? "" : `\n${indented(complaint)}`}`,
  );
}
console.log(failures === 0 ? "All checks passed." : `${failures} of ${Object.keys(checks).length} checks failed.`);
process.exitCode = failures === 0 ? 0 : 1;

function tool(name: string, ...parameters: readonly string[]): Check {
  return () => complaintOf(name, parameters);
}

async function complaintOf(name: string, parameters: readonly string[]): Promise<string> {
  try {
    await run(name, parameters, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
    return "";
  } catch (failure) {
    const {
      stdout = "",
      stderr = "",
      message,
    } = failure as Error & { readonly stdout?: string; readonly stderr?: string };
    return `${stdout}${stderr}`.trim() || message;
  }
}

/** Folders and files of a package that import each other, types included. */
async function checkCircles(): Promise<string> {
  const trees = globSync("packages/*/src", { cwd: root });
  return trees
    .flatMap((tree) => circlesIn(join(root, tree)).map((circle) => ({ tree, ...circle })))
    .map(({ tree, folder, rooms, because }) => `${join(tree, folder)}: ${rooms.join(", ")}\n  ${because.join("\n  ")}`)
    .join("\n");
}

/** Stretches of six lines and more that stand in two places: one piece of code can serve both. */
async function checkRepeats(): Promise<string> {
  const patterns = ["packages/*/src/**/*.ts", "packages/*/bench/**/*.ts", "examples/*/src/**/*.ts"];
  // Tables (the steps of a schema's history, the sites of a benchmark) and tests.
  const tables = ["packages/sqlite/src/database/migrations.ts", "packages/bench/src/documentation/*-sites.ts"];
  const exclude = [...tables, "packages/testkit/src/suites/**"];
  const repeats = repeatsIn(root, { patterns, exclude, fewest: 6 });
  return repeats.map(({ places, lines }) => `${places.join(" = ")} (${lines} lines)`).join("\n");
}

/** The complaints of npm and TypeScript about the packages as published. */
async function checkPackages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "garner-check-"));
  try {
    const complaints: string[] = [];
    for (const { name, tarball } of await packAll(folder)) {
      const [publint, types] = await Promise.all([
        complaintOf("publint", [tarball, "--strict"]),
        complaintOf("attw", [tarball, "--profile", "esm-only", "--no-emoji"]),
      ]);
      if (publint !== "" || types !== "") complaints.push(`${name}\n${publint}\n${types}`);
    }
    return complaints.join("\n");
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "      ");
}
