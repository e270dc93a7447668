import { leavingWording } from "@garner/core";
import { mostDialogs } from "./restraint.ts";
import { isGone, type World } from "./world.ts";

/** The scripts that {@link World} runs at the start of every document. */
export interface DocumentScripts {
  readonly script: string;
  readonly pageScript: string;
}

/**
 * Scripts that note the signs of a page still being built: the last growth of its tree, and the short timers it has
 * set. They also keep closed shadow roots, which nothing else can read. `signal` is the name of the event that one
 * script sends to the other; no page must be able to guess it. With `leavesNatives`, the page's own functions stay as
 * they are, for a page that checks them; then nothing is known of its timers, closed roots and what it waits to see.
 */
export function activityScripts(
  signal: string,
  { leavesNatives }: { readonly leavesNatives: boolean },
): DocumentScripts {
  return {
    script: `(() => { ${witness.replace("$signal", signal)} ${leavesNatives ? "" : heardErrors} })();`,
    pageScript: `(() => { ${proxiedPage} ${leavesNatives ? "" : watchedNatives.replace("$signal", signal)} })();`,
  };
}

/**
 * `own`, the only name of our world. Its `board` is an element in no document, on which the page's world and ours leave
 * notes for each other.
 */
const witness = `
  if (globalThis.own !== undefined) return;
  const startedAt = performance.now();
  let grownAt = startedAt;
  let touchedAt = startedAt;
  let board = document.createElement("i");
  const closedRoots = [];
  const watched = new Set();
  const changes = new WeakMap();

  const noteBuilding = () => board.setAttribute("built", Math.max(touchedAt, grownAt));
  document.addEventListener("$signal", (event) => {
    event.stopImmediatePropagation();
    board = event.changedTouches[0].target;
    board.addEventListener("root", ({ changedTouches }) => closedRoots.push(changedTouches[0].target));
    board.addEventListener("watched", ({ changedTouches }) => watched.add(changedTouches[0].target));
    noteBuilding();
  }, { once: true });

  // A clock rewrites the same node for ever; the first few times may be the page being built. So may a text that gets
  // longer, and one that changes faster than anybody reads: a number that counts up comes to its end in seconds.
  const isTicker = (node, text) => {
    const now = performance.now();
    const past = changes.get(node) ?? { count: 0, since: now, at: now, longest: 0 };
    const isCounting = now - past.at < 200 && now - past.since < 3000;
    const isTicking = past.count >= 5 && text.length <= past.longest && !isCounting;
    const longest = Math.max(past.longest, text.length);
    changes.set(node, { count: past.count + 1, since: past.since, at: now, longest });
    return isTicking;
  };
  const grows = ({ type, target, addedNodes, removedNodes }) => {
    if (type === "characterData") return !isTicker(target, target.data);
    if (addedNodes.length > removedNodes.length) return true;
    return addedNodes.length > 0 && !isTicker(target, addedNodes.length === 1 ? (addedNodes[0].data ?? "") : "");
  };
  const observer = new MutationObserver((records) => {
    if (!records.some(grows)) return;
    grownAt = performance.now();
    noteBuilding();
  });
  const isMainFrame = window.parent === window;
  if (isMainFrame) observer.observe(document, { childList: true, characterData: true, subtree: true });

  const isVisible = (element) => Element.prototype.checkVisibility.call(element, { visibilityProperty: true });
  const frameTags = 'header, nav, footer, aside, dialog, [role="banner"], [role="navigation"], [role="contentinfo"]';
  const { get: shadowRoot } = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot");
  const elementsIn = (tree) => (tree instanceof Element ? Element : DocumentFragment).prototype.querySelectorAll.call(tree, "*");
  const shadowTreesIn = (tree) => [...elementsIn(tree)].slice(0, 5000).flatMap((element) => shadowRoot.call(element) ?? []);
  const firstWords = (most, isLeftOut = () => false) => {
    const trees = [document.body ?? document.documentElement ?? []].flat();
    let words = "";
    let looked = 0;
    for (let at = 0; at < trees.length && at < 200; at += 1) {
      const texts = document.createTreeWalker(trees[at], NodeFilter.SHOW_TEXT);
      for (; looked < 2000 && words.length < most && texts.nextNode(); looked += 1) {
        const { data, parentNode } = texts.currentNode;
        const element = parentNode instanceof ShadowRoot ? parentNode.host : parentNode;
        if (data.trim() === "" || !isVisible(element)) continue;
        if (!isLeftOut(element)) words += data.trim() + " ";
      }
      if (words.length >= most) break;
      trees.push(...shadowTreesIn(trees[at]));
      if (at === 0) trees.push(...closedRoots);
    }
    return words.trim();
  };
  // Less than this, outside of what a site has around its pages, may well be all that a page has before its data.
  const leastWords = 1000;
  const isOfFrame = (element) => Element.prototype.closest.call(element, frameTags) !== null;
  const isSparse = () => firstWords(leastWords, isOfFrame).length < leastWords;
  const waitingSigns = '[aria-busy="true"], [class*="skeleton" i], [class*="spinner" i], .loading, .loader, .preloader';
  const waitingWords = /^\\W*(?:loading|please wait|just a moment|lädt|laden|chargement|cargando|carregando|caricamento|загрузка|読み込み中|加载中)\\W*$/i;
  const leavingWording = /${leavingWording.source}/u;
  const isWaiting = (words) => {
    if (words.length < 20 || (words.length < 60 && waitingWords.test(words))) return true;
    return [...document.querySelectorAll(waitingSigns)].slice(0, 20).some(isVisible);
  };

  // Words of the page may stand in a frame that waits until it is scrolled to; those of other sites are mostly films.
  const loadLazyFrames = () => {
    for (const frame of [...document.querySelectorAll('iframe[loading="lazy" i]')].slice(0, 24)) {
      if (frame.src === "" || URL.parse(frame.src)?.origin === location.origin) frame.loading = "eager";
    }
  };

  const pictureTags = new Set(["img", "picture", "svg", "video", "audio", "canvas", "iframe", "object", "embed", "input", "textarea"]);
  const isBlank = (element) => {
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let looked = 0; nodes.nextNode(); looked += 1) {
      const { localName, data } = nodes.currentNode;
      if (looked === 100 || pictureTags.has(localName) || (data ?? "").trim() !== "") return false;
    }
    return !pictureTags.has(element.localName);
  };
  // An empty box further down that the page waits to see in its window: what stands there comes when it is scrolled to.
  const isPlace = (element) => {
    const { top, width, height } = Element.prototype.getBoundingClientRect.call(element);
    return top >= innerHeight && width >= 100 && height >= 100 && isBlank(element);
  };

  // Counts how often the page had nothing to do. One that is always busy is asked for no more than half a second.
  let idles = 0;
  let idleAskedAt;
  const noteIdle = () => {
    idles += 1;
    idleAskedAt = undefined;
  };
  const lookForIdle = () => {
    if (idleAskedAt !== undefined && performance.now() - idleAskedAt < 500) return;
    if (idleAskedAt !== undefined) noteIdle();
    idleAskedAt = performance.now();
    requestIdleCallback(noteIdle);
  };

  globalThis.own = {
    closedRoots,
    // An action begins or has ended: what it sets off counts as the page being built, however slow the machine is.
    touch: (isOver) => {
      touchedAt = isOver ? performance.now() : Infinity;
      noteBuilding();
    },
    isWatchingPlaces: () => [...watched].some(isPlace),
    observe: () => {
      const quietForMs = performance.now() - grownAt;
      const ready = document.readyState;
      const isQuiet = ready === "complete" && quietForMs > 100;
      lookForIdle();
      loadLazyFrames();
      const words = isQuiet ? firstWords(100) : "";
      return {
        ready,
        quietForMs,
        idles,
        timers: Number(board.getAttribute("timers")),
        isWaiting: isQuiet && isWaiting(words),
        isSparse: isQuiet && (isWaiting(words) || isSparse()),
        isLeaving: leavingWording.test(words.replace(/\\s+/g, " ").toLowerCase()),
        hasScripts: document.scripts.length > 0 || window.length > 0,
      };
    },
  };
`;

