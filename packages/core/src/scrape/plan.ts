import { EngineError } from "../errors.ts";
import type { Capability, CaptureRequest, PageSource } from "../ports/page-source.ts";
import type { FormatObject } from "../schema/formats.ts";
import type { ParsedScrapeOptions } from "../schema/scrape.ts";

/** A capability that a request asks of its page source, and the option that asks for it. */
export interface Need {
  readonly capability: Capability;
  readonly option: string;
}

/** The capabilities that a request needs, each with the option that asks for it. Pure. */
export function capabilitiesNeeded(
  options: ParsedScrapeOptions,
  formats: readonly FormatObject[],
  call: { readonly storageState?: unknown },
): readonly Need[] {
  const needs: Need[] = [];
  const need = (condition: boolean, capability: Capability, option: string) => {
    if (condition) needs.push({ capability, option });
  };
  need(
    formats.some((format) => format.type === "screenshot"),
    "screenshot",
    "formats: screenshot",
  );
  need((options.actions ?? []).length > 0, "actions", "actions");
  need(options.waitFor > 0, "wait", "waitFor");
  need(options.mobile, "mobile", "mobile");
  need(options.proxy === "stealth", "stealth", "proxy: stealth");
  need(call.storageState !== undefined, "login", "storageState");
  return needs;
}

const browser =
  "a browser: pass `sources: [httpSource(), playwright()]` to createEngine, with playwright of @garner/playwright";

const remedies: Readonly<Record<Capability, string>> = {
  javascript: browser,
  actions: browser,
  screenshot: browser,
  wait: browser,
  mobile: browser,
  login: browser,
  stealth:
    "a stealth source: pass `playwright({ stealth: true })` of @garner/playwright in `sources`, or `network: { proxy: { stealth: … } }`, to createEngine",
};

/**
 * The sources that can serve a request, cheapest first. Throws CAPABILITY_MISSING that names the option and what to
 * configure when there is none.
 */
export function capableSources(sources: readonly PageSource[], needs: readonly Need[]): readonly PageSource[] {
  const capable = capableOf(sources, needs);
  if (capable.length > 0) return capable;
  const missing = needs.find((need) => !sources.some((source) => source.capabilities.has(need.capability))) ?? needs[0];
  if (missing === undefined)
    throw new EngineError("CAPABILITY_MISSING", "No page source is configured: give the engine `sources`.");
  const remedy = remedies[missing.capability];
  throw new EngineError("CAPABILITY_MISSING", `\`${missing.option}\` needs ${remedy}.`, {
    details: { option: missing.option, capability: missing.capability },
  });
}

/** The sources that can serve a request, cheapest first. Pure. */
export function capableOf(sources: readonly PageSource[], needs: readonly Need[]): readonly PageSource[] {
  return sources.filter((source) => needs.every((need) => source.capabilities.has(need.capability)));
}

/** The part of a request that decides what the network returns. Pure. */
export function captureRequest(
  url: URL,
  options: ParsedScrapeOptions,
  context: { readonly formats: readonly FormatObject[]; readonly storageState?: unknown },
): CaptureRequest {
  const screenshot = context.formats.find((format) => format.type === "screenshot");
  const { location } = options;
  return {
    url: url.href,
    headers: options.headers ?? {},
    mobile: options.mobile,
    waitForMs: options.waitFor,
    actions: options.actions ?? [],
    location: location && {
      country: location.country.slice(0, 2).toUpperCase(),
      languages: location.languages ?? [],
    },
    skipTlsVerification: options.skipTlsVerification,
    blockAds: options.blockAds,
    proxy: options.proxy === "stealth" ? "stealth" : "basic",
    screenshot: screenshot && {
      fullPage: screenshot.fullPage,
      quality: screenshot.quality,
      viewport: screenshot.viewport,
    },
    storageState: context.storageState,
  };
}
