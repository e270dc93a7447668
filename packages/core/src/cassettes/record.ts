import { createGuardedFetch } from "../fetch/guarded-fetch.ts";
import { httpSource } from "../fetch/http/http-source.ts";
import type { MakeSource, PageSource } from "../ports/page-source.ts";
import { EngineError } from "../errors.ts";
import { checkOptions, option } from "../schema/input/check-options.ts";
import {
  answerOf,
  noteSource,
  writeAnswer,
  writeCapture,
  writeFailedAnswer,
  writeFailedCapture,
  type RecordedAnswer,
} from "./cassette.ts";

/**
 * A page source that records another one, plain HTTP by default, into a folder that `replay` plays: its captures, robots.txt
 * and sitemaps, and failures of sites. Recording into the same folder again replaces what is asked for again and keeps the
 * rest. Throws BAD_REQUEST without the path of a folder.
 */
export function record(folder: string, recorded: PageSource | MakeSource = httpSource()): MakeSource {
  checkOptions<{ readonly folder: string }>("record", { folder }, { folder: option.filledText });
  return (host) => {
    const source = typeof recorded === "function" ? recorded(host) : recorded;
    const { userAgent, maxBodyBytes } = host.policy;
    const { guard, clock } = host;
    const guarded = createGuardedFetch({ guard, clock, userAgent, maxBodyBytes });
    const fetchBeside = source.fetch?.bind(source) ?? guarded;
    const recording: PageSource = {
      ...source,
      async capture(request, signal, context) {
        const asked = { request, source: source.name };
        const capturing = source.capture(request, signal, context);
        const capture = await orNote(capturing, signal, (error) => writeFailedCapture(folder, asked, error));
        await writeCapture(folder, asked, capture);
        return capture;
      },
      async fetch(url, init) {
        const signal = init?.signal ?? undefined;
        const fetching = wholeAnswer(fetchBeside(url, init));
        const answer = await orNote(fetching, signal, (error) => writeFailedAnswer(folder, String(url), error));
        await writeAnswer(folder, String(url), answer);
        return answerOf(answer);
      },
      async [Symbol.asyncDispose]() {
        await source[Symbol.asyncDispose]?.();
        await guarded[Symbol.asyncDispose]();
      },
    };
    noteSource(folder, recording);
    return recording;
  };
}

async function wholeAnswer(asked: Promise<Response>): Promise<RecordedAnswer> {
  const response = await asked;
  const body = new Uint8Array(await response.arrayBuffer());
  return { url: response.url, status: response.status, headers: [...response.headers], body };
}

/** Notes a failure, unless the request was called off or there was no room for it. */
async function orNote<T>(
  asked: Promise<T>,
  signal: AbortSignal | undefined,
  note: (error: EngineError) => Promise<void>,
): Promise<T> {
  try {
    return await asked;
  } catch (thrown) {
    if (EngineError.is(thrown) && thrown.code !== "OVERLOADED" && signal?.aborted !== true) await note(thrown);
    throw thrown;
  }
}
