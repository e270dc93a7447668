// Runs the workspace's commands on any machine with Node ≥ 18 and npm: brings Node and pnpm from the npm registry where
// they are missing or old, installs and builds what has changed, then runs the command. No dependencies.
// The scripts of package.json start it with `exec`: a shell in between would keep signals to itself.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NODE = "24.21.0";
const PNPM = "11.28.11";
const MINIMUM_NODE = "22.19";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [command = "test", ...rest] = process.argv.slice(2);

const commands = {
  build: undefined,
  start: ["node", "examples/standalone-server/dist/index.js"],
  test: ["pnpm", "exec", "vitest", "run", "--config", "packages/workshop/vitest.config.ts"],
  check: ["pnpm", "exec", "node", "packages/workshop/src/check/check.ts"],
  bench: ["node", "--conditions=source", "packages/bench/src/bench.ts"],
  "bench:jobs": ["node", "--conditions=source", "packages/bench/src/jobs/bench.ts"],
  "bench:scale": ["node", "--conditions=source", "packages/bench/src/scale/bench.ts"],
  quality: ["node", "--conditions=source", "packages/bench/src/quality.ts"],
  docs: ["pnpm", "--filter", "@garner/site", "run", "preview"],
  upgrade: ["node", "--conditions=source", "packages/workshop/src/upgrade.ts"],
  matrix: ["node", "--conditions=source", "packages/workshop/src/follow/matrix.ts"],
};
if (!Object.hasOwn(commands, command)) {
  fail(`Unknown command "${command}". Known: ${Object.keys(commands).join(", ")}.`, 2);
}

const environment = {
  ...process.env,
  PATH: toolchainPath(),
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  DO_NOT_TRACK: "1",
};
await installIfChanged();
// The checks build too, and report a failing build beside everything else; the documentation needs no built package.
if (command !== "check" && command !== "docs")
  await must("pnpm", ["exec", "turbo", "run", "build", "--output-logs=errors-only", "--log-order=grouped"]);
const [program, ...args] = commands[command] ?? [];
if (program !== undefined) await must(program, [...args, ...rest]);

/** The PATH under which `node` and `pnpm` are what Garner needs. */
function toolchainPath() {
  const here = process.env.PATH ?? "";
  if (isRecent(process.versions.node) && outputOf("pnpm", ["--version"], here)?.trim() === PNPM) return here;
  console.log(
    `Garner needs Node ≥ ${MINIMUM_NODE} and pnpm ${PNPM}: using Node ${NODE} and pnpm from the npm registry.`,
  );
  const remembered = join(root, "node_modules", ".garner-toolchain");
  const known = existsSync(remembered) ? readFileSync(remembered, "utf8") : "";
  if (known !== "" && isRecent(nodeVersionIn(known))) return known + delimiter + here;
  const folder = bringToolchain(here);
  mkdirSync(dirname(remembered), { recursive: true });
  writeFileSync(remembered, folder);
  return folder + delimiter + here;
}

/** The folder in npm's cache where npx puts `node` and `pnpm`. */
function bringToolchain(path) {
  const packages = ["-y", "-p", `node@${NODE}`, "-p", `pnpm@${PNPM}`];
  const found = outputOf("npx", [...packages, "--", "node", "-e", "console.log(process.env.PATH)"], path);
  if (found === undefined) fail("npx could not bring them; is the registry within reach? Or install both yourself.");
  const folder = found.trim().split(delimiter)[0] ?? "";
  const version = nodeVersionIn(folder);
  if (!isRecent(version))
    fail(`npx was asked for Node ${NODE} but brought ${version}; install Node ≥ ${MINIMUM_NODE}.`);
  return folder;
}

function nodeVersionIn(folder) {
  const node = join(folder, process.platform === "win32" ? "node.cmd" : "node");
  return existsSync(node) ? (outputOf(node, ["-p", "process.versions.node"], folder)?.trim() ?? "0.0") : "0.0";
}

function isRecent(version) {
  const [major, minor] = version.split(".").map(Number);
  const [minimumMajor, minimumMinor] = MINIMUM_NODE.split(".").map(Number);
  return major > minimumMajor || (major === minimumMajor && minor >= minimumMinor);
}

/** Installs unless the last installation was of the very same manifests and lockfile. */
async function installIfChanged() {
  const stamp = join(root, "node_modules", ".garner-installed");
  const wanted = manifestsDigest();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  await must("pnpm", ["install", "--frozen-lockfile", "--prefer-offline", "--reporter=append-only", "--loglevel=warn"]);
  writeFileSync(stamp, wanted);
}

function manifestsDigest() {
  const packages = ["packages", "examples"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name, "package.json")),
  );
  const hash = createHash("sha256");
  for (const file of ["package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml", ...packages]) {
    if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

/** Runs a program to its end; when it fails, ends with its exit code. */
async function must(name, parameters) {
  const child = spawn(name, parameters, { cwd: root, stdio: "inherit", env: environment });
  // Whoever stops this process means the child: it gets the signal and the time to shut down.
  const forward = (signal) => child.kill(signal);
  process.on("SIGINT", forward).on("SIGTERM", forward);
  const watch = watchParent(() => forward("SIGTERM"));
  const status = await new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(code ?? `${name} was ended by ${signal}.`));
  });
  process.off("SIGINT", forward).off("SIGTERM", forward);
  clearInterval(watch);
  if (typeof status === "string") fail(status);
  if (status !== 0) process.exit(status);
}

/** A killed npm tells nobody; what it started must not live on, holding a port. */
function watchParent(onOrphaned) {
  const parent = process.ppid;
  return setInterval(() => {
    if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) onOrphaned();
  }, 1000);
}

/** What a program prints; when it fails, its complaints go to stderr. Undefined when it failed or is not there. */
function outputOf(name, parameters, path) {
  const options = { cwd: root, encoding: "utf8", env: { ...process.env, PATH: path } };
  const { status, stdout, stderr } = spawnSync(name, parameters, options);
  if (status !== 0) process.stderr.write(stderr ?? "");
  return status === 0 ? stdout : undefined;
}

function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}
