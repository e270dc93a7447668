import type { EgressGuard } from "./egress-guard.ts";
import type { ParsedAction } from "../schema/actions.ts";
import type { Clock } from "./clock.ts";

/** A need of a page beyond plain HTML over HTTP. Computed from a request by `capabilitiesNeeded`. */
export type Capability = "javascript" | "actions" | "screenshot" | "wait" | "mobile" | "stealth" | "login";

/** Everything that can change the network's response, and nothing about its later presentation. */
export interface CaptureRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly mobile: boolean;
  readonly waitForMs: number;
  readonly actions: readonly ParsedAction[];
  /** `country` is an upper-case ISO 3166-1 alpha-2 code. */
  readonly location?: { readonly country: string; readonly languages: readonly string[] } | undefined;
  readonly skipTlsVerification: boolean;
  readonly blockAds: boolean;
  readonly proxy: "basic" | "stealth";
  readonly screenshot?: ScreenshotRequest | undefined;
  /** Cookies and storage of a logged-in browser, in Playwright's `storageState` form. */
  readonly storageState?: unknown;
}

/** A picture of a page: of all of it or of the window, and the window's size in CSS pixels. */
export interface ScreenshotRequest {
  readonly fullPage: boolean;
  readonly quality?: number | undefined;
  readonly viewport?: { readonly width: number; readonly height: number } | undefined;
}

/** The output of a capture's actions, each list in the order of its actions. Files are PNG, JPEG or PDF. */
export interface ActionOutput<File = Uint8Array> {
  readonly screenshots?: readonly File[] | undefined;
  readonly scrapes?: readonly { readonly url: string; readonly html: string }[] | undefined;
  readonly javascriptReturns?: readonly { readonly type: string; readonly value: unknown }[] | undefined;
  readonly pdfs?: readonly File[] | undefined;
}

/** The network's answer for one page: immutable, serialisable, independent of any output format. */
export interface Capture {
  readonly requestedUrl: string;
  /** The page's address after all redirects. */
  readonly url: string;
  readonly status: number;
  /** The `Content-Type` header as sent; empty when there was none. */
  readonly contentType: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The page as the source read it: the response's bytes, or the rendered document as UTF-8. */
  readonly body: Uint8Array;
  /** True if the page's scripts have run, and `body` is the result. */
  readonly isRendered?: boolean | undefined;
  /** True if an answer on the way to the page was for the asker alone: it opened a session, or no cache may share it. */
  readonly isPrivate?: boolean | undefined;
  /** True if the end of the page is missing, which another try may give: `warnings` say so. */
  readonly isCutOff?: boolean | undefined;
  /** The document of a rendered page as the server sent it, in UTF-8: a crawl follows its links too. */
  readonly served?: Uint8Array | undefined;
  /** PNG or JPEG. */
  readonly screenshot?: Uint8Array | undefined;
  readonly actionResults?: ActionOutput | undefined;
  /** Milliseconds since the epoch. */
  readonly capturedAt: number;
  /** The name of the page source; `given` for a page that was handed over, so that no server answered. */
  readonly source: string;
  readonly proxyUsed: "basic" | "stealth";
  /** Notes for the caller, in plain words: an option that had no effect here, and why. */
  readonly warnings: readonly string[];
}

/** The engine's loan to a page source for one capture. A source that is used without an engine has its own defaults. */
export interface CaptureContext {
  /** Decides which addresses this capture may connect to. */
  readonly guard: EgressGuard;
  /** The size of the largest page that is read. */
  readonly maxBodyBytes: number;
  /** The end of this capture's time, in milliseconds since the epoch; waiting moves it. */
  readonly deadlineAt?: (() => number) | undefined;
  /**
   * Takes a promise that a source waits for before it can begin, such as a free browser: the wait is no part of the
   * page's time. Returns the same promise.
   */
  readonly untimed?: (<T>(waiting: Promise<T>) => Promise<T>) | undefined;
  /** True for a page that nobody waits for, such as a job's: in a line, others need not stand behind all of these. */
  readonly inBackground?: boolean | undefined;
  /**
   * The asker. Captures with the same value may share a browser's cached scripts, styles and fonts, and nothing that
   * identifies anyone; without one, nothing is shared.
   */
  readonly sharesWith?: string | undefined;
  /**
   * Asks for another try at an address that failed or refused. False if the page's tries are used up, or if the caller makes
   * them itself, at a pace that the site bears.
   */
  readonly mayRetry?: (() => boolean) | undefined;
  /**
   * Asks to follow a redirect, with its target and status: resolves when that address may be asked, rejects with an
   * EngineError if it may not be. A source that learns of redirects only after they were followed can't call it; its caller
   * judges the final address.
   */
  readonly beforeHop?: ((target: URL, status: number) => Promise<void>) | undefined;
}

/** The Fetch API for robots.txt and sitemaps of a site. Must go through the egress guard. */
export type SiteFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Captures one page. Plain HTTP, a browser, a stealth proxy and a recorded fixture are all page sources.
 * Throws EngineError for failures of the capture (SCRAPE_SITE_ERROR, SCRAPE_TIMEOUT, URL_BLOCKED …); an HTTP error page
 * is a successful capture. Must go through the egress guard for every connection. Disposing waits for nothing and
 * leaves nothing running.
 */
export interface PageSource extends Partial<AsyncDisposable> {
  readonly name: string;
  readonly capabilities: ReadonlySet<Capability>;
  /** False if the program that it starts is not there, so that every capture would fail; true when not given. */
  readonly isInstalled?: (() => boolean) | undefined;
  /** The most pages it captures at once, if it has a limit; more of them wait. Jobs take no more at once. */
  readonly maxPagesAtOnce?: (() => number) | undefined;
  capture(request: CaptureRequest, signal: AbortSignal, context?: CaptureContext): Promise<Capture>;
  /**
   * Fetches robots.txt and sitemaps. If no source does, the engine does it by itself, through the egress guard.
   */
  readonly fetch?: SiteFetch | undefined;
  /** Proves that the source works by capturing a page of its own. Throws EngineError when it doesn't. */
  checkHealth?(signal: AbortSignal): Promise<void>;
}

/** The engine's loan to those who make page sources for it. */
export interface SourceHost {
  readonly guard: EgressGuard;
  readonly clock: Clock;
  /** A number in [0, 1), for jitter. */
  readonly random: () => number;
  /** The engine's proxy servers. */
  readonly proxy?: ProxyServers | undefined;
  readonly policy: {
    /** Sent with every request. */
    readonly userAgent: string;
    /** The size of the largest page, in bytes after decompression. */
    readonly maxBodyBytes: number;
    /** The most hops of one redirect chain, redirects and meta refreshes together. */
    readonly maxRedirects: number;
  };
}

/** Proxy servers by tier: `http:`, `https:` or `socks5:` URLs, with credentials if needed. */
export interface ProxyServers {
  readonly basic?: string | undefined;
  readonly stealth?: string | undefined;
}

/** Makes a page source from the engine's parts, such as `httpSource()`. */
export type MakeSource = (host: SourceHost) => PageSource;
