import type { Clock } from "@garner/core";
import { answerOf } from "../page/silent-frames.ts";
import type { FrameTree, World } from "../page/world.ts";

/** Dismisses the consent pop-up of a page, if it shows one. The page never makes it throw. */
export type DismissConsent = (world: World, signal: AbortSignal) => Promise<void>;

/** The longest a pop-up may take to go away by its own buttons. */
const longestMs = 3_000;
const pollMs = 100;

/** Frames that are looked at; pop-ups of large platforms live in one of their own. */
const maxFrames = 12;

/**
 * Builds the dismisser on autoconsent's rules for some hundred consent platforms and its heuristics for the rest: it
 * says no where the pop-up lets it. Pages without a sign of a pop-up are left alone, and cost one question.
 */
export async function createConsentDismisser(clock: Clock): Promise<DismissConsent> {
  const { consentScript } = await import("./built/consent-script.ts");
  return async (world, signal) => {
    const inTime = { clock, signal };
    const ask = <T>(expression: string, frame?: string) => answerOf(world.ask<T>(expression, frame), inTime);
    const tree = await answerOf(world.frameTree(), inTime);
    const frames = tree === undefined ? [] : frameIds(tree).slice(0, maxFrames);
    const shows = await Promise.all(frames.map((frame) => ask<boolean>(showsPopup, frame)));
    if (!shows.includes(true)) return;
    await Promise.all(frames.map((frame) => ask(consentScript, frame)));
    const until = clock.now() + longestMs;
    while (clock.now() < until && (await ask<boolean>(isBusy)) === true) await clock.sleep(pollMs, signal);
    await ask(removeLeftovers);
  };
}

function frameIds({ frame, childFrames = [] }: FrameTree): readonly string[] {
  return [frame.id, ...childFrames.flatMap(frameIds)];
}

const words = String.raw`/\b(?:cookies?|consent|gdpr|ccpa|privacy (?:preferences|choices|settings)|datenschutz|einwilligung|confidentialité|consentement|privacidad|consentimiento|privacybeleid|consenso)\b|Куки|クッキー/i`;

/** Words that are enough in a box whose own name says what it is. */
const wordsOfNamed = String.raw`/privacy|privacidade|prywatno|integritet|конфиденциальн|プライバシー|隐私/i`;

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
  const names = ["cookie", "consent", "gdpr"].map((name) => '[id*="' + name + '" i], [class*="' + name + '" i]').join(",");
  const speaks = (element, text) =>
    ${words}.test(text) || (Element.prototype.matches.call(element, names) && ${wordsOfNamed}.test(text));
  const answers = 'button, a, input, iframe, [role="button"], [tabindex]';
  const trees = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const above = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const lies = (node) => node && node !== document.body && (["fixed", "sticky"].includes(getComputedStyle(node).position)
    || node.localName === "dialog" || /dialog/.test(node.role ?? "") || lies(above(node)));
  return [document, ...trees].flatMap((tree) => [...tree.querySelectorAll(signs)]).filter((element) => {
    if (element === document.body || element === document.documentElement || !element.checkVisibility()) return false;
    const text = element.innerText ?? "";
    const isFrame = element.localName === "iframe";
    if (!isFrame && (text.length > 5000 || !speaks(element, text) || !element.querySelector(answers))) return false;
    return lies(element);
  });
})()`;

const showsPopup = `${findPopups}.length > 0`;

/** A pop-up is there, and is being answered. */
const isBusy = `${showsPopup} && !["done", "optOutFailed", "nothingDetected"]
  .includes(globalThis.autoconsentStandalone?.instance.state.lifecycle)`;

/** Removes leftovers from the document, with the lock that such pop-ups put on scrolling. */
const removeLeftovers = `(() => {
  for (const popup of ${findPopups}) popup.remove();
  for (const element of [document.documentElement, document.body]) {
    if (element && getComputedStyle(element).overflowY === "hidden") element.style.setProperty("overflow", "auto", "important");
  }
})()`;
