import {
  createEgressGuard,
  EngineError,
  systemClock,
  type Capability,
  type Capture,
  type CaptureContext,
  type CaptureRequest,
  type Clock,
  type PageSource,
} from "@garner/core";
import { createAdBlocker } from "./blocking/ads.ts";
import type { SourceParts } from "./capture/capture-on.ts";
import { createConsentDismisser } from "./blocking/consent.ts";
import { renderProbe } from "./browser/health.ts";
import type { BrowserPool } from "./browser/pool.ts";
import { lazy } from "./lazy.ts";
import { chromiumFor, pagesAtOnce } from "./settings.ts";
import { checkPlaywrightOptions, type PlaywrightOptions } from "./options.ts";
import { createProxies } from "./egress/proxies.ts";
import { shutDown } from "./browser/slots.ts";
import { createDisguiseMaker } from "./identity/stealth.ts";

/** A page source with real browsers, and a view of them. */
export interface BrowserSource extends PageSource {
  /** Renders a page in a browser of the pool. Throws EngineError if the result is wrong. */
  checkHealth(signal: AbortSignal): Promise<void>;
  status(): Promise<BrowserStatus>;
  /** The program that it starts. Throws CAPABILITY_MISSING with installation advice if there is none. */
  executablePath(): string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The browsers of a source at this moment. */
export interface BrowserStatus {
  readonly openPages: number;
  readonly browsers: readonly { readonly pid: number; readonly openPages: number; readonly version: string }[];
}

const defaultMaxBodyBytes = 50 * 1024 * 1024;

/**
 * A page source with a real Chromium: JavaScript, actions, screenshots, waiting, devices, login state. No browser is
 * started before the first capture; disposing the source leaves no process behind. Throws BAD_REQUEST for options
 * that do not exist or are of the wrong type.
 */
export function playwright(options: PlaywrightOptions = {}): BrowserSource {
  checkPlaywrightOptions(options);
  const { clock = systemClock, stealth: looksOrdinary = false } = options;
  const proxies = createProxies(options.proxy, clock);
  const machinery = lazy(() => loadMachinery(options, clock));
  const parts: SourceParts = {
    name: options.name ?? (looksOrdinary ? "stealth-browser" : "browser"),
    clock,
    proxies,
    adBlocker: lazy(() => createAdBlocker(options.listPaths ?? [])),
    consent: lazy(() => createConsentDismisser(clock)),
    hasOwnDriver: options.driver !== undefined,
    disguises: looksOrdinary ? lazy(createDisguiseMaker) : undefined,
  };
  const ownContext = lazy((): CaptureContext => ({
    guard: options.guard ?? createEgressGuard({ allow: false }),
    maxBodyBytes: defaultMaxBodyBytes,
    sharesWith: "its owner",
  }));
  let isDisposed = false;

  async function capture(request: CaptureRequest, signal: AbortSignal, context?: CaptureContext): Promise<Capture> {
    if (isDisposed) throw shutDown();
    const surroundings = context ?? (await ownContext());
    surroundings.guard.checkUrl(new URL(request.url));
    const { pool, egress, captureOn } = await machinery();
    let isProxyBroken = false;
    const onProxyFailure = () => void (isProxyBroken = true);
    const capturedIn = (attempt: number) => {
      const call = { request, signal, surroundings, egress, attempt, onProxyFailure };
      const { mayRetry, untimed, inBackground } = surroundings;
      return pool.use((browser) => captureOn(browser, call, parts), { signal, mayRetry, untimed, inBackground });
    };
    try {
      return await capturedIn(1);
    } catch (thrown) {
      // The site was not asked: this costs none of the page's tries.
      if (signal.aborted || !isProxyBroken) throw thrown;
      return await capturedIn(2);
    }
  }

  return {
    name: parts.name,
    capabilities: capabilities(looksOrdinary || proxies.hasStealth),
    isInstalled: () => isThere(options),
    maxPagesAtOnce: () => pagesAtOnce(options),
    capture,
    async checkHealth(signal) {
      const { pool } = await machinery();
      await pool.use(renderProbe, { signal });
    },
    async status() {
      return statusOf((await machinery.made())?.pool);
    },
    executablePath: () => chromiumFor(options),
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      // A start that failed has left nothing to dispose.
      const started = await machinery.made()?.catch(() => undefined);
      await started?.[Symbol.asyncDispose]();
    },
  };
}

function isThere(options: PlaywrightOptions): boolean {
  try {
    return chromiumFor(options) !== "";
  } catch (thrown) {
    if (EngineError.is(thrown, "CAPABILITY_MISSING")) return false;
    throw thrown;
  }
}

/**
 * Playwright is large: it is loaded with the first page that needs a browser, and only where there is one. Throws
 * CAPABILITY_MISSING when there is none.
 */
async function loadMachinery(options: PlaywrightOptions, clock: Clock) {
  const executablePath = chromiumFor(options);
  const { captureOn, startMachinery } = await import("./machinery.ts");
  return { ...(await startMachinery({ ...options, executablePath }, clock)), captureOn };
}

function statusOf(pool: Pick<BrowserPool, "browsers" | "openPages"> | undefined): BrowserStatus {
  const browsers = pool?.browsers() ?? [];
  return {
    openPages: pool?.openPages() ?? 0,
    browsers: browsers.map(({ pid, openPages, engine }) => ({ pid, openPages: openPages(), version: engine.version })),
  };
}

function capabilities(canBeStealthy: boolean): ReadonlySet<Capability> {
  const plain: readonly Capability[] = ["javascript", "actions", "screenshot", "wait", "mobile", "login"];
  return new Set(canBeStealthy ? [...plain, "stealth"] : plain);
}
