/**
 * Turndown as Garner's Markdown converter.
 * @module
 */
import { EngineError, type MarkdownConverter } from "@garner/core";
import TurndownService from "turndown";
import { gfm } from "turndown-plugin-gfm";

/** Options of Turndown, and a hook to add rules to it. */
export interface TurndownConverterOptions extends TurndownService.Options {
  /** Called once with the service, after the gfm plugin was added: add rules, `keep` or `remove` elements. */
  readonly configure?: (service: TurndownService) => void;
}

/**
 * A converter that runs Turndown with its gfm plugin: `createEngine({ content: { markdown: turndown() } })`. Slower than
 * the built-in one and quadratic on long tables and lists; worth it where Turndown rules exist already. Throws BAD_REQUEST for options of the wrong type.
 */
export function turndown(options: TurndownConverterOptions = {}): MarkdownConverter {
  checkOptions(options);
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
  return (html) => service.turndown(html);
}

/** What else there is belongs to Turndown. */
function checkOptions(options: unknown): void {
  const wrong = (message: string) => new EngineError("BAD_REQUEST", `turndown: ${message}`);
  if (typeof options !== "object" || options === null) throw wrong("the options must be an object.");
  if (!["undefined", "function"].includes(typeof Reflect.get(options, "configure")))
    throw wrong("`configure` must be a function.");
}
