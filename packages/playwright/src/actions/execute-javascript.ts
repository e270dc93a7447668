import type { CDPSession } from "playwright-core";
import type { ParsedAction as Action } from "@garner/core";
import type { ActionStage } from "./stage.ts";

/** The longest a script may run if the capture's own time is not shorter. */
const scriptTimeoutMs = 30_000;

/** Characters of JSON that a script's result may have. */
const maxResultLength = 5 * 1024 * 1024;

/** The most arrays and objects within each other; writing a deeper value as JSON again runs out of stack. */
const maxResultDepth = 500;

/**
 * Runs a script in the page. It may be an expression, statements, or statements that `return` a value, and may await.
 * The result comes back with its `typeof`; a value that JSON can't express comes back as its text. A script
 * that leaves the page before it has an answer returns `undefined`. One that throws, never ends, or returns more than
 * fits fails the action. This is the only script of an action that runs in the page's own world.
 */
export async function executeJavascript(
  action: Extract<Action, { type: "executeJavascript" }>,
  stage: ActionStage,
): Promise<{ type: string; value: unknown }> {
  const { page, clock, signal } = stage;
  const session = await page.context().newCDPSession(page);
  const ended = new AbortController();
  const limitMs = stage.patience(scriptTimeoutMs);
  const tooLong = clock.sleep(limitMs, AbortSignal.any([signal, ended.signal])).then(() => {
    stage.endScript();
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
    await stage.untilAtRest();
  }
}

/** The driver's messages for a script whose document has gone. */
const hasLeft = /target navigated|context was destroyed|Cannot find context|Promise was collected/i;

async function run(session: CDPSession, script: string): Promise<{ type: string; value: unknown }> {
  await session.send("Runtime.enable");
  const expression = boxed(await runnableForm(session, script));
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    userGesture: true,
  });
  const { objectId } = result;
  if (exceptionDetails !== undefined || objectId === undefined)
    throw new Error(exceptionDetails?.exception?.description ?? exceptionDetails?.text ?? "it gave no result");
  const report = await session.send("Runtime.callFunctionOn", {
    objectId,
    functionDeclaration: writeResult,
    arguments: [{ value: maxResultLength }],
    returnByValue: true,
  });
  return readReport(report.result.value as Report);
}

/** The page's report of the result. Its own scripts may have forged it, so nothing is certain. */
interface Report {
  readonly type?: unknown;
  readonly json?: unknown;
  readonly hasThrown?: unknown;
  readonly isTooLong?: unknown;
}

function readReport({ type, json, hasThrown, isTooLong }: Report): { type: string; value: unknown } {
  const text = typeof json === "string" ? json : "null";
  if (hasThrown === true) throw new Error(type === "error" ? String(JSON.parse(text)) : `it threw ${text}`);
  if (isTooLong === true)
    throw new Error(`what it returned is larger than ${maxResultLength} characters of JSON; return less of it`);
  if (depthOf(text) > maxResultDepth)
    throw new Error(`what it returned is nested more than ${maxResultDepth} levels deep; return it flatter`);
  return { type: String(type).slice(0, 20), value: JSON.parse(text) as unknown };
}

/** The depth of the arrays and objects in a JSON text. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') isInString = !isInString;
    else if (isInString) at += character === "\\" ? 1 : 0;
    else if (character === "[" || character === "{") deepest = Math.max(deepest, (depth += 1));
    else if (character === "]" || character === "}") depth -= 1;
  }
  return deepest;
}

/**
 * An expression for a script's result: the first reading of the script that compiles; nothing is run. A script that
 * never compiles is left to fail.
 */
async function runnableForm(session: CDPSession, script: string): Promise<string> {
  const compiles = async (expression: string) => {
    const wishes = { expression, sourceURL: "", persistScript: false };
    return (await session.send("Runtime.compileScript", wishes)).exceptionDetails === undefined;
  };
  const expression = `(async () => (${script}\n))()`;
  const statements = `(async () => {${script}\n})()`;
  if (!isDeclaration.test(script) && (await compiles(expression))) return expression;
  // Plain statements give the value of the last one, which only `eval` returns.
  return (await compiles(script)) ? `(0, eval)(${JSON.stringify(script)})` : statements;
}

/** Code that is a value between parentheses, and a statement without them. */
const isDeclaration = /^\s*(?:(?:async\s+)?function|class)\b|^\s*\{/;

/** The result stays in the page until its size is known: a text would come over whole. */
function boxed(expression: string): string {
  return `(async () => {
    try { return { value: await ${expression} }; } catch (thrown) { return { value: thrown, hasThrown: true }; }
  })()`;
}

/** Runs in the page. A value that neither JSON nor its own text can express is reported by the name of its kind. */
const writeResult = `function (maxLength) {
  const { value, hasThrown } = this;
  const print = () => {
    try { return String(value); } catch { return value?.constructor?.name ?? "Object"; }
  };
  const write = () => {
    if (value === undefined) return "null";
    if (typeof value === "bigint") return JSON.stringify(value + "n");
    if (typeof value === "number" && !Number.isFinite(value)) return JSON.stringify(print());
    try { return JSON.stringify(value) ?? JSON.stringify(print()); } catch { return JSON.stringify(print()); }
  };
  if (hasThrown && value instanceof Error)
    return { hasThrown, type: "error", json: JSON.stringify(String(value.stack ?? value).slice(0, 2000)) };
  const [type, json] = [typeof value, write()];
  if (hasThrown) return { hasThrown, type, json: json.slice(0, 2000) };
  return json.length > maxLength ? { type, isTooLong: true } : { type, json };
}`;
