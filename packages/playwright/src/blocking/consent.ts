import { readFile } from "node:fs/promises";
import type { Frame, Page } from "playwright-core";
import type { Clock } from "@garner/core";
import { answerOf } from "../page/silent-frames.ts";

/** Dismisses the consent pop-up of a page, if it shows one. Never throws for what the page does. */
export type DismissConsent = (page: Page, signal: AbortSignal) => Promise<void>;

/** How long a pop-up may take to go away by its own buttons. */
const longestMs = 3_000;
const pollMs = 100;

/**
 * Builds the dismisser on autoconsent's rules for some hundred consent platforms and its heuristics for the rest: it
 * says no where the pop-up lets it. Pages without a sign of a pop-up are left alone, and cost one question.
 */
export async function createConsentDismisser(clock: Clock): Promise<DismissConsent> {
  const main = import.meta.resolve("@duckduckgo/autoconsent");
  const script = await readFile(new URL("autoconsent.standalone.js", main), "utf8");
  return async (page, signal) => {
    const frames = page.frames().slice(0, 12);
    const inTime = { clock, signal };
    const shows = await Promise.all(frames.map((frame) => answerOf(showsPopup(frame), inTime)));
    if (!shows.includes(true)) return;
    await Promise.all(frames.map((frame) => answerOf(frame.evaluate(script), inTime)));
    const until = clock.now() + longestMs;
    while (clock.now() < until && !(await isDone(page))) await clock.sleep(pollMs, signal);
    await page.evaluate(removeLeftovers).catch(ignoreGoneFrame);
  };
}

async function showsPopup(frame: Frame): Promise<boolean> {
  return await frame.evaluate<boolean>(`${findPopups}.length > 0`).catch(() => false);
}

async function isDone(page: Page): Promise<boolean> {
  if (!(await showsPopup(page.mainFrame()))) return true;
  const lifecycle = "window.autoconsentStandalone?.instance.state.lifecycle";
  const state = await page.evaluate<string | undefined>(lifecycle).catch(() => undefined);
  return state === "done" || state === "optOutFailed" || state === "nothingDetected";
}

/** The frame went away or was replaced: a click in the pop-up may well do that. */
function ignoreGoneFrame(): void {}

const words = String.raw`/\b(?:cookies?|consent|gdpr|ccpa|privacy (?:preferences|choices|settings)|datenschutz|einwilligung|confidentialité|consentement|privacidad|consentimiento|privacybeleid|consenso)\b|Куки|クッキー/i`;

/**
 * Visible elements that lie over the page or stick to its edge, speak of consent, and have something to answer it with.
 * Some platforms keep theirs in a shadow tree.
 */
const findPopups = `(() => {
  const signs = [
    '[id*="cookie" i]', '[class*="cookie" i]', '[id*="consent" i]', '[class*="consent" i]', '[id*="gdpr" i]',
    '[class*="gdpr" i]', '[id*="cmp" i]', '[id^="onetrust"]', '[id^="sp_message"]', '[aria-label*="cookie" i]',
    '[aria-label*="consent" i]', '[role="dialog"]', '[role="alertdialog"]', 'dialog[open]',
  ].join(",");
  const answers = 'button, a, input, iframe, [role="button"], [tabindex]';
  const trees = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const above = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const lies = (node) => node && node !== document.body && (["fixed", "sticky"].includes(getComputedStyle(node).position)
    || node.localName === "dialog" || /dialog/.test(node.role ?? "") || lies(above(node)));
  return [document, ...trees].flatMap((tree) => [...tree.querySelectorAll(signs)]).filter((element) => {
    if (element === document.body || element === document.documentElement || !element.checkVisibility()) return false;
    const text = element.innerText ?? "";
    const isFrame = element.localName === "iframe";
    if (!isFrame && (text.length > 5000 || !${words}.test(text) || !element.querySelector(answers))) return false;
    return lies(element);
  });
})()`;

/** What is left is taken out of the document, with the lock that such pop-ups put on scrolling. */
const removeLeftovers = `(() => {
  for (const popup of ${findPopups}) popup.remove();
  for (const element of [document.documentElement, document.body]) {
    if (element && getComputedStyle(element).overflowY === "hidden") element.style.setProperty("overflow", "auto", "important");
  }
})()`;
