import { isTag, type AnyNode, type Element } from "domhandler";
import { decodeText } from "../../decoding/decode.ts";
import { parse } from "../../markup/parse.ts";

/** A refresh that waits longer than this is for readers, who are meant to see the page first. */
const maxDelaySeconds = 5;

/** A page that reloads itself later than this is up to date again, and not a check of cookies. */
const maxReloadDelaySeconds = 1;

/** Declarations stand in the head of a page. */
const maxHeadBytes = 64 * 1024;

/** A page as far as its way to another page is concerned. */
export interface RefreshSource {
  readonly url: URL;
  readonly body: Uint8Array;
  readonly contentType: string;
  /** The `Refresh` header; empty when there was none. */
  readonly refreshHeader: string;
}

/**
 * Where a page sends its readers at once: by a `Refresh` header or `<meta http-equiv="refresh">` (HTML Standard,
 * "shared declarative refresh steps"). Undefined for none, and for one that waits. One that reloads the page leads to its own
 * address: that may be another page once a cookie is set.
 */
export function refreshTarget(source: RefreshSource): URL | undefined {
  for (const declaration of [source.refreshHeader, ...metaRefreshes(source)]) {
    const target = parseRefresh(declaration, source.url);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** Reads `0; url=/next`, or a bare `0`, in all the spellings that browsers accept. */
export function parseRefresh(declaration: string, base: URL): URL | undefined {
  const match = /^\s*(?=[\d.])(\d*)(?!\d)[\d.]*(?![\d.])(?:(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(.*))?$/is.exec(
    declaration,
  );
  if (match === null || Number(match[1]) > maxDelaySeconds) return undefined;
  const written = match[2] ?? "";
  const quote = /^["']/.exec(written)?.[0];
  const address = quote === undefined ? written.trim() : (written.slice(1).split(quote, 1)[0] ?? "");
  const target = address === "" ? base : URL.parse(address, base.href);
  // Another scheme opens an application at most, and the page stays.
  if (target === null || !/^https?:$/.test(target.protocol)) return undefined;
  const isReload = target.href === base.href;
  return isReload && Number(match[1]) > maxReloadDelaySeconds ? undefined : target;
}

function metaRefreshes({ body, contentType }: RefreshSource): readonly string[] {
  const head = body.subarray(0, maxHeadBytes);
  // Nearly no page has one, so a look at the bytes comes before parsing them.
  if (!/http-equiv\s*=\s*(?:["']\s*)?refresh/i.test(Buffer.from(head).toString("latin1"))) return [];
  const found: string[] = [];
  const open: AnyNode[] = [...parse(decodeText({ body: head, contentType }).text).children];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    if (!isTag(node) || isInert(node)) continue;
    if (node.name === "meta" && /^\s*refresh\s*$/i.test(node.attribs["http-equiv"] ?? ""))
      found.push(node.attribs["content"] ?? "");
    open.unshift(...node.children);
  }
  return found;
}

/** A refresh in a `noscript` is for browsers without scripts, and often leads to a page that says just that. */
function isInert(element: Element): boolean {
  return element.name === "noscript" || element.name === "template" || element.name === "svg";
}
