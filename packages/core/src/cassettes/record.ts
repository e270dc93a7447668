import { createGuardedFetch } from "../fetch/guarded-fetch.ts";
import { httpSource } from "../fetch/http/http-source.ts";
import type { MakeSource, PageSource } from "../ports/page-source.ts";
import { answerOf, noteSource, writeAnswer, writeCapture } from "./cassette.ts";

/**
 * A page source that writes what another one captures, plain HTTP by default, and what robots.txt and the sitemaps say,
 * into a folder that `replay` plays. Failures of the network are not written down. Recording into the same folder again
 * replaces what is asked for again and keeps the rest.
 */
export function record(folder: string, recorded: PageSource | MakeSource = httpSource()): MakeSource {
  return (host) => {
    const source = typeof recorded === "function" ? recorded(host) : recorded;
    const { userAgent, maxBodyBytes } = host.policy;
    const guarded = createGuardedFetch({ guard: host.guard, userAgent, maxBodyBytes });
    const fetchBeside = source.fetch?.bind(source) ?? guarded;
    const recording: PageSource = {
      ...source,
      async capture(request, signal, context) {
        const capture = await source.capture(request, signal, context);
        await writeCapture(folder, { request, source: source.name }, capture);
        return capture;
      },
      async fetch(url, init) {
        const response = await fetchBeside(url, init);
        const body = new Uint8Array(await response.arrayBuffer());
        const answer = { url: response.url, status: response.status, headers: [...response.headers], body };
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
