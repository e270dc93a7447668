import type { CDPSession } from "playwright-core";
import type { Clock } from "@garner/core";

/** The next destination of a page: another document, or a window of its own. */
export interface Departures {
  /** True if the page has asked for another document that has not come yet, or is about to. */
  readonly isLeaving: () => boolean;
  /** The time the browser has waited for another document so far. Until it comes, the page answers no question. */
  readonly underWayForMs: () => number | undefined;
  /** Gives up the document that is on its way: the page stays as it is. */
  stay(): void;
  /** The destination of the last window of the same site; undefined if none was opened since the last call. */
  takeWindow(): string | undefined;
}

/**
 * A refresh in the page or its headers that is due within this time sends visitors on; later ones are for readers, who
 * are meant to see the page first. Pages that show themselves again seldom have more to say.
 */
const longestRefreshSeconds = { toAnother: 5, toItself: 2 };

/** A refresh that has not begun this long after it was due does not come. */
const refreshSlackMs = 1_000;

/** A navigation that has not begun this long after its request was a download or was given up. */
const longestMs = 5_000;

/** Going to this address, which has no document, leaves a page where it is and whatever it was waiting for undone. */
export const nowhere = "http://nowhere.invalid/";

/** The means to watch departures. */
export interface DepartureOptions {
  readonly mainFrameId: string;
  readonly clock: Clock;
  readonly warn: (warning: string) => void;
}

/**
 * Watches a page's requests to its browser. The page's own process reports them, so they are known before its answer to
 * any later question.
 */
export function watchDepartures(session: CDPSession, { mainFrameId, clock, warn }: DepartureOptions): Departures {
  let pageUrl = "about:blank";
  let askedAt: number | undefined;
  let underWay: { readonly url: string; readonly since: number } | undefined;
  let window: string | undefined;
  let refreshUntil = 0;
  const arrive = (arrivedId: string) => {
    if (arrivedId === mainFrameId) askedAt = underWay = undefined;
  };
  session.on("Page.frameScheduledNavigation", ({ frameId, url, delay, reason }) => {
    if (frameId !== mainFrameId || !reason.endsWith("Refresh")) return;
    const longest = url === pageUrl ? longestRefreshSeconds.toItself : longestRefreshSeconds.toAnother;
    if (delay <= longest) refreshUntil = clock.now() + delay * 1000 + refreshSlackMs;
  });
  session.on("Page.frameRequestedNavigation", (event) => {
    if (event.frameId === mainFrameId && event.disposition === "currentTab") askedAt = clock.now();
  });
  session.on("Page.frameStartedNavigating", (event) => {
    const isSameDocument = event.navigationType.endsWith("SameDocument") || event.navigationType === "sameDocument";
    if (event.frameId === mainFrameId && !isSameDocument) underWay = { url: event.url, since: clock.now() };
  });
  session.on("Page.frameNavigated", ({ frame }) => {
    if (frame.id === mainFrameId) {
      pageUrl = frame.url;
      refreshUntil = 0;
    }
    arrive(frame.id);
  });
  session.on("Page.frameStoppedLoading", (event) => arrive(event.frameId));
  session.on("Page.windowOpen", ({ url }) => {
    if (isSameSite(url, pageUrl)) window = url;
  });
  return {
    isLeaving: () =>
      underWay !== undefined ||
      (askedAt !== undefined && clock.now() - askedAt < longestMs) ||
      clock.now() < refreshUntil,
    underWayForMs: () => underWay && clock.now() - underWay.since,
    stay() {
      if (underWay === undefined || underWay.url === nowhere) return;
      warn(`The page leads to ${underWay.url.slice(0, 200)}, which did not answer in time.`);
      session.send("Page.navigate", { url: nowhere }).catch(() => undefined); // the page is gone altogether
    },
    takeWindow() {
      const url = window;
      window = undefined;
      return url;
    },
  };
}

/** The same host, or one below the same two last labels. */
function isSameSite(url: string, other: string): boolean {
  const [one, two] = [URL.parse(url), URL.parse(other)];
  if (one === null || two === null || !one.protocol.startsWith("http")) return false;
  const site = ({ hostname }: URL) =>
    /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split(".").slice(-2).join(".");
  return site(one) === site(two);
}
