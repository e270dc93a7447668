import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { Browser } from "playwright-core";
import { EngineError } from "@garner/core";
import { openPipe, type BrowserPipe } from "./pipe.ts";
import { withoutPeriod } from "../driver-message.ts";
import { switches } from "./switches.ts";

/** The part of a driver that is used: that of `chromium` in `playwright-core`, and in packages made from it. */
export interface BrowserDriver {
  executablePath(): string;
  /** Resolves to a browser with Playwright's interface, whichever package declares it. */
  connectOverCDP(
    pipe: BrowserPipe,
    options: { readonly artifactsDir: string; readonly isLocal: boolean; readonly timeout: number },
  ): Promise<unknown>;
}

/** Options of a browser's start. */
export interface LaunchOptions {
  readonly driver: BrowserDriver;
  readonly executablePath: string;
  /** The proxy for all of the browser's traffic. */
  readonly proxyServer: string;
  /** The folder for the files of the browser and its driver, its own alone. */
  readonly folder: string;
  readonly sandbox: boolean;
  readonly args: readonly string[];
}

/** A browser that runs. */
export interface LaunchedBrowser {
  readonly browser: Browser;
  /** The folder of its files. Its command line names it, and no other's does. */
  readonly folder: string;
  /** Resolves when its process has ended. */
  readonly ended: Promise<unknown>;
}

const launchTimeoutMs = 30_000;

/** Everything that is kept of all that a browser writes for people. */
const maxLogLength = 8_000;

/**
 * Starts a browser. It ends when this process ends, whatever ends this process: its command pipe closes. Throws
 * CAPABILITY_MISSING with advice if it does not start.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const { driver, executablePath, folder } = options;
  const child = start(options);
  const log = logOf(child);
  const failed = (cause: unknown) => {
    const message = `The browser ${executablePath} could not be started: ${reasonOf(log(), cause)}.`;
    return new EngineError("CAPABILITY_MISSING", message, { cause });
  };
  const ended = once(child, "close");
  const endedEarly = ended.then(([code, signal]) => {
    throw new Error(`it ended at once (${signal === null ? `exit code ${code}` : signal})`);
  });
  try {
    const [, , , commands, answers] = child.stdio;
    const pipe = openPipe(commands as Writable, answers as Readable);
    const connected = driver.connectOverCDP(pipe, { artifactsDir: folder, isLocal: true, timeout: launchTimeoutMs });
    connected.catch(() => undefined); // it ended at once, which says more
    return { browser: (await Promise.race([connected, endedEarly])) as Browser, folder, ended };
  } catch (cause) {
    child.kill("SIGKILL");
    await ended.catch(() => undefined); // it never began
    throw failed(cause);
  } finally {
    endedEarly.catch(() => undefined); // its closer knows
  }
}

function start({ executablePath, proxyServer, folder, sandbox, args }: LaunchOptions): ChildProcess {
  const own = [
    ...switches,
    ...(sandbox ? [] : ["--no-sandbox"]),
    `--user-data-dir=${join(folder, "profile")}`,
    // Traffic outside of a capture's context has no name and password for the proxy, and gets nowhere.
    `--proxy-server=${proxyServer}`,
    "--proxy-bypass-list=<-loopback>",
  ];
  return spawn(executablePath, [...own, ...args], {
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    // The host application decides how to treat a signal from the terminal.
    detached: process.platform !== "win32",
    // Elsewhere the folder's path may be too long for the socket that Chromium puts there.
    ...(process.platform === "linux" ? { env: { ...process.env, TMPDIR: folder } } : {}),
  });
}

/** The end of a browser's log for people. */
function logOf(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-maxLogLength);
  });
  return () => text;
}

function reasonOf(log: string, cause: unknown): string {
  if (/No usable sandbox|SUID sandbox|namespace sandbox/i.test(log))
    return "its sandbox needs user namespaces, which this machine refuses; allow them, or pass `sandbox: false` to playwright()";
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(log)?.[1];
  if (library !== undefined) return `the library ${library} is not installed`;
  const said = log.trim().split("\n").at(-1) ?? "";
  const happened = cause instanceof Error ? (cause.message.split("\n", 1)[0] ?? "") : String(cause);
  return withoutPeriod([happened, said].filter((text) => text !== "").join(": "));
}
