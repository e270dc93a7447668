import { Element, Text, type ParentNode } from "domhandler";
import { essenceOf, isHtml } from "../decoding/media-type.ts";
import type { Capture } from "../ports/page-source.ts";
import type { Verdict } from "../schema/result.ts";
import type { TransformOptions } from "./transformer.ts";

/** Facts about the content that is left of a page. */
interface Remains {
  readonly body: ParentNode;
  readonly capture: Capture;
  readonly options: TransformOptions;
  /** Elements that `includeTags` matched. */
  readonly included: number;
  /** The visible characters of the whole page, and the number of things that it shows besides text. */
  readonly page: { readonly characters: number; readonly media: number };
  readonly verdict: Verdict;
  /** The main content of the page is not there yet: all that there is is the frame of its site. */
  readonly isFrame: boolean;
}

/** The reason for an empty result, as the result itself doesn't tell; undefined where it is not empty. */
export function nothingLeftWarning(remains: Remains): string | undefined {
  const { options, included, page, verdict } = remains;
  if (options.includeTags.length > 0 && included === 0)
    return `No element of the page matches \`includeTags\`, so the result is empty.${hintOf(remains)}`;
  if (hasContent(remains.body)) return undefined;
  if (options.excludeTags.length > 0 && (page.characters > 0 || options.includeTags.length > 0))
    return "`excludeTags` matches everything that there is to return, so the result is empty.";
  if (options.includeTags.length > 0)
    return `What matches \`includeTags\` holds no text, so the result is empty.${hintOf(remains)}`;
  if (remains.isFrame)
    return "What the page shows is its site's header, menus and footer, which `onlyMainContent: false` keeps.";
  if (page.media === 0 || verdict !== "ok") return undefined;
  const things =
    page.media === 1 ? "a picture, a film, a frame or a drawing" : `${page.media} pictures, films, frames or drawings`;
  const help = options.onlyMainContent
    ? "`onlyMainContent: false` keeps those that have an address"
    : "Markdown can't hold it";
  return `The page has no text, all that it shows is ${things}; ${help}.`;
}

const hintOf = ({ capture }: Remains): string =>
  isHtml(essenceOf(capture.contentType)) && capture.isRendered !== true ? " If a script adds it, set `waitFor`." : "";

function hasContent(parent: ParentNode): boolean {
  const open: ParentNode[] = [parent];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const child of next.children) {
      if (child instanceof Text && child.data.trim() !== "") return true;
      if (!(child instanceof Element)) continue;
      if (linked.has(child.name)) return true;
      if (!silent.has(child.name)) open.push(child);
    }
  }
  return false;
}

/** Elements that Markdown writes by their address or source. */
const linked: ReadonlySet<string> = new Set(["img", "math", "iframe", "video", "audio", "embed", "object"]);

/** Elements whose text is not written. */
const silent: ReadonlySet<string> = new Set(["svg", "script", "style", "template"]);
