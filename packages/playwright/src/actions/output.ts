import { pageTooLarge, type ParsedAction as Action } from "@garner/core";
import { takeScreenshot } from "../page/screenshot.ts";
import { elementsMatching, waitForElement } from "./elements.ts";
import type { ActionStage } from "./stage.ts";

/** The page, or the element that matches, as HTML, and where it was found. */
export async function scrape(
  action: Extract<Action, { type: "scrape" }>,
  stage: ActionStage,
): Promise<{ url: string; html: string }> {
  const { page } = stage;
  await stage.untilAtRest();
  if (action.selector === undefined) return { url: page.url(), html: await stage.serialise() };
  await waitForElement(action.selector, stage);
  const html = await stage.world.readText(outerHtml(action.selector), { maxLength: stage.maxBytes });
  if (html === null) throw pageTooLarge(stage.maxBytes);
  return { url: page.url(), html };
}

function outerHtml(selector: string): string {
  return `(() => {
    const [element] = ${elementsMatching(selector)};
    if (element === undefined) throw new Error("the element is gone");
    return Object.getOwnPropertyDescriptor(Element.prototype, "outerHTML").get.call(element);
  })()`;
}

/** A picture of the page. */
export async function screenshot(
  action: Extract<Action, { type: "screenshot" }>,
  stage: ActionStage,
): Promise<Uint8Array> {
  const { page } = stage;
  await stage.untilAtRest();
  const before = page.viewportSize();
  const { image, warnings } = await takeScreenshot(action, stage);
  if (action.viewport !== undefined && before !== null) await page.setViewportSize(before);
  for (const warning of warnings) stage.warn(warning);
  return image;
}

/** The page as a PDF. Backgrounds are printed. */
export async function printPdf(action: Extract<Action, { type: "pdf" }>, stage: ActionStage): Promise<Uint8Array> {
  const { page } = stage;
  const { landscape, scale, format } = action;
  return await page.pdf({ landscape, scale, format, printBackground: true });
}
