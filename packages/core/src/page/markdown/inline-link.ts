import type { Element } from "domhandler";
import type { Context } from "./context.ts";
import { autolink, isPermalink, isSelfLink, isSkipLink, isSlideTurner, linkTail, linkTarget } from "./link.ts";
import { addRaw, closeLink, isOpen, openLink, type Phrase } from "./phrases/phrase.ts";

/** Writes what `addContent` adds as a link, unless the anchor leads nowhere or is no part of the text. */
export function addLinked(anchor: Element, phrase: Phrase, context: Context, addContent: () => void): void {
  const url = linkTarget(anchor, context);
  if (url === undefined || isOpen(phrase, "link")) {
    addContent();
    return;
  }
  if (isSkipLink(anchor) || isSlideTurner(anchor) || isPermalink(anchor, phrase.place === "heading")) return;
  if (isSelfLink(anchor)) {
    addContent();
    return;
  }
  const automatic = autolink(anchor, url);
  if (automatic !== undefined) {
    addRaw(phrase, automatic);
    return;
  }
  const tail = linkTail(url);
  openLink(phrase);
  addContent();
  closeLink(phrase, tail);
}
