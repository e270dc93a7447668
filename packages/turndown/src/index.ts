/// <reference lib="dom" />
/**
 * Turndown as Garner's Markdown converter.
 * @module
 */
import type { MarkdownConverter } from "@garner/core";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";
import { gfm } from "turndown-plugin-gfm";

/** Options of Turndown, and a hook to add rules to it. */
export interface TurndownConverterOptions extends TurndownService.Options {
  /** Called once with the service, after the gfm plugin was added: add rules, `keep` or `remove` elements. */
  readonly configure?: (service: TurndownService) => void;
}

/**
 * A converter that runs Turndown with its gfm plugin on linkedom: `createEngine({ markdown: turndown() })`. Slower than
 * the built-in one and quadratic on long tables and lists; worth it where Turndown rules exist already.
 */
export function turndown(options: TurndownConverterOptions = {}): MarkdownConverter {
  const { configure, ...turndownOptions } = options;
  const service = new TurndownService({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    hr: "---",
    ...turndownOptions,
  });
  service.use(gfm);
  configure?.(service);
  return (html) => {
    const { document } = parseHTML(`<!doctype html><html><head></head><body></body></html>`);
    completeTables(document);
    document.body.innerHTML = bodyHtml(html);
    return service.turndown(document.body);
  };
}

/** linkedom gives no `rows` and `cells`, on which the gfm plugin relies; without them it throws on every table. */
function completeTables(document: Document): void {
  const prototype: object = Object.getPrototypeOf(document.createElement("table"));
  const define = (property: string, selector: string) =>
    Object.defineProperty(prototype, property, {
      configurable: true,
      get(this: Element) {
        return [...this.querySelectorAll(selector)];
      },
    });
  define("rows", "tr");
  define("cells", ":scope > td, :scope > th");
}

function bodyHtml(html: string): string {
  return /<body[^>]*>([\s\S]*)<\/body>/i.exec(html)?.[1] ?? html;
}
