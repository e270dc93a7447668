import type { EgressGuard } from "./egress-guard.ts";
import type { ParsedAction } from "../schema/actions.ts";
import type { Clock } from "./clock.ts";

/** A need of a page beyond plain HTML over HTTP. Computed from a request by `capabilitiesNeeded`. */
export type Capability = "javascript" | "actions" | "screenshot" | "wait" | "mobile" | "stealth" | "login";

/** Everything that decides what the network returns, and nothing about how it is presented later. */
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
  /** The page's scripts have run, and `body` is what they made of it. */
  readonly isRendered?: boolean | undefined;
  /** Of a rendered page, the document as the server sent it, in UTF-8: a crawl follows its links too. */
  readonly served?: Uint8Array | undefined;
  /** PNG or JPEG. */
  readonly screenshot?: Uint8Array | undefined;
  readonly actionResults?: ActionOutput | undefined;
  /** Milliseconds since the epoch. */
  readonly capturedAt: number;
  /** The name of the page source. */
  readonly source: string;
  readonly proxyUsed: "basic" | "stealth";
  /** Notes for the caller, in plain words: an option that had no effect here, and why. */
  readonly warnings: readonly string[];
}

/** The engine's loan to a page source for one capture. A source that is used without an engine has its own defaults. */
export interface CaptureContext {
  /** Decides which addresses this capture may connect to. */
  readonly guard: EgressGuard;
  /** Largest page that is read. */
  readonly maxBodyBytes: number;
  /** When the time for this capture is over, in milliseconds since the epoch: later, once it has waited. */
  readonly deadlineAt?: (() => number) | undefined;
  /**
   * To be handed what a source waits for before it can begin, such as a free browser: that is no part of the page's time.
   * Returns the same promise.
   */
  readonly untimed?: (<T>(waiting: Promise<T>) => Promise<T>) | undefined;
  /**
   * Who asks. Captures with the same value may share what a browser keeps of scripts, styles and fonts, and nothing that
   * identifies anyone; without one, nothing is shared.
   */
  readonly sharesWith?: string | undefined;
  /**
   * To be asked before an address is asked again that failed or refused. False when the page's tries are used up, or are
   * for the caller to make, at a pace that the site bears.
   */
  readonly mayRetry?: (() => boolean) | undefined;
  /**
   * To be called before a redirect is followed, with where it leads and the status that said so: resolves when that
   * address may be asked, rejects with an EngineError if it may not be. A source that can't call it, because it learns of
   * redirects only when they were followed, leaves judging where it ended up to its caller.
   */
  readonly beforeHop?: ((target: URL, status: number) => Promise<void>) | undefined;
}

/** The Fetch API for what stands beside the pages of a site. Must go through the egress guard. */
export type SiteFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Captures one page. Plain HTTP, a browser, a stealth proxy and a recorded fixture are all page sources.
 * Throws EngineError for failures of the capture (SCRAPE_SITE_ERROR, SCRAPE_TIMEOUT, URL_BLOCKED …); an HTTP error page is
 * a successful capture. Must go through the egress guard for every connection. Disposing waits for nothing and leaves
 * nothing running.
 */
export interface PageSource extends Partial<AsyncDisposable> {
  readonly name: string;
  readonly capabilities: ReadonlySet<Capability>;
  /** The most pages it captures at once, if it has a limit; more of them wait. Jobs take no more at once. */
  readonly maxPagesAtOnce?: (() => number) | undefined;
  capture(request: CaptureRequest, signal: AbortSignal, context?: CaptureContext): Promise<Capture>;
  /**
   * Fetches what stands beside pages: robots.txt and sitemaps. Where no source does, the engine does it by itself, through
   * the egress guard.
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
    /** Largest page, in bytes after decompression. */
    readonly maxBodyBytes: number;
    /** Most hops of one redirect chain, redirects and meta refreshes together. */
    readonly maxRedirects: number;
  };
}

/** Proxy servers by tier: `http:`, `https:` or `socks5:` URLs, with credentials if needed. */
export interface ProxyServers {
  readonly basic?: string | undefined;
  readonly stealth?: string | undefined;
}

/** Makes a page source of what an engine lends, such as `httpSource()`. */
export type MakeSource = (host: SourceHost) => PageSource;