/** An error that somebody has dealt with is not reported to us, however long its text is. */
const heardErrors = `
  const deal = (event) => event.preventDefault();
  for (const type of ["error", "unhandledrejection"]) addEventListener(type, deal);`;

/** Removes functions from a page that would bypass the egress proxy. */
const proxiedPage = `
    // Its UDP would not go through the egress proxy.
    for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) delete window[name];`;

/**
 * Stands in front of the functions that set timers, open shadow roots, wait for elements to be seen and show dialogs, and of
 * those that write to the console.
 */
const watchedNatives = `
    // Each message would be told to us; a page that writes without end would hold up its whole browser with them.
    for (const name of Object.keys(console)) {
      if (typeof console[name] === "function") console[name] = new Proxy(console[name], { apply: () => undefined });
    }

    const board = document.createElement("i");
    const { setAttribute, getAttribute, attachShadow } = Element.prototype;
    const { dispatchEvent } = EventTarget.prototype;
    const { apply } = Reflect;
    const { DOMException } = window;
    const { now } = Performance.prototype;
    const [TouchEvent, Touch] = [window.TouchEvent, window.Touch];
    // Of all that an event can carry, only a touch keeps its node when that is a closed shadow root.
    const hand = (target, type, node) => apply(dispatchEvent, target,
      [new TouchEvent(type, { changedTouches: [new Touch({ identifier: 0, target: node })] })]);
    hand(document, "$signal", board);

    // A script that does nothing but ask can't be ended from outside: the dialog after the last that is counted is an error.
    let dialogs = 0;
    for (const name of ["alert", "confirm", "prompt"]) {
      window[name] = new Proxy(window[name], {
        apply(target, self, values) {
          if ((dialogs += 1) > ${mostDialogs + 1}) throw new DOMException("It shows dialog after dialog.", "AbortError");
          return apply(target, self, values);
        },
      });
    }

    Element.prototype.attachShadow = new Proxy(attachShadow, {
      apply(target, self, values) {
        const root = apply(target, self, values);
        if (root.mode === "closed") hand(board, "root", root);
        return root;
      },
    });

    if (window.parent !== window) return;

    let watched = 0;
    const { observe } = IntersectionObserver.prototype;
    IntersectionObserver.prototype.observe = new Proxy(observe, {
      apply(target, self, values) {
        apply(target, self, values);
        if ((watched += 1) <= 1000) hand(board, "watched", values[0]);
      },
    });

    const longestDelayMs = 2500;
    const { setTimeout, clearTimeout, performance } = window;
    const pending = { __proto__: null };
    let timers = 0;
    let isInTimer = false;
    const isBuilding = () => apply(now, performance, []) - apply(getAttribute, board, ["built"]) < 1000;
    const count = (change) => apply(setAttribute, board, ["timers", (timers += change)]);
    const forget = (id) => {
      if (pending[id]) count(-1);
      delete pending[id];
    };
    window.setTimeout = new Proxy(setTimeout, {
      apply(target, self, values) {
        const callback = values[0];
        const delayMs = values[1] ?? 0;
        if (typeof callback !== "function" || !(delayMs <= longestDelayMs) || isInTimer || !isBuilding())
          return apply(target, self, values);
        values[0] = function () {
          isInTimer = true;
          try { return apply(callback, this, arguments); } finally { isInTimer = false; forget(id); }
        };
        const id = apply(target, self, values);
        pending[id] = true;
        count(1);
        return id;
      },
    });
    window.clearTimeout = new Proxy(clearTimeout, {
      apply(target, self, values) { forget(values[0]); return apply(target, self, values); },
    });`;

