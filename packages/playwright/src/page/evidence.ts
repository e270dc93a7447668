import type { CDPSession } from "playwright-core";

/**
 * Runs in every document before its own scripts and notes what later tells whether the page is still being built: when
 * its tree last grew, and which short timers it has set. It also keeps closed shadow roots, which nothing else can read.
 * The symbol it lives under is random, so that pages can't look for it. With `leavesNatives`, the page's own functions
 * stay as they are, for a page that looks whether they are; then nothing is known of its timers and closed roots.
 */
export function evidenceScript(name: string, { leavesNatives }: { readonly leavesNatives: boolean }): string {
  return `(() => {
    const startedAt = performance.now();
    let grownAt = startedAt;
    let touchedAt = startedAt;
    const timers = new Set();
    const closedRoots = [];
    const changes = new WeakMap();

    // A clock or a counter rewrites the same node for ever; the first few times may be the page being built.
    const isTicker = (node) => {
      const count = (changes.get(node) ?? 0) + 1;
      changes.set(node, count);
      return count > 5;
    };
    const grows = ({ type, target, addedNodes, removedNodes }) => {
      if (type === "characterData") return !isTicker(target);
      if (addedNodes.length <= removedNodes.length) return addedNodes.length > 0 && !isTicker(target);
      return true;
    };
    new MutationObserver((records) => {
      if (records.some(grows)) grownAt = performance.now();
    }).observe(document, { childList: true, characterData: true, subtree: true });

    ${leavesNatives ? "" : watchedNatives}

    // Its UDP would not go through the egress proxy.
    for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) delete window[name];

    // A refresh that is due within seconds is a redirect.
    const isLeaving = () => [...document.querySelectorAll('meta[http-equiv="refresh" i]')]
      .some((element) => /^\\s*[0-2](?:\\.\\d+)?\\s*[;,]/.test(element.content));

    const waitingSigns = '[aria-busy="true"], [class*="skeleton" i], [class*="spinner" i], .loading, .loader, .preloader';
    const waitingWords = /^\\W*(?:loading|please wait|just a moment|lädt|laden|chargement|cargando|carregando|caricamento|загрузка|読み込み中|加载中)\\W*$/i;
    const isWaiting = () => {
      const text = (document.body?.innerText ?? "").trim();
      if (text.length < 20 || (text.length < 60 && waitingWords.test(text))) return true;
      return [...document.querySelectorAll(waitingSigns)].slice(0, 20).some((element) => element.checkVisibility());
    };

    // Kept from before the page's scripts: they may put something else in its place.
    const { getHTML } = Element.prototype;
    Object.defineProperty(window, Symbol.for(${JSON.stringify(name)}), {
      value: {
        closedRoots,
        write: (element, options) => Reflect.apply(getHTML, element, [options]),
        // An action begins or has ended: what it sets off counts as the page being built, however slow the machine is.
        touch: (isOver) => { touchedAt = isOver ? performance.now() : Infinity; },
        observe: () => ({
          ready: document.readyState,
          quietForMs: performance.now() - grownAt,
          timers: timers.size,
          isWaiting: isWaiting(),
          isLeaving: isLeaving(),
          hasScripts: document.scripts.length > 0,
        }),
      },
    });
  })();`;
}

/** Stands in front of the functions that set timers and open shadow roots. */
const watchedNatives = `
    const longestDelayMs = 2500;
    const isBuilding = () => performance.now() - Math.max(touchedAt, grownAt) < 1000;
    const { setTimeout, clearTimeout } = window;
    let isInTimer = false;
    window.setTimeout = new Proxy(setTimeout, {
      apply(target, self, [callback, delayMs = 0, ...rest]) {
        const counts = typeof callback === "function" && delayMs <= longestDelayMs && !isInTimer && isBuilding();
        if (!counts) return Reflect.apply(target, self, [callback, delayMs, ...rest]);
        const wrapped = (...values) => {
          isInTimer = true;
          try { return callback(...values); } finally { isInTimer = false; timers.delete(id); }
        };
        const id = Reflect.apply(target, self, [wrapped, delayMs, ...rest]);
        timers.add(id);
        return id;
      },
    });
    window.clearTimeout = new Proxy(clearTimeout, {
      apply(target, self, [id]) { timers.delete(id); return Reflect.apply(target, self, [id]); },
    });

    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = new Proxy(attachShadow, {
      apply(target, self, values) {
        const root = Reflect.apply(target, self, values);
        if (root.mode === "closed") closedRoots.push(root);
        return root;
      },
    });`;

/** What {@link evidenceScript} has noted about a document. */
export interface Evidence {
  readonly ready: "loading" | "interactive" | "complete";
  /** Milliseconds since the tree last grew. */
  readonly quietForMs: number;
  /** Short timers that have not fired yet. */
  readonly timers: number;
  /** The page shows nothing, or a sign that more is coming. */
  readonly isWaiting: boolean;
  /** The page is about to send its visitor elsewhere. */
  readonly isLeaving: boolean;
  readonly hasScripts: boolean;
}

/** Asks a page about itself through the DevTools protocol, in the page's own world. */
export interface Witness {
  /** What has been noted; undefined between two documents. Throws when the page is gone. */
  readonly observe: () => Promise<Evidence | undefined>;
  /** Tells the page that what it does from now on is the work of an action, or that the action is over. */
  readonly touch: (isOver: boolean) => Promise<void>;
  /** Stops the script that runs in the page now. */
  readonly interrupt: () => Promise<void>;
}

/** Builds the witness of the page that a session belongs to. */
export function createWitness(session: CDPSession, name: string): Witness {
  async function ask(call: string): Promise<unknown> {
    const expression = `window[Symbol.for(${JSON.stringify(name)})]?.${call}`;
    try {
      return (await session.send("Runtime.evaluate", { expression, returnByValue: true })).result.value;
    } catch (thrown) {
      if (/crashed|has been closed|session closed|target closed/i.test(String(thrown))) throw thrown;
      return undefined; // the document it was asked of is gone
    }
  }
  return {
    observe: async () => (await ask("observe()")) as Evidence | undefined,
    touch: async (isOver) => void (await ask(`touch(${isOver})`)),
    interrupt: async () => void (await session.send("Runtime.terminateExecution")),
  };
}
