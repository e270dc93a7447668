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
 * The result comes back with its `typeof`. Values in it that JSON can't express come back as their text, lists of any kind
 * as arrays, and members that are functions or undefined not at all, as in JSON (ECMA-262 §25.5.2). A script that leaves the page before it has an answer returns `undefined`. One that throws, never ends, or returns more than
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
    arguments: [{ value: maxResultLength }, { value: maxResultDepth }],
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

/**
 * Runs in the page. Writes one level more than may be, so that the reader sees that there are too many, and stops when the
 * text is too long: an object may hold the whole page many times.
 */
const writeResult = `function (maxLength, maxDepth) {
  const { value, hasThrown } = this;
  const around = new Set();
  const tooLong = {};
  let length = 0;
  const spend = (text) => {
    length += text.length + 1;
    if (length > maxLength + 1) throw tooLong;
    return text;
  };
  const quote = (text) => spend(JSON.stringify(text));
  const print = (held) => {
    try { return String(held); } catch { return typeof held; }
  };
  const write = (held, depth) => {
    if (held === null || held === undefined) return spend("null");
    if (typeof held === "boolean" || Number.isFinite(held)) return spend(JSON.stringify(held));
    if (typeof held === "bigint") return quote(held + "n");
    if (typeof held !== "object") return quote(print(held));
    if (around.has(held)) return quote("[Circular]");
    if (depth > maxDepth) return spend("[]");
    around.add(held);
    try {
      return writeObject(held, depth);
    } catch (thrown) {
      if (thrown === tooLong) throw thrown;
      return quote(print(held));
    } finally {
      around.delete(held);
    }
  };
  const isMember = (held) => held !== undefined && typeof held !== "function";
  const writeObject = (held, depth) => {
    const kind = Object.prototype.toString.call(held).slice(8, -1);
    if (kind === "Error" || held.window === held) return quote(print(held));
    if (kind !== "Object" && typeof held.nodeType === "number")
      return quote(String(held.outerHTML ?? held.documentElement?.outerHTML ?? held.textContent));
    if (["Number", "String", "Boolean", "BigInt"].includes(kind)) return write(held.valueOf(), depth);
    const shown = typeof held.toJSON === "function" ? held.toJSON() : held;
    if (shown !== held) return write(shown, depth + 1);
    if (typeof held[Symbol.iterator] === "function") {
      const items = [];
      for (const item of held) items.push(isMember(item) ? write(item, depth + 1) : spend("null"));
      return "[" + items.join(",") + "]";
    }
    const names = Object.keys(held);
    if (names.length === 0 && kind !== "Object") return quote(print(held));
    const members = [];
    for (const name of names) {
      const member = held[name];
      if (isMember(member)) members.push(quote(name) + ":" + write(member, depth + 1));
    }
    return "{" + members.join(",") + "}";
  };
  if (hasThrown && value instanceof Error)
    return { hasThrown, type: "error", json: JSON.stringify(String(value.stack ?? value).slice(0, 2000)) };
  const type = typeof value;
  try {
    const json = write(value, 1);
    if (hasThrown) return { hasThrown, type, json: json.slice(0, 2000) };
    return json.length > maxLength ? { type, isTooLong: true } : { type, json };
  } catch {
    return hasThrown ? { hasThrown, type, json: JSON.stringify(print(value).slice(0, 2000)) } : { type, isTooLong: true };
  }
}`;
