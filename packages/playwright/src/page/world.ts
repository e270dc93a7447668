import type { CDPSession } from "playwright-core";
import { EngineError } from "@garner/core";
import type { Reins } from "./reins.ts";

/**
 * A JavaScript world of our own in each frame of a page, where all of our scripts run: it shares the page's documents
 * and nothing else, so replacements by the page's scripts (`Document.prototype`, `JSON`, `setTimeout`) change nothing
 * here. A form's fields still hide its own properties by their names (HTML Standard, [LegacyOverrideBuiltIns]); for an
 * element that may be a form, take the property from its prototype.
 */
export interface World {
  /** The frames that the page has now. */
  frameTree(): Promise<FrameTree>;
  /**
   * The value of a short expression, in the main frame unless another is named. A page that does not answer for seconds
   * is unblocked.
   */
  ask<T>(expression: string, frameId?: string): Promise<T>;
  /**
   * The text of an expression, which may take its time. A long text comes over in parts, so that none holds this process up.
   * Null when it is longer than `maxLength`.
   */
  readText(
    expression: string,
    limits: { readonly maxLength: number; readonly frameId?: string },
  ): Promise<string | null>;
  /** Calls a function on the element that holds a frame, in the world of the frame that it stands in. */
  callOnOwner<T>(
    frame: { readonly id: string; readonly parentId: string },
    declaration: string,
    value: string,
  ): Promise<T>;
}

/** A frame and those within it. */
export interface FrameTree {
  readonly frame: {
    readonly id: string;
    /** The intended address of the frame, if the browser shows an error page instead. */
    readonly unreachableUrl?: string;
  };
  readonly childFrames?: readonly FrameTree[];
}

/** The parts of a world. */
export interface WorldOptions {
  readonly mainFrameId: string;
  readonly reins: Reins;
  /** Makes the names that our scripts use. Runs at the start of every document, and again where it has not. */
  readonly script: string;
  /** Runs in the page's own world at the start of every document, after {@link WorldOptions.script}. */
  readonly pageScript: string;
}

/** The number of repetitions of a question that went unanswered because its document had gone. */
const maxDocuments = 4;

const worldName = "garner";

/** Opens the world of the page that a session belongs to. */
export async function openWorld(session: CDPSession, options: WorldOptions): Promise<World> {
  const { mainFrameId, reins, script, pageScript } = options;
  await Promise.all([
    session.send("Page.addScriptToEvaluateOnNewDocument", { source: script, worldName }),
    session.send("Page.addScriptToEvaluateOnNewDocument", { source: pageScript }),
  ]);
  const entered = new Map<string, Promise<number>>();

  async function enter(frameId: string): Promise<number> {
    const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId, worldName });
    await session.send("Runtime.evaluate", { expression: script, contextId: executionContextId });
    return executionContextId;
  }

  function contextOf(frameId: string): Promise<number> {
    const known = entered.get(frameId) ?? enter(frameId);
    entered.set(frameId, known);
    return known;
  }

  async function evaluate<T>(expression: string, frameId: string): Promise<T> {
    for (let document = 1; ; document += 1) {
      try {
        const contextId = await contextOf(frameId);
        const wishes = { contextId, returnByValue: true, awaitPromise: true };
        const { result, exceptionDetails } = await session.send("Runtime.evaluate", { expression, ...wishes });
        if (exceptionDetails === undefined) return result.value as T;
        const reason = exceptionDetails.exception?.description ?? exceptionDetails.text;
        throw new EngineError("SCRAPE_SITE_ERROR", `The page could not be asked: ${reason.slice(0, 500)}`);
      } catch (thrown) {
        entered.delete(frameId);
        if (!isLeft(thrown) || document >= maxDocuments) throw thrown;
      }
    }
  }

  return {
    frameTree: () => readFrameTree(session, options),
    ask: (expression, frameId = mainFrameId) => reins.patiently(evaluate(expression, frameId)),
    async readText(expression, { maxLength, frameId = mainFrameId }) {
      await reins.patiently(evaluate("0", frameId));
      const first = await evaluate<TextPart>(`(own.text = ${expression}, ${partFrom(0)})`, frameId);
      if (first.length > maxLength) return null;
      const parts = [first.part];
      for (let read = first.part.length; read < first.length;) {
        const { part } = await evaluate<TextPart>(partFrom(read), frameId);
        parts.push(part);
        read += part.length;
      }
      return parts.join("");
    },
    async callOnOwner<T>(frame: { id: string; parentId: string }, functionDeclaration: string, value: string) {
      const [{ backendNodeId }, executionContextId] = await Promise.all([
        session.send("DOM.getFrameOwner", { frameId: frame.id }),
        contextOf(frame.parentId),
      ]);
      const { object } = await session.send("DOM.resolveNode", { backendNodeId, executionContextId });
      const { objectId = "" } = object;
      const call = { objectId, functionDeclaration, arguments: [{ value }], returnByValue: true };
      return (await session.send("Runtime.callFunctionOn", call)).result.value as T;
    },
  };
}

interface TextPart {
  readonly part: string;
  /** Characters of the whole text. */
  readonly length: number;
}

/** Characters that come over at once. */
const partLength = 512 * 1024;

/** A pair of surrogates is not parted: half of one is lost on the way. */
function partFrom(start: number): string {
  return `(() => {
    const { text } = own;
    const end = ${start + partLength};
    const isPair = text.charCodeAt(end - 1) >> 10 === 0b110110;
    return { part: text.slice(${start}, isPair ? end - 1 : end), length: text.length };
  })()`;
}

/** True if the page, or the browser, is no longer there to be asked. */
export function isGone(thrown: unknown): boolean {
  return /crashed|has been closed|session closed|target closed/i.test(String(thrown));
}

/** True if a document was left, or a script was ended: the same question may be answered the next time. */
export function isLeft(thrown: unknown): boolean {
  return /find context|context was destroyed|navigated or closed|was collected|was terminated/i.test(String(thrown));
}

async function readFrameTree(session: CDPSession, { reins, mainFrameId }: WorldOptions): Promise<FrameTree> {
  try {
    return (await reins.patiently(session.send("Page.getFrameTree"))).frameTree;
  } catch (thrown) {
    // Frames can stand deeper within each other than the browser's own protocol can tell.
    if (!/stack limit/i.test(String(thrown))) throw thrown;
    return { frame: { id: mainFrameId } };
  }
}
