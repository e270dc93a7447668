import type { BrowserContextOptions } from "playwright-core";
import type { Capture, CaptureContext, CaptureRequest, Clock } from "@garner/core";
import type { AdBlocker } from "../blocking/ads.ts";
import type { DismissConsent } from "../blocking/consent.ts";
import type { PooledBrowser } from "../browser/pooled-browser.ts";
import type { EgressProxy } from "../egress/proxy.ts";
import type { Proxies } from "../egress/proxies.ts";
import type { EgressSession } from "../egress/session.ts";
import { identityFor } from "../identity/identity.ts";
import type { DisguiseMaker } from "../identity/stealth.ts";
import { capturePage } from "./capture-page.ts";
import { readingFailure } from "./failure.ts";

/** What all captures of a source share. */
export interface SourceParts {
  readonly name: string;
  readonly clock: Clock;
  readonly proxies: Proxies;
  readonly adBlocker: () => Promise<AdBlocker>;
  readonly consent: () => Promise<DismissConsent>;
  /** The caller brought another driver than Playwright's. */
  readonly hasOwnDriver: boolean;
  /** Undefined for a source that never disguises itself. */
  readonly disguises: (() => Promise<DisguiseMaker>) | undefined;
}

/** One try at a page. */
export interface Trip {
  readonly request: CaptureRequest;
  readonly signal: AbortSignal;
  readonly surroundings: CaptureContext;
  readonly egress: EgressProxy;
  /** 1 for the first. */
  readonly attempt: number;
  /** Told when the page could not be had because of the proxy that was chosen for it. */
  readonly onProxyFailure: () => void;
}

/** A page may bring this many times the largest page in scripts, pictures and data before its connections are cut. */
const trafficFactor = 8;

/** Captures a page on a browser: in a context of its own, through an egress session of its own, both gone afterwards. */
export async function captureOn(browser: PooledBrowser, trip: Trip, parts: SourceParts): Promise<Capture> {
  const { request, signal, surroundings } = trip;
  const { clock } = parts;
  const plain = identityFor(request, browser.engine);
  const disguises = request.proxy === "stealth" ? await parts.disguises?.() : undefined;
  const disguise = disguises?.(plain, request, browser.engine);
  const identity = disguise?.identity ?? plain;
  const [blocker, dismissConsent] = request.blockAds ? await Promise.all([parts.adBlocker(), parts.consent()]) : [];
  const proxy = await parts.proxies.choose({
    url: request.url,
    tier: request.proxy,
    country: request.location?.country,
    attempt: trip.attempt,
  });
  const usesStealthProxy = request.proxy === "stealth" && parts.proxies.hasStealth && proxy !== undefined;
  const { guard, maxBodyBytes } = surroundings;
  using egress = trip.egress.open({ guard, upstream: proxy?.upstream, maxBytes: maxBodyBytes * trafficFactor });
  const context = await browser.openContext({
    ...identity.context,
    ...(request.storageState === undefined ? {} : { storageState: storageState(request.storageState) }),
    proxy: { server: trip.egress.server, ...(parts.hasOwnDriver ? credentialsOf(egress) : {}) },
  });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= browser.closeContext(context));
  const closeEarly = () => void close();
  signal.addEventListener("abort", closeEarly, { once: true });
  try {
    signal.throwIfAborted();
    if (disguise !== undefined && disguise.script !== "") await context.addInitScript({ content: disguise.script });
    const capture = await capturePage({
      context,
      request,
      identity,
      egress,
      clock,
      signal,
      deadlineAt: surroundings.deadlineAt?.(),
      maxBodyBytes,
      blocker,
      dismissConsent,
      isDisguised: disguise !== undefined,
      source: parts.name,
      // What was used, not what was asked for: it decides the price.
      proxyUsed: disguise !== undefined || usesStealthProxy ? "stealth" : "basic",
    });
    proxy?.report(true);
    return capture;
  } catch (thrown) {
    signal.throwIfAborted();
    const failure = readingFailure(thrown, new URL(request.url));
    if (egress.isOfProxy(failure)) {
      proxy?.report(false);
      trip.onProxyFailure();
    }
    throw failure;
  } finally {
    signal.removeEventListener("abort", closeEarly);
    await close();
  }
}

/** Drivers that intercept requests themselves answer the proxy's challenge before a DevTools session of ours can. */
function credentialsOf({ username, password }: EgressSession) {
  return { username, password };
}

/** The caller's own object, in the driver's form; the driver validates it. */
function storageState(value: unknown): NonNullable<BrowserContextOptions["storageState"]> {
  return value as NonNullable<BrowserContextOptions["storageState"]>;
}
