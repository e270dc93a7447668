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
 * Types into the element that matches, or into the focused one, key by key as a person would. A list of choices gets the choice
 * with this value or label, and a field for dates, times, colours or a range gets the text as its value, since their keys
 * depend on a place's customs. Fails for an element that takes no text, or not this one. Without a selector, the page itself may
 * listen to the keys, so there is a warning, as there is for a field that has the same text afterwards.
 */
export async function write(action: Extract<Action, { type: "write" }>, stage: ActionStage): Promise<void> {
  const { page, world } = stage;
  if (action.selector === undefined) {
    if (!(await world.ask<boolean>(hasTextFocus)))
      stage.warn("`write` without a selector: no field that takes text had the focus; click one, or name it.");
    return await enter(action.text, stage);
  }
  await waitForElement(action.selector, stage);
  await focus(page.locator(action.selector).first());
  if (!(await world.ask<boolean>(hasTextFocus))) {
    // The click may open the field, which then gets the focus.
    await stage.untilAtRest();
    if (!(await world.ask<boolean>(hasTextFocus)))
      throw new Error("the element takes no text: it is no field, or one that is disabled or read-only");
  }
  await enter(action.text, stage);
}

/** Puts a text into the focused element. */
async function enter(text: string, { page, world, warn }: ActionStage): Promise<void> {
  const refusal = await world.ask<string | null>(setValue(text));
  if (refusal === "") return;
  if (refusal !== null) throw new Error(refusal);
  const before = await world.ask<string | null>(holdFocused);
  await page.keyboard.type(text);
  // A line's end may send the text off, and leave an empty field behind.
  if (before === null || text.trim() === "" || /[\r\n]/.test(text)) return;
  const after = await world.ask<string | null>(heldText);
  if (after === before)
    warn(`\`write\`: the field has the same text as before; it did not take "${text.slice(0, 80)}".`);
}

/** The focused element, also in open shadow trees. */
const focusedElement = `(() => {
  const { get: focused } = Object.getOwnPropertyDescriptor(Document.prototype, "activeElement");
  const { get: shadowRoot } = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot");
  let element = focused.call(document);
  for (let inner; (inner = element && shadowRoot.call(element)?.activeElement); ) element = inner;
  return element;
})()`;

/**
 * An expression of our world that sets the value of the focused element, if it is no field for typing. Null if it is one, empty
 * if the value was set, else the reason why not.
 */
function setValue(text: string): string {
  return `((text) => {
    const field = ${focusedElement};
    const tell = () => {
      field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
      return "";
    };
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options];
      const named = (name) => name.trim().toLowerCase() === text.trim().toLowerCase();
      const option = options.find(({ value }) => value === text) ?? options.find(({ label }) => named(label));
      if (option === undefined || option.disabled) return "the list has no choice " + JSON.stringify(text) + "; it has " +
        options.slice(0, 10).map(({ label }) => JSON.stringify(label.slice(0, 40))).join(", ") + (options.length > 10 ? " …" : "");
      option.selected = true;
      return tell();
    }
    const forms = { date: "2030-12-31", time: "23:59", "datetime-local": "2030-12-31T23:59", month: "2030-12",
      week: "2030-W52", color: "#00ff00", range: "50" };
    const form = field instanceof HTMLInputElement ? forms[field.type] : undefined;
    if (form === undefined) return null;
    const before = field.value;
    field.value = text.trim();
    if (field.value === "" || (field.type === "range" && Number(field.value) !== Number(text)) || (field.type === "color" && field.value !== text.trim().toLowerCase())) {
      field.value = before;
      return "a field of the type " + field.type + " takes no " + JSON.stringify(text) + "; write it as in " + form;
    }
    return tell();
  })(${JSON.stringify(text)})`;
}

const textOfHeld = `(own.field instanceof HTMLInputElement || own.field instanceof HTMLTextAreaElement
  ? own.field.value : own.field?.isContentEditable ? own.field.textContent : null)`;
/** The text of the focused element, which is remembered; null if it has none that can be seen. */
const holdFocused = `(own.field = ${focusedElement}, ${textOfHeld})`;
/** The text of the remembered element. */
const heldText = `(own.field ? ${textOfHeld} : null)`;

async function focus(field: Locator): Promise<void> {
  await field.click({ timeout: clickTimeoutMs }).catch(() => field.focus({ timeout: clickTimeoutMs }));
}

/**
 * An expression of our world: true if the focused element takes text. What is inside of frames and closed shadow trees can't
 * be seen from here, and an element with a `tabindex` may have a handler of its own.
 */
const hasTextFocus = `(() => {
  const element = ${focusedElement};
  if (!element) return false;
  const taking = ":read-write, select, input:is([type=color], [type=range]):enabled, iframe, frame, object, embed, [tabindex]:not(a, button, input, textarea)";
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
