import type { Locator } from "playwright-core";
import type { ParsedAction as Action } from "@garner/core";
import { elementsMatching, waitForElement } from "./elements.ts";
import type { ActionStage } from "./stage.ts";

/** The longest a present element may take to become clickable for a mouse. */
const clickTimeoutMs = 1_000;

/** Matches that `all` clicks at most; a page with more is not meant to be clicked through. */
const maxMatches = 200;

/**
 * Clicks the first match, or every match with `all`. An element on top of it does not stop the click: the event
 * then goes straight to the element, as from a keyboard.
 */
export async function click(action: Extract<Action, { type: "click" }>, stage: ActionStage): Promise<void> {
  const { page, world } = stage;
  await waitForElement(action.selector, stage);
  const matches = page.locator(action.selector);
  const count = action.all ? Math.min(await matches.count(), maxMatches) : 1;
  // Held from the start, because clicking may remove the very elements that match.
  const elements = (await matches.elementHandles()).slice(0, count);
  const held = `own.matches = ${elementsMatching(action.selector)}.slice(0, ${count})`;
  // The driver has selectors of its own beside those of CSS.
  const isCss = await world.ask(`void (${held})`).then(
    () => true,
    () => false,
  );
  for (const [index, element] of elements.entries()) {
    stage.signal.throwIfAborted();
    // Hidden or covered: a person could not reach it, the page's own handler still can.
    const clickAnyway = () => (isCss ? world.ask(clickMatch(index)) : element.dispatchEvent("click"));
    await element.click({ timeout: clickTimeoutMs }).catch(() => clickAnyway().catch(() => undefined));
  }
  await stage.untilAtRest();
}

/** The document may be another one by now. */
function clickMatch(index: number): string {
  return `(() => {
    const element = own.matches?.[${index}];
    if (element instanceof HTMLElement) HTMLElement.prototype.click.call(element);
    else element?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true, view: window }));
  })()`;
}

/**
 * Types into the element that matches, or into the focused one, key by key as a person would. Fails for an element that takes
 * no text. Without a selector, the page itself may listen to the keys, so there is a warning.
 */
export async function write(action: Extract<Action, { type: "write" }>, stage: ActionStage): Promise<void> {
  const { page, world } = stage;
  if (action.selector === undefined) {
    if (!(await world.ask<boolean>(hasTextFocus)))
      stage.warn("`write` without a selector: no field that takes text had the focus; click one, or name it.");
    return await page.keyboard.type(action.text);
  }
  await waitForElement(action.selector, stage);
  await focus(page.locator(action.selector).first());
  if (!(await world.ask<boolean>(hasTextFocus))) {
    // The click may open the field, which then gets the focus.
    await stage.untilAtRest();
    if (!(await world.ask<boolean>(hasTextFocus)))
      throw new Error("the element takes no text: it is no field, or one that is disabled or read-only");
  }
  await page.keyboard.type(action.text);
}

async function focus(field: Locator): Promise<void> {
  await field.click({ timeout: clickTimeoutMs }).catch(() => field.focus({ timeout: clickTimeoutMs }));
}

/**
 * An expression of our world: true if the focused element takes text. What is inside of frames and closed shadow trees can't
 * be seen from here, and an element with a `tabindex` may have a handler of its own.
 */
const hasTextFocus = `(() => {
  const { get: focused } = Object.getOwnPropertyDescriptor(Document.prototype, "activeElement");
  const { get: shadowRoot } = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot");
  let element = focused.call(document);
  for (let inner; (inner = element && shadowRoot.call(element)?.activeElement); ) element = inner;
  if (!element) return false;
  const taking = ":read-write, select, iframe, frame, object, embed, [tabindex]:not(a, button, input, textarea)";
  return Element.prototype.matches.call(element, taking) || element.localName.includes("-");
})()`;

/** Presses a key, or a combination such as `Control+A`. */
export async function press(action: Extract<Action, { type: "press" }>, stage: ActionStage): Promise<void> {
  const { page } = stage;
  await page.keyboard.press(action.key);
  await stage.untilAtRest();
}

/** Scrolls the page, or the element that matches, by one window in a direction. */
export async function scroll(action: Extract<Action, { type: "scroll" }>, stage: ActionStage): Promise<void> {
  const { world } = stage;
  const sign = action.direction === "up" ? -1 : 1;
  if (action.selector === undefined) {
    await world.ask(scrollPage(sign));
  } else {
    await waitForElement(action.selector, stage);
    await world.ask(scrollElement(action.selector, sign));
  }
  await stage.untilAtRest();
}

/** Many applications fill their window with an element that scrolls in its place, which is then scrolled. */
function scrollPage(sign: number): string {
  return `(() => {
    const scrolledTo = scrollY;
    scrollBy({ top: ${sign} * innerHeight, behavior: "instant" });
    if (scrollY !== scrolledTo) return;
    const { scrollBy: scrollWithin } = Element.prototype;
    for (let element = document.elementFromPoint(innerWidth / 2, innerHeight / 2); element; element = element.parentElement) {
      const { clientHeight, scrollHeight } = element;
      const scrolls = scrollHeight > clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY);
      if (scrolls && clientHeight > innerHeight / 2)
        return scrollWithin.call(element, { top: ${sign} * clientHeight, behavior: "instant" });
    }
  })()`;
}

/** An element with nothing to scroll is brought into view instead. */
function scrollElement(selector: string, sign: number): string {
  return `(() => {
    const [element] = ${elementsMatching(selector)};
    const { scrollBy, scrollIntoView } = Element.prototype;
    if (element === undefined) return;
    if (element.scrollHeight > element.clientHeight)
      scrollBy.call(element, { top: ${sign} * element.clientHeight, behavior: "instant" });
    else scrollIntoView.call(element, { block: ${sign} > 0 ? "end" : "start", behavior: "instant" });
  })()`;
}
