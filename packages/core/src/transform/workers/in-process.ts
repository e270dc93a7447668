import { builtInParsers } from "../../documents/index.ts";
import { transformCapture } from "../pipeline.ts";
import type { Transformer } from "../transformer.ts";
import type { BodyParser } from "../../ports/body-parser.ts";

/**
 * Turns captures into content in the calling thread: no start-up cost, but the event loop stands still while a large
 * page is read. `parsers` are tried in order and win over the built-in ones.
 */
export function inProcessTransformer(options: { readonly parsers?: readonly BodyParser[] } = {}): Transformer {
  const parsers = [...(options.parsers ?? []), ...builtInParsers];
  return {
    async transform(capture, transformOptions, signal) {
      const content = await transformCapture(capture, transformOptions, parsers, signal);
      // V8's parts of a string keep the whole alive: who holds on to a title must not hold on to its page.
      return structuredClone(content);
    },
  };
}
