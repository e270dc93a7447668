import { randomBytes } from "node:crypto";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { EngineError, type Capture, type CaptureRequest, type Clock } from "@garner/core";
import { performActions } from "../actions/perform.ts";
import type { AdBlocker } from "../blocking/ads.ts";
import type { DismissConsent } from "../blocking/consent.ts";
import type { EgressSession } from "../egress/session.ts";
import { watchDepartures } from "../page/departures.ts";
import { createWitness, evidenceScript } from "../page/evidence.ts";
import { navigationFailure } from "./failure.ts";
import { headerOf, type Identity } from "../identity/identity.ts";
import { takeScreenshot } from "../page/screenshot.ts";
import { serialisePage } from "../page/serialise.ts";
import { settle, watchRequests } from "../page/settle.ts";
import { watchTraffic, type MainDocument, type Traffic } from "../page/traffic.ts";

/** Everything one capture works with. The context is fresh and belongs to this capture alone. */
export interface CaptureStage {
  readonly context: BrowserContext;
  readonly request: CaptureRequest;
  readonly identity: Identity;
  readonly egress: EgressSession;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly deadlineAt: number | undefined;
  readonly maxBodyBytes: number;
  /** Undefined where advertisements are to stay. */
  readonly blocker: AdBlocker | undefined;
  /** Undefined where consent pop-ups are to stay. */
  readonly dismissConsent: DismissConsent | undefined;
  /** The page is to see a browser as a visitor has it, with nothing of it replaced. */
  readonly isDisguised: boolean;
  readonly source: string;
  readonly proxyUsed: Capture["proxyUsed"];
}

/** How long a page may take to settle, if it never comes to rest, and how long at least. */
interface SettleWaits {
  readonly longestMs: number;
  readonly leastMs: number;
  readonly patienceMs: number;
}

const afterOpening: SettleWaits = { longestMs: 10_000, leastMs: 0, patienceMs: 3_000 };
const afterAction: SettleWaits = { longestMs: 5_000, leastMs: 60, patienceMs: 500 };

/** Headers that are set on the browser itself, so that every request and every script see the same. */
const identityHeaders = new Set(["cookie", "user-agent", "accept-language"]);

/** Opens a page in a fresh context, waits until it is built, carries out the actions, and reads it. */
export async function capturePage(stage: CaptureStage): Promise<Capture> {
  const { context, request, clock, signal } = stage;
  const warnings = [...stage.identity.warnings];
  const evidenceName = `_${randomBytes(8).toString("hex")}`;
  await context.addInitScript({ content: evidenceScript(evidenceName, { leavesNatives: stage.isDisguised }) });
  await addCookies(context, request, warnings);
  const page = await context.newPage();
  // What a window of the same site would show is opened here instead.
  context.on("page", (window) => {
    window.close().catch(() => undefined); // it may have closed itself
  });
  const session = await context.newCDPSession(page);
  const traffic = await prepare(page, session, { stage, warn: (warning) => warnings.push(warning) });
  const departures = await watchDepartures(session, clock);
  const requests = watchRequests(page, clock);
  const witness = createWitness(session, evidenceName);
  const settlePage = async (waits: SettleWaits) => {
    const until = Math.min(clock.now() + waits.longestMs, settleLimit(stage));
    await settle({ clock, requests, departures, ...witness, until, signal, ...waits });
  };

  await open(page, stage, traffic);
  await settlePage(afterOpening);
  if (request.waitForMs > 0) await clock.sleep(request.waitForMs, signal);
  await stage.dismissConsent?.(page, signal);
  departures.takeWindow(); // what a page opens by itself is not what anyone asked for

  const actionResults = await performActions(request.actions, {
    page,
    clock,
    signal,
    serialise: () => serialisePage(page, evidenceName, stage),
    warn: (warning) => warnings.push(warning),
    hidingStyles: () => hidingStyles(page, stage),
    patience: (wishedMs) => Math.min(wishedMs, patienceLeft(stage)),
    touch: () => witness.touch(false),
    async settle() {
      await witness.touch(true);
      await settlePage(afterAction);
      const opened = departures.takeWindow();
      if (opened === undefined) return;
      await page.goto(opened, { waitUntil: "commit", timeout: 0 });
      await settlePage(afterOpening);
    },
  });
  if (requests.isCut()) warnings.push("The page is cut off: its connection broke before all of it had come.");
  const screenshot = await picture(page, stage, warnings);
  const document = await read(page, { stage, traffic, evidenceName });
  return {
    requestedUrl: request.url,
    ...document,
    ...(screenshot === undefined ? {} : { screenshot }),
    ...(request.actions.length === 0 ? {} : { actionResults }),
    capturedAt: clock.now(),
    source: stage.source,
    proxyUsed: stage.proxyUsed,
    warnings,
  };
}

async function picture(page: Page, stage: CaptureStage, warnings: string[]): Promise<Uint8Array | undefined> {
  const { screenshot } = stage.request;
  if (screenshot === undefined) return undefined;
  const taken = await takeScreenshot(page, screenshot, { ...stage, hidingStyles: () => hidingStyles(page, stage) });
  warnings.push(...taken.warnings);
  return taken.image;
}

