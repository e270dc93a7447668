import type { CDPSession } from "playwright-core";
import type { Clock } from "@garner/core";

/** Where a page is about to go: to another document, or to a window of its own. */
export interface Departures {
  /** True if the page has asked for another document that has not come yet. */
  readonly isLeaving: () => boolean;
  /** Time the browser has been waiting for another document. Until it comes, the page answers no question. */
  readonly underWayForMs: () => number | undefined;
  /** Gives up the document that is on its way: the page stays what it is. */
  stay(): void;
  /** Where the last window of the same site was going, once; undefined when none was opened since the last call. */
  takeWindow(): string | undefined;
}

/** A navigation that was asked for and has not begun after so long was a download or was given up. */
const longestMs = 5_000;

/** Going to this address, which has no document, leaves a page where it is and whatever it was waiting for undone. */
export const nowhere = "http://nowhere.invalid/";

/** What departures are watched with. */
export interface DepartureOptions {
  readonly mainFrameId: string;
  readonly clock: Clock;
  readonly warn: (warning: string) => void;
}

/**
 * Watches what a page asks its browser for. The page's own process reports it, so it is known before an answer to any
 * question that the page is asked afterwards.
 */
export function watchDepartures(session: CDPSession, { mainFrameId, clock, warn }: DepartureOptions): Departures {
  let pageUrl = "about:blank";
  let askedAt: number | undefined;
  let underWay: { readonly url: string; readonly since: number } | undefined;
  let window: string | undefined;
  const arrive = (arrivedId: string) => {
    if (arrivedId === mainFrameId) askedAt = underWay = undefined;
  };
  session.on("Page.frameRequestedNavigation", (event) => {
    if (event.frameId === mainFrameId && event.disposition === "currentTab") askedAt = clock.now();
  });
  session.on("Page.frameStartedNavigating", (event) => {
    const isSameDocument = event.navigationType.endsWith("SameDocument") || event.navigationType === "sameDocument";
    if (event.frameId === mainFrameId && !isSameDocument) underWay = { url: event.url, since: clock.now() };
  });
  session.on("Page.frameNavigated", ({ frame }) => {
    if (frame.id === mainFrameId) pageUrl = frame.url;
    arrive(frame.id);
  });
  session.on("Page.frameStoppedLoading", (event) => arrive(event.frameId));
  session.on("Page.windowOpen", ({ url }) => {
    if (isSameSite(url, pageUrl)) window = url;
  });
  return {
    isLeaving: () => underWay !== undefined || (askedAt !== undefined && clock.now() - askedAt < longestMs),
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
