import { checkOptions, option, type Clock, type EgressGuard } from "@garner/core";
import type { BrowserDriver } from "./browser/launch.ts";
import type { ProxyChooser, ProxyLists } from "./egress/proxies.ts";

/** Options of the browser. Everything is optional. */
export interface PlaywrightOptions {
  /** The page source's name in `metadata.source`. @default "browser", or "stealth-browser" with `stealth` */
  readonly name?: string | undefined;
  /**
   * The Chromium to run. Without it: the `GARNER_CHROMIUM_PATH` and `PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH` variables,
   * Playwright's own install, then `chromium-headless-shell`, `chromium` and `google-chrome` on the PATH.
   */
  readonly executablePath?: string | undefined;
  /** The driver, such as `chromium` of `patchright-core`. @default `chromium` of `playwright-core` */
  readonly driver?: BrowserDriver | undefined;
  /** Further switches of Chromium. */
  readonly args?: readonly string[] | undefined;
  /** True if Chromium's own sandbox is on; root has none, and is warned. @default true, except as root */
  readonly sandbox?: boolean | undefined;
  /** Look like an ordinary visitor's browser when a request asks for `proxy: "stealth"`. @default false */
  readonly stealth?: boolean | undefined;
  /** Proxy servers by tier, or a function that chooses one for each page. */
  readonly proxy?: ProxyLists | ProxyChooser | undefined;
  /** Files with filter lists in Adblock Plus or uBlock Origin syntax, beside the built-in rules. */
  readonly listPaths?: readonly string[] | undefined;
  readonly pool?: PoolLimits | undefined;
  /** Decides which addresses may be reached when the source is used without an engine. @default the public internet */
  readonly guard?: EgressGuard | undefined;
  readonly clock?: Clock | undefined;
  /** Receives warnings for the operator about the running of the browser. @default Node's process warning */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Called when a browser is replaced, with the reason. */
  readonly onRetire?: ((browser: { readonly pid: number }, reason: string) => void) | undefined;
}

/** The limits on running browsers, and on their lifetimes. */
export interface PoolLimits {
  /** Pages open at once, in all browsers. @default four per core, fewer when memory is short */
  readonly maxOpenPages?: number | undefined;
  /** Pages open at once in one browser. @default 8 */
  readonly maxPagesPerBrowser?: number | undefined;
  /** Pages after which a browser is replaced. @default 250 */
  readonly maxPages?: number | undefined;
  /** Age at which a browser is replaced. @default 1800000 (half an hour) */
  readonly maxAgeMs?: number | undefined;
  /** Growth of an idle browser's memory at which it is replaced. @default 500000000 */
  readonly maxGrowthBytes?: number | undefined;
  /** Memory at which the process of a single page is ended. @default 2000000000 */
  readonly maxPageBytes?: number | undefined;
  /** The longest a capture may wait for a free page; then it fails with OVERLOADED. @default 60000 */
  readonly maxWaitMs?: number | undefined;
  /** The time browsers stay warm after the last page. @default 30000 */
  readonly keepWarmMs?: number | undefined;
}

/** The defaults of {@link PoolLimits} that do not depend on the machine. */
export const defaultPoolLimits = {
  maxPagesPerBrowser: 8,
  maxPages: 250,
  maxAgeMs: 30 * 60_000,
  maxGrowthBytes: 500_000_000,
  maxPageBytes: 2_000_000_000,
  maxWaitMs: 60_000,
  keepWarmMs: 30_000,
} as const;

const some = option.amountAboveZero.optional();
const count = option.count.optional();
const servers = option.text.or(option.texts).optional();

/** Refuses options that do not exist or are of the wrong type, which would have no effect. Throws BAD_REQUEST. */
export function checkPlaywrightOptions(options: PlaywrightOptions): void {
  checkOptions<PlaywrightOptions>("playwright", options, {
    name: option.filledText.optional(),
    executablePath: option.filledText.optional(),
    driver: option.object.optional(),
    args: option.texts.optional(),
    sandbox: option.flag.optional(),
    stealth: option.flag.optional(),
    proxy: option.callback.or(option.object).optional(),
    listPaths: option.texts.optional(),
    pool: option.object.optional(),
    guard: option.object.optional(),
    clock: option.clock.optional(),
    onWarning: option.callback.optional(),
    onRetire: option.callback.optional(),
  });
  if (typeof options.proxy !== "function")
    checkOptions<ProxyLists>("playwright: proxy", options.proxy ?? {}, { basic: servers, stealth: servers });
  checkOptions<PoolLimits>("playwright: pool", options.pool ?? {}, {
    maxOpenPages: count,
    maxPagesPerBrowser: count,
    maxPages: count,
    maxAgeMs: option.amount.optional(),
    maxGrowthBytes: option.amount.optional(),
    maxPageBytes: some,
    maxWaitMs: option.amount.optional(),
    keepWarmMs: option.amount.optional(),
  });
}
