import { systemClock } from "../../memory/system-clock.ts";
import type { Clock } from "../../ports/clock.ts";
import { checkOptions, option } from "../../schema/input/check-options.ts";
import { inTurns } from "../in-turns.ts";
import { loadPipeline } from "../load-pipeline.ts";
import type { Transformer } from "../transformer.ts";
import type { BodyParser } from "../../ports/body-parser.ts";

/**
 * Turns captures into content in the calling thread: no start-up cost. Pages are read one after the other, and between the
 * steps that one takes others have their turn of the event loop, every ten milliseconds or so; a step of a page of several
 * megabytes takes longer. `parsers` are tried in order and win over the built-in ones. Throws BAD_REQUEST
 * for wrong options.
 */
export function inProcessTransformer(
  options: { readonly parsers?: readonly BodyParser[]; readonly clock?: Clock } = {},
): Transformer {
  checkOptions<typeof options>("inProcessTransformer", options, {
    parsers: option.object.array().optional(),
    clock: option.clock.optional(),
  });
  const run = inTurns(options.clock ?? systemClock);
  return {
    async transform(capture, transformOptions, signal) {
      const { transformCapture, builtInParsers } = await loadPipeline();
      const reading = { parsers: [...(options.parsers ?? []), ...builtInParsers], run };
      const content = await transformCapture(capture, transformOptions, reading, signal);
      // V8's parts of a string keep the whole alive: who holds on to a title must not hold on to its page.
      return structuredClone(content);
    },
  };
}
