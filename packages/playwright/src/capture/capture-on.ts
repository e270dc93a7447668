import type { BrowserContextOptions } from "playwright-core";
import type { Capture, CaptureContext, CaptureRequest, Clock } from "@garner/core";
import type { AdBlocker } from "../blocking/ads.ts";
import type { DismissConsent } from "../blocking/consent.ts";
import type { PooledBrowser } from "../browser/pooled-browser.ts";
import type { EgressProxy } from "../egress/proxy.ts";
import type { Proxies } from "../egress/proxies.ts";
import { identityFor, type Identity } from "../identity/identity.ts";
import type { DisguiseMaker } from "../identity/stealth.ts";
import { capturePage } from "./capture-page.ts";
import { readingFailure } from "./failure.ts";

/** Shared by all captures of a source. */
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

/** One call for a page. */
export interface CaptureCall {
  readonly request: CaptureRequest;
  readonly signal: AbortSignal;
  readonly surroundings: CaptureContext;
  readonly egress: EgressProxy;
  /** 1 for the first. */
  readonly attempt: number;
  /** Called if the capture failed because of the proxy that was chosen for it. */
  readonly onProxyFailure: () => void;
}

/** A page may bring this many times the largest page in scripts, pictures and data before its connections are cut. */
const trafficFactor = 8;

/** Captures a page on a browser: in a room of the browser, through the room's egress session. */
export async function captureOn(browser: PooledBrowser, call: CaptureCall, parts: SourceParts): Promise<Capture> {
  const { request, signal, surroundings } = call;
  const { clock } = parts;
  const plain = identityFor(request, browser.engine);
  const disguises = request.proxy === "stealth" ? await parts.disguises?.() : undefined;
  const disguise = disguises?.(plain, request, browser.engine);
  const identity = disguise?.identity ?? plain;
  const [blocker, dismissConsent] = request.blockAds ? await Promise.all([parts.adBlocker(), parts.consent()]) : [];
  const { url, proxy: tier, location } = request;
  const proxy = await parts.proxies.choose({ url, tier, country: location?.country, attempt: call.attempt });
  const usesStealthProxy = request.proxy === "stealth" && parts.proxies.hasStealth && proxy !== undefined;
  const wish = {
    ...roomFor(request, identity, surroundings),
    ...(disguise === undefined ? {} : { sharesAs: undefined }),
    driverHasCredentials: parts.hasOwnDriver,
    upstream: proxy?.upstream,
  };
  const room = await browser.rooms.take(wish, signal);
  const { context, egress } = room;
  let left: Promise<void> | undefined;
  const leave = (isClean: boolean) => (left ??= browser.rooms.leave(room, isClean));
  const leaveEarly = () => void leave(false);
  signal.addEventListener("abort", leaveEarly, { once: true });
  try {
    signal.throwIfAborted();
    if (disguise !== undefined && disguise.script !== "") await context.addInitScript({ content: disguise.script });
    const capture = await capturePage({
      ...room,
      request,
      identity,
      clock,
      signal,
      deadlineAt: surroundings.deadlineAt?.(),
      maxBodyBytes: surroundings.maxBodyBytes,
      blocker,
      dismissConsent,
      isDisguised: disguise !== undefined,
      source: parts.name,
      // The tier that was used, not the requested one: it decides the price.
      proxyUsed: disguise !== undefined || usesStealthProxy ? "stealth" : "basic",
    });
    proxy?.report(true);
    await leave(capture.warnings.length === 0 && context.serviceWorkers().length === 0);
    return capture;
  } catch (thrown) {
    signal.throwIfAborted();
    const failure = readingFailure(thrown, new URL(request.url));
    if (egress.isOfProxy(failure)) {
      proxy?.report(false);
      call.onProxyFailure();
    }
    throw failure;
  } finally {
    signal.removeEventListener("abort", leaveEarly);
    await leave(false);
  }
}

function roomFor(request: CaptureRequest, identity: Identity, surroundings: CaptureContext) {
  const { storageState: login } = request;
  return {
    options: { ...identity.context, ...(login === undefined ? {} : { storageState: storageState(login) }) },
    guard: surroundings.guard,
    maxBytes: surroundings.maxBodyBytes * trafficFactor,
    sharesAs: sharingOf(request, identity, surroundings),
  };
}

/** The key that captures share that follow one another in a room; undefined for one that brings a person's own. */
function sharingOf(
  { headers, actions, storageState: login }: CaptureRequest,
  identity: Identity,
  { sharesWith }: CaptureContext,
): string | undefined {
  const isPersonal = Object.keys(headers).length > 0 || actions.length > 0 || login !== undefined;
  if (sharesWith === undefined || isPersonal) return undefined;
  return JSON.stringify([sharesWith, identity.context, identity.override, identity.locale]);
}

/** The caller's own object, in the driver's form; the driver validates it. */
function storageState(value: unknown): NonNullable<BrowserContextOptions["storageState"]> {
  return value as NonNullable<BrowserContextOptions["storageState"]>;
}
