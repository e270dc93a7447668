import { builtInParsers } from "../documents/index.ts";
import { transformCapture } from "../page/pipeline.ts";
import type { Transformer } from "../page/transform.ts";
import type { BodyParser } from "../ports/body-parser.ts";

/**
 * Turns captures into content in the calling thread: no start-up cost, but the event loop stands still while a large
 * page is read. `parsers` are tried in order; the default reads everything that is built in.
 */
export function inProcessTransformer(options: { readonly parsers?: readonly BodyParser[] } = {}): Transformer {
  const { parsers = builtInParsers } = options;
  return {
    transform: (capture, transformOptions, signal) => transformCapture(capture, transformOptions, parsers, signal),
  };
}
