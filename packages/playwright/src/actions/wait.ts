import type { ParsedAction as Action } from "@garner/core";
import type { ActionStage } from "./stage.ts";

/** A wait for a selector gives up after this long (contract §2.4). */
const selectorTimeoutMs = 30_000;

/** Waits for a time, or until an element matches a selector. */
export async function waitFor(action: Extract<Action, { type: "wait" }>, stage: ActionStage): Promise<void> {
  const { page, clock, signal, patience } = stage;
  if (action.milliseconds !== undefined) await clock.sleep(action.milliseconds, signal);
  if (action.selector !== undefined)
    await page
      .locator(action.selector)
      .first()
      .waitFor({ state: "attached", timeout: patience(selectorTimeoutMs) });
}
