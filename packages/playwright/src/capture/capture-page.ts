import { sendableHeaders, type Capture } from "@garner/core";
import { unlessEnded } from "../browser/unless-ended.ts";
import { performActions } from "../actions/perform.ts";
import { brokenOff, stillComing } from "../page/answer-body.ts";
import { isWatchingPlaces, observe, touch } from "../page/activity.ts";
import { watchDownloads, type DownloadedFile } from "../page/downloads.ts";
import { loadLazyContent } from "../page/lazy-content.ts";
import { missingRowsWarning } from "../page/missing-rows.ts";
import { noteOpen } from "../page/opened.ts";
import { takeScreenshot, type ScreenshotStage } from "../page/screenshot.ts";
import { serialisePage } from "../page/serialise.ts";
import { untilAtRest } from "../page/rest.ts";
import { addCookies, openPage, type OpenPage } from "./open-page.ts";
import { navigationFailure } from "./failure.ts";
import { readPage } from "./read-page.ts";
import type { CaptureStage } from "./stage.ts";

/** The longest and shortest time a page may take to come to rest. */
interface RestWaits {
  readonly longestMs: number;
  readonly leastMs: number;
  readonly patienceMs: number;
}

const afterOpening: RestWaits = { longestMs: 10_000, leastMs: 0, patienceMs: 3_000 };
const afterAction: RestWaits = { longestMs: 5_000, leastMs: 60, patienceMs: 500 };

/** Opens a page in its room, waits until it is built, carries out the actions, and reads it. */
export async function capturePage(given: CaptureStage): Promise<Capture> {
  const { context } = given;
  // The browser refuses a whole request for one of those, and the page would never come.
  const { headers, warnings: refused } = sendableHeaders(given.request.headers);
  const stage: CaptureStage = { ...given, request: { ...given.request, headers } };
  const warnings = [...stage.identity.warnings, ...refused];
  await addCookies(stage, (warning) => void warnings.push(warning));
  // The content of a window of the same site is opened here instead.
  context.on("page", (window) => {
    window.close().catch(() => undefined); // it may have closed itself
  });
  return await unlessEnded(captureIn(stage, warnings), given.crashed);
}

async function captureIn(stage: CaptureStage, warnings: string[]): Promise<Capture> {
  const { request, clock, signal } = stage;
  const warn = (warning: string) => void warnings.push(warning);
  const opened = await openPage(stage, warn);
  await awaitRest(opened, stage, afterOpening);
  if (opened.requests.isHeldUp() && (await observe(opened.world))?.ready === "loading") {
    warn("The page waited for a file that did not come, and was read without it.");
    stage.egress.hangUp();
    await awaitRest(opened, stage, afterOpening);
  }
  if (clock.now() < restLimit(stage) && (await isWatchingPlaces(opened.world))) {
    const since = clock.now();
    await loadLazyContent({ ...stage, world: opened.world });
    await awaitRest(opened, stage, afterAction, since);
  }
  if (request.waitForMs > 0) await clock.sleep(request.waitForMs, signal);
  await stage.dismissConsent?.(opened.world, signal);
  opened.departures.takeWindow(); // a page's own windows were not asked for
  if (request.actions.length > 0) await opened.world.ask(noteOpen);
  const takeDownload = watchDownloads(opened.page, { ...stage, maxBytes: stage.maxBodyBytes, warn });
  const actionResults = await performActions(request.actions, actionStage(opened, stage, warn));
  const cut = await cutOf(opened);
  if (cut !== undefined) warn(`The page is cut off: it ${cut}.`);
  const unanswered = opened.requests.unanswered();
  if (unanswered[0] !== undefined) warn(unansweredWarning(unanswered[0], unanswered.length));
  const missing = await missingRowsWarning(opened.world, stage);
  if (missing !== undefined) warn(missing);
  const { screenshot: wanted } = request;
  const blank = blankWindow(opened);
  if (blank !== undefined && wanted !== undefined) warn(`There is no screenshot: ${blank}.`);
  if (blank !== undefined && request.actions.length > 0)
    warn(`The actions were carried out on an empty page: ${blank}.`);
  const isPictured = wanted !== undefined && blank === undefined;
  const screenshot = isPictured ? await takeScreenshot(wanted, pictureStage(opened, stage)) : undefined;
  screenshot?.warnings.forEach(warn);
  const downloaded = request.actions.length > 0 ? await takeDownload() : undefined;
  const read = await readPage(opened, stage, warn);
  return {
    requestedUrl: request.url,
    ...(downloaded === undefined ? read : inPlaceOf(read, downloaded)),
    ...(cut === undefined ? {} : { isCutOff: true }),
    ...(screenshot === undefined ? {} : { screenshot: screenshot.image }),
    ...(request.actions.length === 0 ? {} : { actionResults }),
    capturedAt: clock.now(),
    source: stage.source,
    proxyUsed: stage.proxyUsed,
    warnings,
  };
}

