import { isTag, type Element } from "domhandler";
import type { Context } from "./context.ts";
import { attribute, collapse } from "./element.ts";
import { escapeLabel } from "./phrases/escape.ts";
import { linkTail, resolve } from "./link.ts";

const labels: Record<string, string> = {
  iframe: "Embedded content",
  frame: "Embedded content",
  embed: "Embedded content",
  video: "Video",
  audio: "Audio",
  "amp-iframe": "Embedded content",
  "amp-video": "Video",
  "amp-audio": "Audio",
  "amp-youtube": "Video",
  "lite-youtube": "Video",
  oembed: "Embedded content",
};

/** The elements that show a player or another page. */
export const playerNames: readonly string[] = Object.keys(labels);

/** A player or embedded page as a link to its source; "" for other elements and for frames that show nothing. */
export function embedMarkdown(element: Element, context: Context): string {
  const label = Object.hasOwn(labels, element.name) ? labels[element.name] : undefined;
  const source = label === undefined ? "" : sourceOf(element);
  if (label === undefined || source === "" || !/^(?:https?:|\/|\.|[^:]*$)/i.test(source) || isTiny(element)) return "";
  const name = collapse(attribute(element, "title") || attribute(element, "aria-label")).trim() || label;
  return `[${escapeLabel(name)}](${linkTail(resolve(source, context.baseUrl))})`;
}

function sourceOf(element: Element): string {
  const own = attribute(element, "src").trim() || attribute(element, "data-src").trim();
  if (own !== "") return own;
  if (element.name === "oembed") return attribute(element, "url").trim();
  const film = attribute(element, "data-videoid") || attribute(element, "videoid");
  if (element.name.endsWith("-youtube") && /^[\w-]{1,40}$/.test(film)) return `https://www.youtube.com/watch?v=${film}`;
  for (const child of element.children) {
    if (isTag(child) && child.name === "source" && attribute(child, "src") !== "")
      return attribute(child, "src").trim();
  }
  return "";
}

function isTiny(element: Element): boolean {
  return /^[01](?:px)?$/.test(attribute(element, "width")) || /^[01](?:px)?$/.test(attribute(element, "height"));
}