function hidingStyles(page: Page, { blocker }: CaptureStage): string {
  return blocker?.hidingStyles(page.url()) ?? "";
}

/** The rendered document, or the bytes of one that is not HTML. */
async function read(
  page: Page,
  { stage, traffic, evidenceName }: { stage: CaptureStage; traffic: Traffic; evidenceName: string },
): Promise<Pick<Capture, "url" | "status" | "contentType" | "headers" | "body" | "isRendered" | "served">> {
  const document = documentOf(traffic, stage.request);
  const { status, headers } = document;
  if (page.url().startsWith("chrome-error:")) throw lostOnTheWay(traffic, stage.egress);
  if (document.body !== undefined) {
    const { url, contentType, body } = document;
    return { url, status, headers, contentType, body: withinLimit(body, stage) };
  }
  const body = new TextEncoder().encode(await serialisePage(page, evidenceName, stage));
  const served = new TextEncoder().encode(await traffic.servedText());
  return {
    url: page.url(),
    status,
    headers,
    contentType: "text/html; charset=utf-8",
    body: withinLimit(body, stage),
    isRendered: true,
    ...(served.length === 0 || served.length > stage.maxBodyBytes ? {} : { served }),
  };
}

function withinLimit(body: Uint8Array, { maxBodyBytes }: CaptureStage): Uint8Array {
  if (body.length <= maxBodyBytes) return body;
  throw new EngineError("PAGE_TOO_LARGE", `The page is larger than ${maxBodyBytes} bytes.`);
}

/** Leaves time for reading the page after a settling that never ends, and more where more is to be done. */
function settleLimit({ clock, deadlineAt, request }: CaptureStage): number {
  if (deadlineAt === undefined) return clock.now() + afterOpening.longestMs;
  const share = request.actions.length > 0 || request.screenshot !== undefined ? 0.6 : 0.8;
  return clock.now() + Math.max(0, (deadlineAt - clock.now()) * share);
}

/** An element that does not come should fail its action, which says more than a capture whose time is over. */
function patienceLeft({ clock, deadlineAt }: CaptureStage): number {
  return deadlineAt === undefined ? Infinity : Math.max(1, deadlineAt - clock.now() - 1_000);
}

async function prepare(
  page: Page,
  session: CDPSession,
  { stage, warn }: { readonly stage: CaptureStage; readonly warn: (warning: string) => void },
): Promise<Traffic> {
  const { request, identity, egress } = stage;
  const showsPictures = request.screenshot !== undefined || request.actions.some(isPictured);
  await session.send("Emulation.setUserAgentOverride", structuredClone(identity.override) as never);
  await session.send("Emulation.setLocaleOverride", { locale: identity.locale });
  page.on("dialog", (dialog) => {
    // "Leave this page?" is asked of someone who wants to leave.
    const answered = dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss();
    answered.catch(() => undefined); // it closes with its page
  });
  const headers = Object.entries(request.headers).filter(([name]) => !identityHeaders.has(name.toLowerCase()));
  return await watchTraffic(session, request.url, {
    proxyUsername: egress.username,
    proxyPassword: egress.password,
    skipMedia: !showsPictures,
    isUnwanted: stage.blocker?.isUnwanted,
    callerHeaders: Object.fromEntries(headers),
    maxBodyBytes: stage.maxBodyBytes,
    warn,
  });
}

function isPictured(action: CaptureRequest["actions"][number]): boolean {
  return action.type === "screenshot" || action.type === "pdf";
}

async function open(page: Page, { request, egress }: CaptureStage, traffic: Traffic): Promise<void> {
  try {
    // The deadline of the capture is the only limit on the time: it closes the context.
    await page.goto(request.url, { waitUntil: "commit", timeout: 0 });
  } catch (thrown) {
    throw traffic.failure() ?? navigationFailure(thrown, new URL(traffic.lastAddress()), egress);
  }
}

/** The page sent its visitor to an address that shows nothing but the browser's own error page. */
function lostOnTheWay(traffic: Traffic, egress: EgressSession): EngineError {
  const url = new URL(traffic.lastAddress());
  const reason = egress.failureAt(url);
  if (reason !== undefined) return reason;
  return new EngineError("SCRAPE_SITE_ERROR", `The page leads to ${url.host}, which could not be read.`);
}

function documentOf(traffic: Traffic, request: CaptureRequest): MainDocument {
  const failure = traffic.failure();
  if (failure !== undefined) throw failure;
  const document = traffic.mainDocument();
  if (document !== undefined) return document;
  throw new EngineError("SCRAPE_SITE_ERROR", `${new URL(request.url).host} sent no document.`);
}

/** A caller's `Cookie` header becomes cookies of the page's host, which is what a browser would hold. */
async function addCookies(context: BrowserContext, request: CaptureRequest, warnings: string[]): Promise<void> {
  const header = headerOf(request.headers, "cookie");
  if (header === undefined) return;
  const pairs = header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "");
  for (const pair of pairs) {
    const [name = "", ...rest] = pair.split("=");
    try {
      await context.addCookies([{ name, value: rest.join("="), url: request.url }]);
    } catch {
      warnings.push(`The cookie "${name}" could not be set.`);
    }
  }
}
