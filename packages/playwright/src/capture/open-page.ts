import { randomBytes } from "node:crypto";
import type { CDPSession, Page, Response } from "playwright-core";
import type { CaptureRequest } from "@garner/core";
import { headerOf, type Identity } from "../identity/identity.ts";
import { watchDepartures, type Departures } from "../page/departures.ts";
import { activityScripts } from "../page/activity.ts";
import { takeReins, type Reins } from "../page/reins.ts";
import { restrain, type Restraint } from "../page/restraint.ts";
import { watchRequests, type OpenRequests } from "../page/rest.ts";
import { watchTraffic, type Traffic } from "../page/traffic.ts";
import { openWorld, type World } from "../page/world.ts";
import { navigationFailure } from "./failure.ts";
import type { CaptureStage } from "./stage.ts";

/** A page on its way, and all that watches it. */
export interface OpenPage {
  readonly page: Page;
  /** The answer that the page opened with, behind all redirects. */
  readonly opening: Response | null;
  readonly world: World;
  readonly reins: Reins;
  readonly traffic: Traffic;
  readonly departures: Departures;
  readonly requests: OpenRequests;
  readonly restraint: Restraint;
}

/** Headers that are set on the browser itself, so that every request and every script see the same. */
const identityHeaders = new Set(["cookie", "user-agent", "accept-language"]);

/** Sends a page to its address, and returns when its first document has begun to come. Throws EngineError. */
export async function openPage(stage: CaptureStage, warn: (warning: string) => void): Promise<OpenPage> {
  const { page, session, request, clock, signal, egress } = stage;
  if (stage.isUsed) await clear(session);
  else if (!stage.isDisguised) await flatten(session);
  await session.send("Page.enable");
  const { frameTree } = await session.send("Page.getFrameTree");
  const mainFrameId = frameTree.frame.id;
  const departures = watchDepartures(session, { mainFrameId, clock, warn });
  const reins = takeReins(session, { clock, signal, departures, hangUp: egress.hangUp });
  const restraint = restrain(page, session, { mainFrameId, reins, warn });
  const requests = watchRequests(page, clock, egress.receivedBytes);
  const scripts = activityScripts(`_${randomBytes(8).toString("hex")}`, { leavesNatives: stage.isDisguised });
  const [world, traffic] = await Promise.all([
    openWorld(session, { mainFrameId, reins, ...scripts }),
    watchTraffic(session, request.url, { mainFrameId, ...trafficRules(stage), warn }),
    takeIdentity(session, stage.identity),
  ]);
  page.on("dialog", (dialog) => {
    // "Leave this page?" is asked on leaving, and leaving is wanted.
    const answered = dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss();
    answered.catch(() => undefined); // it closes with its page
  });
  let opening: Response | null;
  try {
    // The deadline of the capture is the only limit on the time: it closes the context.
    opening = await page.goto(request.url, { waitUntil: "commit", timeout: 0 });
  } catch (thrown) {
    throw traffic.failure() ?? navigationFailure(thrown, new URL(traffic.lastAddress()), egress);
  }
  return { page, opening, world, reins, traffic, departures, requests, restraint };
}

/** Clears a room of the storage of earlier pages. */
async function clear(session: CDPSession): Promise<void> {
  await Promise.all([
    session.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" }),
    session.send("Network.clearBrowserCookies"),
  ]);
}

/** The window of a page that nobody looks at, in points: a window without any room for its page paints no frames. */
const windowHeight = 200;

/**
 * Makes the window of a page low. The page keeps its viewport; what of it and of the browser's own bars would be painted
 * for the screen takes 10 MB a window, and time.
 */
async function flatten(session: CDPSession): Promise<void> {
  const { windowId } = await session.send("Browser.getWindowForTarget");
  await session.send("Browser.setWindowBounds", { windowId, bounds: { height: windowHeight } });
}

async function takeIdentity(session: CDPSession, { override, locale }: Identity): Promise<void> {
  await Promise.all([
    session.send("Emulation.setUserAgentOverride", structuredClone(override) as never),
    session.send("Emulation.setLocaleOverride", { locale }),
  ]);
}

/** The longest a document of unknown charset is waited for before the browser gets what has come: a share of the time. */
const longestBody = { ms: 6_000, share: 0.5 };

function trafficRules({ request, egress, documents, blocker, maxBodyBytes, clock, deadlineAt }: CaptureStage) {
  const leftMs = deadlineAt === undefined ? Infinity : Math.max(0, deadlineAt - clock.now());
  const headers = Object.entries(request.headers).filter(([name]) => !identityHeaders.has(name.toLowerCase()));
  return {
    proxyUsername: egress.username,
    proxyPassword: egress.password,
    documents,
    skipMedia: request.screenshot === undefined && !request.actions.some(isPictured),
    isUnwanted: blocker?.isUnwanted,
    callerHeaders: Object.fromEntries(headers),
    maxBodyBytes,
    clock,
    longestBodyMs: Math.min(longestBody.ms, leftMs * longestBody.share),
  };
}

function isPictured(action: CaptureRequest["actions"][number]): boolean {
  return action.type === "screenshot" || action.type === "pdf";
}

/** A caller's `Cookie` header becomes cookies of the page's host, as a browser would hold them. */
export async function addCookies({ context, request }: CaptureStage, warn: (warning: string) => void): Promise<void> {
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
      warn(`The cookie "${name}" could not be set.`);
    }
  }
}
