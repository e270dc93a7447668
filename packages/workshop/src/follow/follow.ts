import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../pack.ts";
import { inWordsOf, stepsOf, type Step } from "./steps.ts";

/** A package manager that a page can be followed with. */
export type Manager = "npm" | "pnpm";

/** The way a page is followed. */
export interface Way {
  readonly manager: Manager;
  /** Variables of every command, `PATH` among them. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Processes that still run, and the ports that they said they listen on, by those that the page names. */
interface Session {
  readonly folder: string;
  readonly page: string;
  readonly running: (() => Promise<void>)[];
  readonly ports: Map<string, string>;
}

const patienceMs = 180_000;

/**
 * Follows a page word by word in an empty folder, which stands beside `garner`, the repository. Rejects with the
 * command that failed, or that did not print what the page says. Ports are the system's choice, whatever the page says.
 */
export async function follow(page: string, way: Way): Promise<void> {
  const top = await mkdtemp(join(tmpdir(), "garner-follow-"));
  const text = await readFile(join(root, page), "utf8");
  const session: Session = { folder: join(top, "empty"), page: text, running: [], ports: new Map() };
  await mkdir(session.folder);
  await symlink(root, join(top, "garner"));
  try {
    for (const step of stepsOf(text)) await take(step, session, way);
  } catch (failure) {
    throw new Error(`${page}: ${failure instanceof Error ? failure.message : String(failure)}`);
  } finally {
    for (const end of session.running) await end();
    await rm(top, { recursive: true, force: true });
  }
}

async function take(step: Step, session: Session, way: Way): Promise<void> {
  if (step.kind === "run") return runCommands(step, session, way);
  const file = join(session.folder, step.file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, withPorts(step.text, session.ports));
}

/** Runs commands to their end or, where the page says what they print, until they have printed it. */
async function runCommands(
  { commands, prints, line }: Extract<Step, { kind: "run" }>,
  { folder, page, running, ports }: Session,
  { manager, environment }: Way,
): Promise<void> {
  const script = withPorts(inWordsOf(manager, commands, page), ports);
  const child = spawn("bash", ["-ec", script], { cwd: folder, env: environment, detached: true });
  const closed = once(child, "close") as Promise<[number | null, string | null]>;
  running.push(async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killGroup(child.pid);
    await closed;
  });
  let output = "";
  const isAsSaid = new Promise<"as said">((resolve) => {
    const read = (chunk: string) => {
      output += chunk;
      if (prints !== undefined && findPorts(prints, output, ports)) resolve("as said");
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
  });
  const patience = AbortSignal.timeout(patienceMs);
  const tooLong = once(patience, "abort").then(() => "too long" as const);
  const end = await Promise.race([isAsSaid, closed, tooLong]);
  if (end === "as said" || (end !== "too long" && end[0] === 0 && prints === undefined)) return;
  const why = end === "too long" ? "did not end" : `ended with ${end[0] ?? end[1]}`;
  const wanted = prints === undefined ? "" : `\nIt should have printed:\n${prints}`;
  throw new Error(`line ${line}: ${script.trim()} ${why}.${wanted}\nIt printed:\n${output.slice(-4000)}`);
}

/** Ends a process with everything that it started; one that has ended meanwhile is as good. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "ESRCH") throw thrown;
  }
}

/** True once the output has all lines of what a page says, in their order; learns the ports that it names. */
function findPorts(prints: string, output: string, ports: Map<string, string>): boolean {
  const named: string[] = [];
  const lines = prints
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "");
  const pattern = lines.map((line) => {
    const literal = line
      .trim()
      .replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
      .replaceAll("…", ".*");
    return literal.replaceAll(/127\\\.0\\\.0\\\.1:(\d+)/g, (_, port: string) => {
      named.push(port);
      return String.raw`127\.0\.0\.1:(\d+)`;
    });
  });
  const found = new RegExp(pattern.join(String.raw`[^]*?`)).exec(output);
  for (const [index, port] of named.entries()) if (found !== null) ports.set(port, found[index + 1] ?? port);
  return found !== null;
}

function withPorts(script: string, ports: ReadonlyMap<string, string>): string {
  return script.replaceAll(/127\.0\.0\.1:(\d+)/g, (address, port: string) => {
    const actual = ports.get(port);
    return actual === undefined ? address : `127.0.0.1:${actual}`;
  });
}
