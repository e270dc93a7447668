import type { CDPSession, Page } from "playwright-core";
import type { Reins } from "./reins.ts";

/** Keeps a page from endlessly repeating rare actions. */
export interface Restraint {
  /** Restarts the counts: the page's next actions are wanted. */
  reset(): void;
}

/** A page that shows more loses its scripts. */
export const mostDialogs = 20;

interface Excess {
  readonly most: number;
  /** The behaviour of a page in excess, as a verb phrase. */
  readonly does: string;
}

const excesses = {
  document: { most: 20, does: "loads one document after the other" },
  frame: { most: 400, does: "loads frame after frame" },
  window: { most: 5, does: "opens window after window" },
  dialog: { most: mostDialogs, does: "shows dialog after dialog" },
  worker: { most: 100, does: "starts worker after worker" },
  request: { most: 1_000, does: "makes request after request" },
} as const satisfies Record<string, Excess>;

/** The means to restrain a page. */
export interface RestraintOptions {
  readonly mainFrameId: string;
  readonly reins: Reins;
  readonly warn: (warning: string) => void;
}

/**
 * Counts a page's actions, and stops its scripts at too many of one kind: then the page is read as it is.
 * Chromium's own limits on navigations and windows hold besides.
 */
export function restrain(page: Page, session: CDPSession, { mainFrameId, reins, warn }: RestraintOptions): Restraint {
  const counts = new Map<keyof typeof excesses, number>();
  let isStopped = false;
  const count = (what: keyof typeof excesses) => {
    const times = (counts.get(what) ?? 0) + 1;
    counts.set(what, times);
    if (times <= excesses[what].most || isStopped) return;
    isStopped = true;
    reins.stopScripts();
    warn(`The page's scripts were stopped, because it ${excesses[what].does}.`);
  };
  session.on("Page.frameRequestedNavigation", ({ frameId }) => count(frameId === mainFrameId ? "document" : "frame"));
  session.on("Page.frameAttached", () => count("frame"));
  session.on("Page.windowOpen", () => count("window"));
  session.on("Page.javascriptDialogOpening", () => count("dialog"));
  page.on("worker", () => count("worker"));
  page.on("request", () => count("request"));
  return { reset: () => counts.clear() };
}