/** A file that actions made a script save comes back in place of the page. */
function inPlaceOf(
  { isRendered: _isRendered, served: _served, ...read }: Awaited<ReturnType<typeof readPage>>,
  { contentType, body }: DownloadedFile,
): typeof read {
  return { ...read, headers: [], contentType, body };
}

/** What kept a part of the page's own answer away. */
async function cutOf({ requests, traffic, world }: OpenPage): Promise<string | undefined> {
  if (requests.isCut()) return brokenOff;
  const taken = traffic.mainDocument()?.cut;
  if (taken !== undefined) return taken;
  const isComing = requests.isComing() && (await observe(world))?.ready === "loading";
  return isComing ? stillComing : undefined;
}

/** Longest part of an address in a warning. */
const maxShownUrl = 200;

function unansweredWarning(url: string, count: number): string {
  const asked = url.slice(0, maxShownUrl) + (count === 1 ? "" : ` and ${count - 1} more`);
  return `The page was read before it got an answer from ${asked}: what it brings may be missing. A longer \`waitFor\` may bring it.`;
}

/** The reason why the window is empty, if the browser shows nothing of the answer. */
function blankWindow({ traffic }: OpenPage): string | undefined {
  const document = traffic.mainDocument();
  if (document?.leavesBlank !== true) return undefined;
  const type = document.contentType.split(";", 1)[0]?.trim();
  return `a browser shows nothing of this answer (${type || `HTTP status ${document.status}`})`;
}

async function awaitRest(opened: OpenPage, stage: CaptureStage, waits: RestWaits, since = 0): Promise<void> {
  const { clock, signal } = stage;
  const { requests, departures, world } = opened;
  const until = Math.min(clock.now() + waits.longestMs, restLimit(stage));
  await untilAtRest({ clock, requests, departures, observe: () => observe(world), since, until, signal, ...waits });
}

function pictureStage(
  { page, world, requests, reins }: OpenPage,
  { clock, signal, blocker, maxBodyBytes }: CaptureStage,
): ScreenshotStage {
  const hidingStyles = () => blocker?.hidingStyles(page.url()) ?? "";
  return { page, world, requests, reins, clock, signal, maxBytes: maxBodyBytes, hidingStyles };
}

function actionStage(opened: OpenPage, stage: CaptureStage, warn: (warning: string) => void) {
  const { departures, page, reins, restraint, traffic, world } = opened;
  const { clock } = stage;
  let since = clock.now();
  return {
    ...pictureStage(opened, stage),
    endScript: reins.endScript,
    warn,
    serialise: () =>
      serialisePage({ world, waiting: stage, maxBytes: stage.maxBodyBytes, isErrorIn: traffic.isErrorIn }),
    patience: (wishedMs: number) => Math.min(wishedMs, patienceLeft(stage)),
    async touch() {
      since = clock.now();
      restraint.reset();
      await touch(world, false);
    },
    async untilAtRest() {
      await touch(world, true);
      await awaitRest(opened, stage, afterAction, since);
      const window = departures.takeWindow();
      if (window === undefined) return;
      try {
        await page.goto(window, { waitUntil: "commit", timeout: 0 });
      } catch (thrown) {
        throw traffic.failure() ?? navigationFailure(thrown, new URL(traffic.lastAddress()), stage.egress);
      }
      await awaitRest(opened, stage, afterOpening);
    },
  };
}

/** Leaves time for reading the page after a settling that never ends, and more where more is to be done. */
function restLimit({ clock, deadlineAt, request }: CaptureStage): number {
  if (deadlineAt === undefined) return clock.now() + afterOpening.longestMs;
  const share = request.actions.length > 0 || request.screenshot !== undefined ? 0.6 : 0.8;
  return clock.now() + Math.max(0, (deadlineAt - clock.now()) * share);
}

/** An element that does not come should fail its action, which says more than a capture whose time is over. */
function patienceLeft({ clock, deadlineAt }: CaptureStage): number {
  return deadlineAt === undefined ? Infinity : Math.max(1, deadlineAt - clock.now() - 1_000);
}
