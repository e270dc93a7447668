import type { Browser, LaunchOptions as DriverOptions } from "playwright-core";

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

/** Starts a browser. It ends when this process ends, whatever ends this process: its command pipe closes. */
export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  const browser = await options.driver.launch({
    executablePath: options.executablePath,
    headless: true,
    chromiumSandbox: options.sandbox,
    args: [...switches, ...options.args],
    // Traffic outside of a capture's context has no name and password for the proxy, and gets nowhere.
    proxy: { server: options.proxyServer },
    timeout: launchTimeoutMs,
    // What to do about a signal is the host application's decision.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return browser as Browser;
}
