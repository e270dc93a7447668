import { availableParallelism } from "node:os";
import type { Compute } from "../../concurrency/pure-work.ts";
import { isText } from "../../decoding/decode.ts";
import { isHtml, mediaTypeOf } from "../../decoding/media-type.ts";
import { EngineError } from "../../errors.ts";
import type { BodyParser } from "../../ports/body-parser.ts";
import type { Capture } from "../../ports/page-source.ts";
import { parserFor } from "../parser-for.ts";
import type { Transformer, TransformOptions } from "../transformer.ts";
import { inProcessTransformer } from "./in-process.ts";
import { isSmall, workerTransformer, type WorkerTransformer } from "./worker-transformer.ts";

/** Pages up to this size are read in the calling thread: it takes them in steps of a few milliseconds. */
const maxPageBytes = 512 * 1024;
/** The same for documents that are text, which are read in one step. */
const maxTextBytes = 128 * 1024;
/** The same for the input of other work. */
const maxInputCharacters = 100_000;

/** Longer than a caller waits who names no `timeout`: that is what ends a page, in a thread as in the calling one. */
const maxPageMs = 120_000;

/** Documents whose size says little about their cost. */
const packed = /pdf|zip|officedocument|opendocument|ms-(?:excel|word|powerpoint)|^message\/|mbox|^multipart\//;

/**
 * The transformer of an engine that is given none: it leaves the event loop of the host alone, and ordinary pages cost no more
 * for it. Most pages are read in the calling thread, by turns; what takes long, which is large pages and documents, in threads
 * that start when the first of them comes. What one of `parsers` reads stays in the calling thread, as a function can't
 * leave it, and so does everything where no thread can start.
 */
export function defaultTransformer(parsers: readonly BodyParser[] = []): Transformer {
  const here = inProcessTransformer({ parsers });
  let threads: WorkerTransformer | undefined;
  const inThreads = () =>
    (threads ??= workerTransformer({ threads: Math.max(1, availableParallelism() - 1), inProcessBytes: 0, maxPageMs }));
  const compute: Compute = async (work, input, call) =>
    isLight(input)
      ? await work.run(input)
      : await unlessNoneStarts(
          () => inThreads().compute(work, input, call),
          () => work.run(input),
        );
  const stays = (capture: Capture, options: TransformOptions) =>
    staysHere(capture, options) || (parsers.length > 0 && parserFor(mediaTypeOf(capture), parsers) !== undefined);
  const reading =
    (threadsOf: () => Pick<Transformer, "transform">): Transformer["transform"] =>
    async (...page) => {
      const readHere = () => here.transform(...page);
      const [capture, options] = page;
      return stays(capture, options)
        ? await readHere()
        : await unlessNoneStarts(() => threadsOf().transform(...page), readHere);
    };
  return {
    compute,
    transform: reading(inThreads),
    waiting: (wait) => ({ compute, transform: reading(() => inThreads().waiting(wait)) }),
    [Symbol.asyncDispose]: async () => threads?.[Symbol.asyncDispose](),
  };
}

/** Work in a thread, or here if the host's own setup keeps threads from starting. */
async function unlessNoneStarts<Outcome>(
  inThread: () => Promise<Outcome>,
  here: () => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await inThread();
  } catch (thrown) {
    if (EngineError.is(thrown, "CAPABILITY_MISSING")) return await here();
    throw thrown;
  }
}

function staysHere(capture: Capture, options: TransformOptions): boolean {
  if (!isSmall(capture, options, maxPageBytes)) return false;
  const mediaType = mediaTypeOf(capture);
  if (isHtml(mediaType)) return true;
  return isText(mediaType) ? isSmall(capture, options, maxTextBytes) : !packed.test(mediaType);
}

/** True if a value has few characters, however they are nested. */
function isLight(input: unknown): boolean {
  const waiting = [input];
  let characters = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    const parts = typeof value === "object" && value !== null ? Object.values(value) : [];
    characters += typeof value === "string" ? value.length : parts.length;
    if (characters > maxInputCharacters) return false;
    for (const part of parts) waiting.push(part);
  }
  return true;
}
