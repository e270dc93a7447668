import { setImmediate as nextTurn } from "node:timers/promises";
import type { CallOptions } from "../ports/call.ts";
import type { Capture, PageSource } from "../ports/page-source.ts";
import { ParseFileRequest } from "../schema/parse-file.ts";
import { parseRequest } from "../schema/input/parse-input.ts";
import { ScrapeRequest } from "../schema/scrape.ts";
import { warningOf } from "../schema/warning.ts";
import type { ScrapeDependencies } from "./dependencies.ts";
import type { ScrapeOutcome } from "./page-result.ts";
import { scrapePage } from "./scrape.ts";

/** Where the files of callers are said to be: a name that leads nowhere (RFC 2606), behind which theirs stands. */
const nowhere = "https://file.invalid/";

/**
 * Makes of a file what {@link scrapePage} makes of a page: the same readers, formats and prices, without the network. Nothing of
 * it is cached or indexed. Throws EngineError like a scrape.
 */
export async function parseFile(
  input: unknown,
  call: CallOptions,
  resources: ScrapeDependencies,
): Promise<ScrapeOutcome> {
  const { request, warnings } = parseRequest(ParseFileRequest, input);
  const { file, ...options } = request;
  // Checking a large file took this one.
  await nextTurn();
  const url = nowhere + encodeURIComponent(file.name);
  const capture: Capture = {
    requestedUrl: url,
    url,
    status: 200,
    contentType: knownType(file.contentType ?? ""),
    headers: [],
    // Readers of documents want no subclass of it.
    body: new Uint8Array(Buffer.from(file.base64, "base64")),
    capturedAt: resources.clock.now(),
    source: "file",
    proxyUsed: "basic",
    warnings: [],
  };
  const source: PageSource = { name: "file", capabilities: new Set(), capture: async () => capture };
  const asked = ScrapeRequest.parse({ ...options, url, storeInCache: false, maxAge: 0 });
  const { outcome } = await scrapePage(asked, call, { ...resources, sources: [source], cache: undefined });
  const { url: _url, sourceURL: _asked, proxyUsed: _proxy, statusCode: _status, ...metadata } = outcome.metadata;
  return {
    ...outcome,
    ...warningOf([...warnings, outcome.warning]),
    metadata: { ...metadata, sourceFile: file.name },
  };
}

/** Forms call text of any kind plain text; its bytes and the ending of its name know better. */
function knownType(contentType: string): string {
  return /^text\/plain\b/i.test(contentType) ? "" : contentType;
}
