import { EngineError, messageOfThrown, type ParsedAction as Action, type ActionOutput } from "@garner/core";
import { click, press, scroll, write } from "./input.ts";
import { executeJavascript } from "./execute-javascript.ts";
import { printPdf, scrape, screenshot } from "./output.ts";
import type { ActionStage } from "./stage.ts";
import { firstLine } from "../driver-message.ts";
import { isGone } from "../page/world.ts";
import { waitFor } from "./wait.ts";

type Outcome = { readonly [Kind in keyof Results]?: Results[Kind][number] };
type Results = { readonly [Kind in ResultKind]: NonNullable<ActionOutput[Kind]>[number][] };
type ResultKind = "screenshots" | "scrapes" | "javascriptReturns" | "pdfs";

/**
 * Carries out actions in order and collects their results, each kind in the order of its actions (contract §2.4).
 * Throws ACTION_FAILED that names the index, type and selector of the action that could not be carried out, or whose
 * result makes all of them together too large.
 */
export async function performActions(actions: readonly Action[], stage: ActionStage): Promise<ActionOutput> {
  const results: Results = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] };
  let bytes = 0;
  for (const [index, action] of actions.entries()) {
    stage.signal.throwIfAborted();
    await stage.touch();
    const outcome = await perform(action, stage).catch((thrown: unknown) => {
      if (isGone(thrown)) throw thrown;
      throw stage.signal.aborted ? stage.signal.reason : failed(action, index, thrown);
    });
    bytes += sizeOf(outcome);
    if (bytes > stage.maxBytes)
      throw failed(action, index, `the results of all actions are larger than ${stage.maxBytes} bytes`);
    if (outcome.screenshots !== undefined) results.screenshots.push(outcome.screenshots);
    if (outcome.scrapes !== undefined) results.scrapes.push(outcome.scrapes);
    if (outcome.javascriptReturns !== undefined) results.javascriptReturns.push(outcome.javascriptReturns);
    if (outcome.pdfs !== undefined) results.pdfs.push(outcome.pdfs);
  }
  return results;
}

async function perform(action: Action, stage: ActionStage): Promise<Outcome> {
  switch (action.type) {
    case "wait":
      return await without(waitFor(action, stage));
    case "click":
      return await without(click(action, stage));
    case "write":
      return await without(write(action, stage));
    case "press":
      return await without(press(action, stage));
    case "scroll":
      return await without(scroll(action, stage));
    case "scrape":
      return { scrapes: await scrape(action, stage) };
    case "executeJavascript":
      return { javascriptReturns: await executeJavascript(action, stage) };
    case "screenshot":
      return { screenshots: await screenshot(action, stage) };
    case "pdf":
      return { pdfs: await printPdf(action, stage) };
  }
}

/** The approximate memory of a result. */
function sizeOf({ screenshots, pdfs, ...told }: Outcome): number {
  return (screenshots?.length ?? 0) + (pdfs?.length ?? 0) + JSON.stringify(told).length;
}

async function without(action: Promise<void>): Promise<Outcome> {
  await action;
  return {};
}

function failed(action: Action, index: number, thrown: unknown): EngineError {
  const selector = "selector" in action ? action.selector : undefined;
  const reason = reasonOf(thrown, selector);
  const target = selector === undefined ? "" : ` on "${selector}"`;
  return new EngineError("ACTION_FAILED", `Action ${index} (${action.type}${target}) failed: ${reason}`, {
    cause: thrown,
    details: { index, type: action.type, ...(selector === undefined ? {} : { selector }) },
  });
}

function reasonOf(thrown: unknown, selector: string | undefined): string {
  const message = messageOfThrown(thrown);
  const isMissing = selector !== undefined && thrown instanceof Error && thrown.name === "TimeoutError";
  if (isMissing) return "no element that matches the selector became ready in time.";
  return `${firstLine(message.replace(/^\w+\.\w+: /, ""))}.`;
}
