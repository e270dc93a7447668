import { chromium } from "playwright-core";
import { onlyGiven, type Clock } from "@garner/core";
import { thisMachine } from "./browser/capacity.ts";
import { startEgressProxy, type EgressProxy } from "./egress/proxy.ts";
import { pagesAtOnce } from "./settings.ts";
import { launchBrowser } from "./browser/launch.ts";
import { defaultPoolLimits, type PlaywrightOptions } from "./options.ts";
import { openRegister } from "./browser/orphans.ts";
import { createPool, type BrowserPool } from "./browser/pool.ts";
import { poolBrowser, type PooledBrowser } from "./browser/pooled-browser.ts";
import { stealthArgs } from "./identity/stealth.ts";
import { ordinaryUserAgent } from "./browser/user-agent.ts";

export { captureOn } from "./capture/capture-on.ts";

/** The machinery that the first capture sets up, and every later one uses. */
export interface Machinery extends AsyncDisposable {
  readonly egress: EgressProxy;
  readonly pool: BrowserPool;
}

/** Options with the Chromium that they lead to. */
type MachineryOptions = PlaywrightOptions & { readonly executablePath: string };

/** Clears up after processes that were killed, starts the egress proxy, and builds the pool. */
export async function startMachinery(options: MachineryOptions, clock: Clock): Promise<Machinery> {
  const { driver = chromium, executablePath } = options;
  const limits = { ...defaultPoolLimits, ...onlyGiven(options.pool ?? {}) };
  const register = openRegister();
  await register.reap();
  const egress = await startEgressProxy();
  const switches = [
    ...(await ordinaryUserAgent(executablePath)),
    ...(options.stealth === true ? stealthArgs : []),
    ...(options.args ?? []),
  ];
  const sandbox = hasSandbox(options);

  async function launch(): Promise<PooledBrowser> {
    const home = await register.open();
    try {
      const launched = await launchBrowser({
        driver,
        executablePath,
        proxyServer: egress.server,
        folder: home.folder,
        sandbox,
        args: switches,
      });
      const pooled = await poolBrowser(launched, { clock, limits, egress });
      await home.note(pooled.pid);
      return {
        ...pooled,
        async close() {
          await pooled.close();
          await home.remove();
        },
      };
    } catch (thrown) {
      await home.remove();
      throw thrown;
    }
  }

  const pool = createPool({
    clock,
    machine: thisMachine,
    maxOpenPages: pagesAtOnce(options),
    maxWaitMs: limits.maxWaitMs,
    maxPagesPerBrowser: limits.maxPagesPerBrowser,
    keepWarmMs: limits.keepWarmMs,
    launch,
    onRetire: (browser, reason) => options.onRetire?.({ pid: browser.pid }, reason),
  });
  return {
    egress,
    pool,
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]();
      await egress[Symbol.asyncDispose]();
    },
  };
}

/** Chromium refuses its sandbox to root. A warning says so unless the caller set `sandbox`. */
function hasSandbox({ sandbox, onWarning = warn }: PlaywrightOptions): boolean {
  if (sandbox !== undefined) return sandbox;
  if (process.getuid?.() !== 0) return true;
  onWarning(
    "Chromium runs without its sandbox, because this process is root: a page that breaks out of the browser can do " +
      "what root can. Run as another user.",
  );
  return false;
}

function warn(message: string): void {
  process.emitWarning(`${message} To accept it, pass \`sandbox: false\` to playwright().`, {
    code: "GARNER_NO_SANDBOX",
  });
}
