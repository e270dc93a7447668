// Runs the workspace's commands on any machine with Node ≥ 18 and npm. Where Node is older than Garner needs, or pnpm
// is missing, it starts itself again under versions taken from the npm registry. Plain JavaScript, no dependencies.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { dirname } from "node:path";

const NODE = "24.21.0";
const PNPM = "11.28.11";
const MINIMUM_NODE = [22, 19];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command = "test", ...rest] = process.argv.slice(2);

const commands = {
  build: [],
  start: [["node", "examples/standalone-server/dist/index.js"]],
  test: [["pnpm", "exec", "vitest", "run", "--config", "scripts/vitest.config.ts"]],
  check: [["node", "scripts/check.mjs"]],
  bench: [["node", "--conditions=source", "packages/bench/src/bench.ts"]],
  quality: [["node", "--conditions=source", "packages/bench/src/quality.ts"]],
};

if (!(command in commands)) {
  console.error(`Unknown command "${command}". Known: ${Object.keys(commands).join(", ")}.`);
  process.exit(2);
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const nodeIsRecent = major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1]);

if (process.env.GARNER_BOOTSTRAPPED !== "1" && !(nodeIsRecent && hasPnpm())) {
  console.log(`Garner needs Node ≥ ${MINIMUM_NODE.join(".")} and pnpm; bringing Node ${NODE} and pnpm ${PNPM} from the npm registry.`);
  const again = ["-y", "-p", `node@${NODE}`, "-p", `pnpm@${PNPM}`, "--", "node", fileURLToPath(import.meta.url), command, ...rest];
  process.exit(run("npx", again, { GARNER_BOOTSTRAPPED: "1" }));
}

must("pnpm", ["install", "--frozen-lockfile", "--prefer-offline", "--reporter=append-only", "--loglevel=warn"]);
must("pnpm", ["exec", "turbo", "run", "build", "--output-logs=errors-only"]);
for (const [program, ...args] of commands[command]) must(program, [...args, ...rest]);

function must(program, args) {
  const status = run(program, args);
  if (status !== 0) process.exit(status);
}

function run(program, args, extraEnvironment = {}) {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", ...extraEnvironment };
  // SIGINT and SIGTERM reach the whole process group; waiting here lets the child shut down in its own time.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
  const { status, signal, error } = spawnSync(program, args, { cwd: root, stdio: "inherit", env });
  if (error) console.error(`Could not run ${program}: ${error.message}`);
  return status ?? (signal ? 1 : 1);
}

function hasPnpm() {
  return spawnSync("pnpm", ["--version"], { stdio: "ignore" }).status === 0;
}
