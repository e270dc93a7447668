import type { Page } from "playwright-core";
import type { Clock, ScreenshotRequest } from "@garner/core";

/** Chromium paints no further than this many pixels; what lies below would be a repetition of the top. */
const maxPixels = 16_384;

/** How far a page is scrolled to make it load its lazy content. */
const maxScreens = 40;

/** A screenshot and what the caller should know about it. */
export interface Screenshot {
  readonly image: Uint8Array;
  readonly contentType: "image/png" | "image/jpeg";
  readonly warnings: readonly string[];
}

/** What taking a picture works with. */
export interface ScreenshotStage {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** A style sheet that holds while the picture is taken; empty when there is none. */
  readonly hidingStyles: () => string;
}

/**
 * Takes a picture of the window, or with `fullPage` of the whole page after its lazy content was made to load. The whole
 * page is painted at once, so fixed headers appear once. With `quality` it is a JPEG, otherwise a PNG.
 */
export async function takeScreenshot(
  page: Page,
  wanted: ScreenshotRequest,
  { clock, signal, hidingStyles }: ScreenshotStage,
): Promise<Screenshot> {
  if (wanted.viewport !== undefined) await page.setViewportSize(wanted.viewport);
  if (wanted.fullPage) await loadLazyContent(page, clock, signal);
  await page.evaluate(picturesDecoded);
  const kind =
    wanted.quality === undefined ? ({ type: "png" } as const) : ({ type: "jpeg", quality: wanted.quality } as const);
  const size = await page.evaluate<{ width: number; height: number; scale: number }>(pageSize);
  const isTooTall = wanted.fullPage && size.height * size.scale > maxPixels;
  const height = Math.floor(maxPixels / size.scale);
  const area = isTooTall
    ? { fullPage: true, clip: { x: 0, y: 0, width: size.width, height } }
    : { fullPage: wanted.fullPage };
  const style = hidingStyles();
  const look = { animations: "disabled", caret: "hide", scale: "device", ...(style === "" ? {} : { style }) } as const;
  const image = await page.screenshot({ ...kind, ...area, ...look });
  return {
    image,
    contentType: kind.type === "png" ? "image/png" : "image/jpeg",
    warnings: isTooTall ? [`The page is ${size.height} pixels tall; the screenshot shows the first ${height}.`] : [],
  };
}

const pageSize = `({
  width: Math.max(document.documentElement.scrollWidth, window.innerWidth),
  height: Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0),
  scale: window.devicePixelRatio,
})`;

/** Pictures that are loading are waited for, but not for long: one that never comes must not hold the page. */
const picturesDecoded = `Promise.race([
  Promise.allSettled([...document.images].filter((image) => image.loading !== "lazy" || image.complete).map((image) => image.decode())),
  new Promise((resolve) => setTimeout(resolve, 2000)),
]).then(() => undefined)`;

/** Scrolls down window by window until the end stops moving away, and back to where it was. */
async function loadLazyContent(page: Page, clock: Clock, signal: AbortSignal): Promise<void> {
  const scrolledFrom = await page.evaluate<number>("window.scrollY");
  let endedAt: number | undefined;
  for (let screen = 1; screen <= maxScreens; screen += 1) {
    const end = await page.evaluate<number | null>(scrollTo(screen));
    if (end !== null && end === endedAt) break; // it was the end a moment ago, and still is
    endedAt = end ?? undefined;
    await clock.sleep(end === null ? 40 : 250, signal);
  }
  await page.evaluate(`window.scrollTo({ top: ${scrolledFrom}, behavior: "instant" })`);
  await clock.sleep(100, signal);
}

/** Returns the page's height when this is its last window, null otherwise. */
function scrollTo(screen: number): string {
  return `(() => {
    window.scrollTo({ top: ${screen} * window.innerHeight, behavior: "instant" });
    const height = document.documentElement.scrollHeight;
    return window.scrollY + window.innerHeight >= height - 1 ? height : null;
  })()`;
}
