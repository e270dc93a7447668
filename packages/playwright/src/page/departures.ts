import type { CDPSession } from "playwright-core";
import type { Clock } from "@garner/core";

/** Where a page is about to go: to another document, or to a window of its own. */
export interface Departures {
  /** Whether the page has asked for another document that has not come yet. */
  readonly isLeaving: () => boolean;
  /** Where the last window of the same site was going, once; undefined when none was opened since the last call. */
  takeWindow(): string | undefined;
}

/** A navigation that brings nothing for so long was a download or was given up. */
const longestMs = 5_000;

/**
 * Watches what a page asks its browser for. The page's own process reports it, so it is known before an answer to any
 * question that the page is asked afterwards.
 */
export async function watchDepartures(session: CDPSession, clock: Clock): Promise<Departures> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const frameId = frameTree.frame.id;
  let pageUrl = frameTree.frame.url;
  let askedAt: number | undefined;
  let wanted: string | undefined;
  const arrive = (arrivedId: string) => {
    if (arrivedId === frameId) askedAt = undefined;
  };
  session.on("Page.frameRequestedNavigation", (event) => {
    if (event.frameId === frameId && event.disposition === "currentTab") askedAt = clock.now();
  });
  session.on("Page.frameNavigated", ({ frame }) => {
    if (frame.id === frameId) pageUrl = frame.url;
    arrive(frame.id);
  });
  session.on("Page.frameStoppedLoading", (event) => arrive(event.frameId));
  session.on("Page.windowOpen", ({ url }) => {
    if (isSameSite(url, pageUrl)) wanted = url;
  });
  await session.send("Page.enable");
  return {
    isLeaving: () => askedAt !== undefined && clock.now() - askedAt < longestMs,
    takeWindow() {
      const url = wanted;
      wanted = undefined;
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