/** The notes of the scripts about a document. */
export interface Activity {
  readonly ready: "loading" | "interactive" | "complete";
  /** Milliseconds since the tree last grew. */
  readonly quietForMs: number;
  /** Number of times the document had nothing to do between two questions. */
  readonly idles: number;
  /** Short timers that have not fired yet. */
  readonly timers: number;
  /** The page shows nothing, or a sign that more is coming. */
  readonly isWaiting: boolean;
  /** The page has little text of its own, or a sign that more is coming. */
  readonly isSparse: boolean;
  /** The page says that it sends its visitors on, and little else. */
  readonly isLeaving: boolean;
  /** The page, or a frame in it, may have something that runs. */
  readonly hasScripts: boolean;
}

/** True if the page has empty places that it fills only when they are scrolled to. */
export async function isWatchingPlaces(world: World): Promise<boolean> {
  return (await unlessLeft(world.ask<boolean>("own.isWatchingPlaces()"))) === true;
}

/** The activity of the document; undefined between two documents. Throws when the page is gone. */
export async function observe(world: World): Promise<Activity | undefined> {
  return await unlessLeft(world.ask<Activity>("own.observe()"));
}

/** Tells the page that an action begins, which causes its work from now on, or that the action is over. */
export async function touch(world: World, isOver: boolean): Promise<void> {
  await unlessLeft(world.ask(`own.touch(${isOver})`));
}

async function unlessLeft<T>(answer: Promise<T>): Promise<T | undefined> {
  return await answer.catch((thrown: unknown) => {
    if (isGone(thrown)) throw thrown;
    return undefined;
  });
}
