import type { Locator } from "playwright-core";
import type { ParsedAction as Action } from "@garner/core";
import type { ActionStage } from "./perform.ts";

/** How long an element may take to appear and become clickable. */
const elementTimeoutMs = 5_000;

/** How long an element that is there may take to become clickable for a mouse. */
const clickTimeoutMs = 1_000;

/** Matches that `all` clicks at most; a page with more is not meant to be clicked through. */
const maxMatches = 200;

/**
 * Clicks the first match, or every match with `all`. What lies on top of it does not stop the click: the element gets
 * the event then, as it would from a keyboard.
 */
export async function click(action: Extract<Action, { type: "click" }>, stage: ActionStage): Promise<void> {
  const { page } = stage;
  const matches = page.locator(action.selector);
  await matches.first().waitFor({ state: "attached", timeout: stage.patience(elementTimeoutMs) });
  const count = action.all ? Math.min(await matches.count(), maxMatches) : 1;
  // Held from the start, because clicking may remove the very elements that match.
  const elements = (await matches.elementHandles()).slice(0, count);
  for (const element of elements) {
    stage.signal.throwIfAborted();
    try {
      await element.click({ timeout: clickTimeoutMs });
    } catch {
      // Hidden or covered: a person could not reach it, the page's own handler still can.
      await element.evaluate((node: unknown) => (node as { click(): void }).click()).catch(() => undefined);
    }
  }
  await stage.settle();
}

/** Types into the element that matches, or into the focused one, key by key as a person would. */
export async function write(action: Extract<Action, { type: "write" }>, stage: ActionStage): Promise<void> {
  const { page } = stage;
  if (action.selector === undefined) return await page.keyboard.type(action.text);
  const field = page.locator(action.selector).first();
  await field.waitFor({ state: "attached", timeout: stage.patience(elementTimeoutMs) });
  await focus(field);
  await page.keyboard.type(action.text);
}

async function focus(field: Locator): Promise<void> {
  await field.click({ timeout: clickTimeoutMs }).catch(() => field.focus({ timeout: clickTimeoutMs }));
}

/** Presses a key, or a combination such as `Control+A`. */
export async function press(action: Extract<Action, { type: "press" }>, stage: ActionStage): Promise<void> {
  const { page } = stage;
  await page.keyboard.press(action.key);
  await stage.settle();
}

/** Scrolls the page, or the element that matches, by one window in a direction. */
export async function scroll(action: Extract<Action, { type: "scroll" }>, stage: ActionStage): Promise<void> {
  const { page } = stage;
  const sign = action.direction === "up" ? -1 : 1;
  if (action.selector === undefined)
    await page.evaluate(`window.scrollBy({ top: ${sign} * window.innerHeight, behavior: "instant" })`);
  else {
    const element = page.locator(action.selector).first();
    await element.evaluate(scrollElement, sign, { timeout: stage.patience(elementTimeoutMs) });
  }
  await stage.settle();
}

/** What scrolling needs of an element. */
interface Scrollable {
  readonly scrollHeight: number;
  readonly clientHeight: number;
  scrollBy(options: { top: number; behavior: "instant" }): void;
  scrollIntoView(options: { block: "start" | "end"; behavior: "instant" }): void;
}

/** Runs in the page. An element with nothing to scroll is brought into view instead. */
function scrollElement(element: Scrollable, sign: number): void {
  if (element.scrollHeight > element.clientHeight)
    element.scrollBy({ top: sign * element.clientHeight, behavior: "instant" });
  else element.scrollIntoView({ block: sign > 0 ? "end" : "start", behavior: "instant" });
}
