import { EngineError } from "../errors.ts";
import { checkOptions, option } from "../schema/input/check-options.ts";
import type { Capability, PageSource } from "../ports/page-source.ts";
import { answerOf, readAnswer, readCapture, readManifest } from "./cassette.ts";

/**
 * The page sources that `record` wrote into a folder, in their order, without a network: the same requests get the same
 * answers, byte for byte. A request that was not recorded fails with SCRAPE_NO_CACHED_DATA, but a robots.txt or a sitemap
 * that was not recorded does not exist. Throws BAD_REQUEST when the folder is no cassette.
 */
export function replay(folder: string): readonly PageSource[] {
  checkOptions<{ readonly folder: string }>("replay", { folder }, { folder: option.filledText });
  const manifest = readManifest(folder);
  if (manifest === undefined) throw new EngineError("BAD_REQUEST", `${folder} is no cassette: \`record\` makes one.`);
  return manifest.sources.map(({ name, capabilities }) => ({
    name,
    capabilities: new Set(capabilities as readonly Capability[]),
    async capture(request) {
      const capture = await readCapture(folder, { request, source: name });
      if (capture !== undefined) return capture;
      const message = `The cassette ${folder} has no answer of "${name}" for ${request.url} with these options; record it.`;
      throw new EngineError("SCRAPE_NO_CACHED_DATA", message);
    },
    async fetch(url) {
      const answer = await readAnswer(folder, String(url));
      return answer === undefined ? new Response(null, { status: 404 }) : answerOf(answer);
    },
  }));
}
