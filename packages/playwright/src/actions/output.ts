import type { CDPSession } from "playwright-core";
import type { ParsedAction as Action } from "@garner/core";
import { takeScreenshot } from "../page/screenshot.ts";
import type { ActionStage } from "./perform.ts";

const elementTimeoutMs = 5_000;

/** The page, or the element that matches, as HTML, and where it was found. */
export async function scrape(
  action: Extract<Action, { type: "scrape" }>,
  stage: ActionStage,
): Promise<{ url: string; html: string }> {
  const { page } = stage;
  await stage.settle();
  if (action.selector === undefined) return { url: page.url(), html: await stage.serialise() };
  const element = page.locator(action.selector).first();
  const html = await element.evaluate((node: { outerHTML: string }) => node.outerHTML, undefined, {
    timeout: stage.patience(elementTimeoutMs),
  });
  return { url: page.url(), html };
}

/** How long a script may run when the capture's own time is not shorter. */
const scriptTimeoutMs = 30_000;

/**
 * Runs a script in the page. It may be an expression, statements, or statements that `return` a value, and may await.
 * What it returns comes back with its `typeof`; what JSON has no form for comes back as the text it prints as. A script
 * that leaves the page before it has an answer returns `undefined`. One that throws, or never ends, fails the action.
 */
export async function executeJavascript(
  action: Extract<Action, { type: "executeJavascript" }>,
  stage: ActionStage,
): Promise<{ type: string; value: unknown }> {
  const { page, clock, signal } = stage;
  const session = await page.context().newCDPSession(page);
  const ended = new AbortController();
  const limitMs = stage.patience(scriptTimeoutMs);
  const tooLong = clock.sleep(limitMs, AbortSignal.any([signal, ended.signal])).then(async () => {
    await session.send("Runtime.terminateExecution");
    throw new Error(`the script did not end within ${Math.round(limitMs)} ms`);
  });
  try {
    return await Promise.race([run(session, action.script), tooLong]);
  } catch (thrown) {
    if (hasLeft.test(String(thrown))) return { type: "undefined", value: null };
    throw thrown;
  } finally {
    ended.abort();
    tooLong.catch(() => undefined); // the script ended before
    await session.detach().catch(() => undefined);
    await stage.settle();
  }
}

/** What the driver says of a script whose document has gone. */
const hasLeft = /target navigated|context was destroyed|Cannot find context|Promise was collected/i;

async function run(session: CDPSession, script: string): Promise<{ type: string; value: unknown }> {
  await session.send("Runtime.enable");
  const expression = await runnableForm(session, script);
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    userGesture: true,
  });
  if (exceptionDetails === undefined) return { type: result.type, value: await jsonOf(session, result) };
  const { exception, text } = exceptionDetails;
  if (exception?.subtype === "error" || exception === undefined) throw new Error(exception?.description ?? text);
  throw new Error(`it threw ${JSON.stringify(await jsonOf(session, exception))}`);
}

/** The first way to read a script that compiles; nothing is run. A script that never does is left to fail. */
async function runnableForm(session: CDPSession, script: string): Promise<string> {
  for (const form of [script, `(async () => (${script}\n))()`, `(async () => {${script}\n})()`]) {
    const { exceptionDetails } = await session.send("Runtime.compileScript", {
      expression: form,
      sourceURL: "",
      persistScript: false,
    });
    if (exceptionDetails === undefined) return form;
  }
  return script;
}

async function jsonOf(session: CDPSession, result: { objectId?: string; value?: unknown; description?: string }) {
  if (result.objectId === undefined) return result.value ?? result.description ?? null;
  const { result: json } = await session.send("Runtime.callFunctionOn", {
    objectId: result.objectId,
    functionDeclaration: writeJson,
    returnByValue: true,
  });
  return typeof json.value === "string" ? (JSON.parse(json.value) as unknown) : (result.description ?? null);
}

/** Runs in the page. An object that JSON can't hold, and that has no text of its own either, gives nothing. */
const writeJson = `function () {
  try {
    if (typeof this.valueOf() !== "symbol") return JSON.stringify(this) ?? JSON.stringify(String(this));
  } catch {}
  try { return JSON.stringify(String(this)); } catch { return undefined; }
}`;

/** A picture of the page as a data URI. */
export async function screenshot(action: Extract<Action, { type: "screenshot" }>, stage: ActionStage): Promise<string> {
  const { page } = stage;
  await stage.settle();
  const before = page.viewportSize();
  const { image, contentType, warnings } = await takeScreenshot(page, action, stage);
  if (action.viewport !== undefined && before !== null) await page.setViewportSize(before);
  for (const warning of warnings) stage.warn(warning);
  return dataUri(image, contentType);
}

/** The page as a PDF, as a data URI. Backgrounds are printed. */
export async function printPdf(action: Extract<Action, { type: "pdf" }>, stage: ActionStage): Promise<string> {
  const { page } = stage;
  const { landscape, scale, format } = action;
  return dataUri(await page.pdf({ landscape, scale, format, printBackground: true }), "application/pdf");
}

function dataUri(bytes: Uint8Array, contentType: string): string {
  return `data:${contentType};base64,${Buffer.from(bytes).toString("base64")}`;
}
