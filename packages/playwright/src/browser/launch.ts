import type { Browser, LaunchOptions as DriverOptions } from "playwright-core";
import { EngineError } from "@garner/core";

/** The part of a driver that is used: that of `chromium` in `playwright-core`, and in packages made from it. */
export interface BrowserDriver {
  executablePath(): string;
  /** Resolves to a browser with Playwright's interface, whichever package declares it. */
  launch(options: DriverOptions): Promise<unknown>;
}

/** How a browser is started. */
export interface LaunchOptions {
  readonly driver: BrowserDriver;
  readonly executablePath: string;
  /** Where the browser sends all of its traffic. */
  readonly proxyServer: string;
  /** Where the browser and its driver leave their files. */
  readonly folder: string;
  readonly sandbox: boolean;
  readonly args: readonly string[];
}

/**
 * Switches that every browser gets. Most close ways around the egress proxy: QUIC and WebRTC use UDP, which it cannot
 * see, and a prefetch of names asks the system's resolver.
 */
const switches = [
  "--disable-quic",
  "--dns-prefetch-disable",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--no-pings",
  "--disable-domain-reliability",
  "--disable-client-side-phishing-detection",
  "--disable-gpu",
  "--mute-audio",
  "--hide-scrollbars",
  // Frames of other sites share their page's process: a page is one process, and one session sees all of its requests.
  "--disable-site-isolation-trials",
] as const;

const launchTimeoutMs = 30_000;

/**
 * Starts a browser. It ends when this process ends, whatever ends this process: its command pipe closes. Throws
 * CAPABILITY_MISSING that says what to do when it does not start.
 */
export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  try {
    return await launch(options);
  } catch (cause) {
    const message = `The browser ${options.executablePath} could not be started: ${reasonOf(String(cause))}.`;
    throw new EngineError("CAPABILITY_MISSING", message, { cause });
  }
}

/** The driver's message holds everything that the program wrote. */
function reasonOf(message: string): string {
  if (/No usable sandbox|SUID sandbox|namespace sandbox/i.test(message))
    return "its sandbox needs user namespaces, which this machine refuses; allow them, or pass `sandbox: false` to playwright()";
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(message)?.[1];
  if (library !== undefined) return `the library ${library} is not installed`;
  return (message.split("\n", 1)[0] ?? message).replace(/^\w*Error: (?:\w+\.launch: )?/, "").replace(/[.\s]*$/, "");
}

async function launch(options: LaunchOptions): Promise<Browser> {
  const browser = await options.driver.launch({
    executablePath: options.executablePath,
    headless: true,
    chromiumSandbox: options.sandbox,
    args: [...switches, ...options.args],
    // Traffic outside of a capture's context has no name and password for the proxy, and gets nowhere.
    proxy: { server: options.proxyServer },
    timeout: launchTimeoutMs,
    artifactsDir: options.folder,
    // Elsewhere the folder's path may be too long for the socket that Chromium puts there.
    ...(process.platform === "linux" ? { env: { ...process.env, TMPDIR: options.folder } } : {}),
    // What to do about a signal is the host application's decision.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return browser as Browser;
}
