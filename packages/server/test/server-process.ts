import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** A line of the server's log. */
export type LogLine = Readonly<Record<string, unknown>>;

/** The server as a process of its own. It is killed when the test is over. */
export interface LaunchedServer {
  readonly child: ChildProcess;
  readonly exitCode: Promise<number | null>;
  /** What it has written to its standard output so far. */
  readonly lines: readonly string[];
  /** What it has written to its standard error so far. */
  complaints(): string;
  /** The first line in which something is found, also one that came before. Rejects when the server ends. */
  seen<T>(find: (line: string) => T | undefined): Promise<T>;
  /** The first line of the log that is wanted, also one that came before. */
  logged(wanted: (line: LogLine) => boolean): Promise<LogLine>;
}

/** How a server is started. */
export interface LaunchOptions {
  /** Its whole environment, but for the PATH. */
  readonly variables: Readonly<Record<string, string>>;
  /** A command that runs the server as its own last arguments. */
  readonly within?: readonly string[];
  /** A module to load before the server. */
  readonly preload?: string;
  /** A server that has been built; the one of these sources when not given. */
  readonly program?: string;
  /** The server's own arguments. */
  readonly parameters?: readonly string[];
}

const sources = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** Starts the server; it may fail. Call it within a test. */
export function launchServer({
  variables,
  within = [],
  preload,
  program,
  parameters: own = [],
}: LaunchOptions): LaunchedServer {
  const env = { PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: "0", ...variables };
  const preloaded = preload === undefined ? [] : ["--import", preload];
  const [command = process.execPath, ...parameters] = [
    ...within,
    ...[
      process.execPath,
      ...preloaded,
      ...(program === undefined ? ["--conditions=source", sources] : [program]),
      ...own,
    ],
  ];
  const child = spawn(command, parameters, { env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  let complaints = "";
  const output = createInterface({ input: child.stdout });
  output.on("line", (line) => lines.push(line));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaints += text));
  const exitCode = once(child, "close").then(([code]) => code as number | null);
  const fail = (code: number | null) => Promise.reject(new Error(`The server ended with ${code}: ${complaints}`));

  async function seen<T>(find: (line: string) => T | undefined): Promise<T> {
    for (;;) {
      const found = lines.map(find).find((value) => value !== undefined);
      if (found !== undefined) return found;
      await Promise.race([once(output, "line"), exitCode.then(fail)]);
    }
  }

  return {
    ...{ child, exitCode, lines, seen },
    complaints: () => complaints,
    logged: (wanted) =>
      seen((line) => {
        const entry = line.startsWith("{") ? (JSON.parse(line) as LogLine) : {};
        return wanted(entry) ? entry : undefined;
      }),
  };
}

/** {@link launchServer} for a server that is to scrape loopback; resolves when it listens. */
export async function startServerProcess(options: LaunchOptions): Promise<LaunchedServer & { readonly url: string }> {
  const variables = { ALLOW_PRIVATE_NETWORKS: "127.0.0.1", ...options.variables };
  const server = launchServer({ ...options, variables });
  const url = await server.seen((line) => /listens on (http:\S+)\./.exec(line)?.[1]);
  await server.seen((line) => (line.includes("curl") ? line : undefined));
  return { ...server, url };
}

/** Ends a server as a power cut does. */
export async function killServer({ child }: LaunchedServer): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** What a server answered. */
export interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Asks a server for JSON. */
export async function ask(
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
  const answer = await fetch(url, body === undefined ? { headers } : init);
  return { status: answer.status, body: (await answer.json()) as Answered["body"] };
}
