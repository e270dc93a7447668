import type { Page } from "playwright-core";
import { EngineError, type Clock, type ScreenshotRequest } from "@garner/core";
import { loadLazyContent } from "./lazy-content.ts";
import type { Reins } from "./reins.ts";
import type { OpenRequests } from "./rest.ts";
import { answerOf } from "./silent-frames.ts";
import type { World } from "./world.ts";

/** Chromium paints no further than this many pixels; below it would repeat the top. */
const maxHeight = 16_384;

/** Pages wider than this, and than their window, are broken or want to be: the rest of them is not shown. */
const maxWidth = 4_096;

/** Pixels of a whole picture; its bytes may be four times as many. */
const maxArea = 32 * 1024 * 1024;

/** A screenshot, PNG or JPEG, and notes for the caller. */
export interface Screenshot {
  readonly image: Uint8Array;
  readonly warnings: readonly string[];
}

/** The means to take a picture. */
export interface ScreenshotStage {
  readonly page: Page;
  readonly world: World;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly requests: Pick<OpenRequests, "fonts">;
  readonly reins: Pick<Reins, "stopLoading">;
  /** The most bytes that a picture may have. */
  readonly maxBytes: number;
  /** A style sheet that holds while the picture is taken; empty when there is none. */
  readonly hidingStyles: () => string;
}

/**
 * Takes a picture of the window, or with `fullPage` of the whole page after its lazy content was made to load. The
 * whole page is painted at once, so fixed headers appear once. With `quality` it is a JPEG, otherwise a PNG. Throws
 * PAGE_TOO_LARGE.
 */
export async function takeScreenshot(wanted: ScreenshotRequest, stage: ScreenshotStage): Promise<Screenshot> {
  const { page, world, maxBytes } = stage;
  if (wanted.viewport !== undefined) await page.setViewportSize(wanted.viewport);
  if (wanted.fullPage) await loadLazyContent(stage);
  // Pictures that are loading are waited for, but not for long: one that never comes must not hold the page.
  await answerOf(world.ask(picturesDecoded), stage);
  await awaitFonts(stage);
  const { type, ...kind } = kindOf(wanted.quality);
  const size = await world.ask<PageSize>(pageSize);
  const shown = wanted.fullPage ? paintable(size) : size;
  const isCut = shown.width < size.width || shown.height < size.height;
  const area = isCut ? { fullPage: true, clip: { x: 0, y: 0, ...shown } } : { fullPage: wanted.fullPage };
  const style = stage.hidingStyles();
  const look = { animations: "disabled", caret: "hide", scale: "device", ...(style === "" ? {} : { style }) } as const;
  const image = await page.screenshot({ type, ...kind, ...area, ...look, timeout: 0 });
  if (image.length > maxBytes)
    throw new EngineError(
      "PAGE_TOO_LARGE",
      `The screenshot is larger than ${maxBytes} bytes; \`quality\` makes it smaller.`,
    );
  return { image, warnings: isCut ? [cutWarning(size, shown)] : [] };
}

/** The longest that a font is waited for. */
const longestFontMs = 2_000;
const pollMs = 50;

/** Gives up fonts that do not come: the driver takes no picture before all of them have. */
async function awaitFonts({ requests, reins, clock, signal }: ScreenshotStage): Promise<void> {
  const until = clock.now() + longestFontMs;
  while (requests.fonts() > 0 && clock.now() < until) await clock.sleep(pollMs, signal);
  if (requests.fonts() > 0) reins.stopLoading();
}

function kindOf(quality: number | undefined) {
  return quality === undefined ? ({ type: "png" } as const) : ({ type: "jpeg", quality } as const);
}

/** A size in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

interface PageSize extends Size {
  readonly windowWidth: number;
  /** Pixels of the picture per CSS pixel. */
  readonly scale: number;
}

/** The part of a page, from its upper left corner, that a picture can show. Pure. */
function paintable({ width, height, windowWidth, scale }: PageSize): Size {
  const shownWidth = Math.min(width, Math.max(windowWidth, Math.floor(maxWidth / scale)));
  const maxPixels = Math.min(maxHeight, maxArea / (shownWidth * scale));
  return { width: shownWidth, height: Math.min(height, Math.floor(maxPixels / scale)) };
}

function cutWarning(size: Size, shown: Size): string {
  if (shown.width === size.width)
    return `The page is ${size.height} pixels tall; the screenshot shows the first ${shown.height}.`;
  return `The page is ${size.width} × ${size.height} pixels; the screenshot shows the first ${shown.width} × ${shown.height}.`;
}

const pageSize = `(() => {
  const [root, body] = [document.documentElement, document.body];
  return {
    width: Math.max(root?.scrollWidth ?? 0, innerWidth),
    height: Math.max(root?.scrollHeight ?? 0, body?.scrollHeight ?? 0),
    windowWidth: innerWidth,
    scale: devicePixelRatio,
  };
})()`;

const picturesDecoded = `Promise.allSettled([...document.images]
  .filter((image) => image.loading !== "lazy" || image.complete)
  .map((image) => image.decode())).then(() => undefined)`;
