import { chromium } from "playwright-core";
import type { Clock } from "@garner/core";
import { maxOpenPages, thisMachine } from "./capacity.ts";
import { startEgressProxy, type EgressProxy } from "./egress/proxy.ts";
import { findExecutable } from "./executable.ts";
import { launchBrowser } from "./launch.ts";
import { defaultPoolLimits, type PlaywrightOptions } from "./options.ts";
import { openRegister } from "./orphans.ts";
import { createPool, type BrowserPool } from "./pool.ts";
import { poolBrowser, type PooledBrowser } from "./pooled-browser.ts";
import { stealthArgs } from "./stealth.ts";

/** What the first capture sets up, and every later one uses. */
export interface Machinery extends AsyncDisposable {
  readonly egress: EgressProxy;
  readonly pool: BrowserPool;
}

/**
 * Clears up after processes that were killed, starts the egress proxy, and builds the pool. Throws CAPABILITY_MISSING
 * when there is no Chromium.
 */
export async function startMachinery(options: PlaywrightOptions, clock: Clock): Promise<Machinery> {
  const driver = options.driver ?? chromium;
  const executablePath = findExecutable({
    executablePath: options.executablePath,
    driver,
    environment: process.env,
  });
  const limits = { ...defaultPoolLimits, ...definedOnly(options.pool ?? {}) };
  const register = openRegister();
  await register.reap();
  const egress = await startEgressProxy();

  async function launch(): Promise<PooledBrowser> {
    const browser = await launchBrowser({
      driver,
      executablePath,
      proxyServer: egress.server,
      sandbox: options.sandbox ?? process.getuid?.() !== 0,
      args: [...(options.stealth === true ? stealthArgs : []), ...(options.args ?? [])],
    });
    const pooled = await poolBrowser(browser, { clock, limits });
    await register.add(pooled.pid, pooled.profile);
    return {
      ...pooled,
      async close() {
        await pooled.close();
        await register.remove(pooled.pid);
      },
    };
  }

  const pool = createPool({
    clock,
    machine: thisMachine,
    maxOpenPages: options.pool?.maxOpenPages ?? maxOpenPages(thisMachine),
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

/** An option that is there but undefined is an option not given. */
function definedOnly<T extends object>(options: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}
