import { setImmediate as nextTurn } from "node:timers/promises";
import { withDefinedFormats } from "../extensions/defined-formats.ts";
import type { Call } from "../ports/call.ts";
import { parseRequest } from "../schema/input/parse-input.ts";
import { ParseFileRequest } from "../schema/parse-file.ts";
import { warningOf } from "../schema/warning.ts";
import type { ScrapeDependencies } from "./dependencies.ts";
import { takeStandardSchemas } from "./formats/json/standard-schema.ts";
import type { ScrapeOutcome } from "./page-result.ts";
import { readGiven } from "./read.ts";

/** A base for the names of callers' files: a host that leads nowhere (RFC 2606). */
const nowhere = "https://file.invalid/";

/** Reads a file of the caller's like a page that they have. Throws EngineError like a scrape. */
export async function parseFile(input: unknown, call: Call, resources: ScrapeDependencies): Promise<ScrapeOutcome> {
  const { input: plain, schemas } = takeStandardSchemas(withDefinedFormats(input, resources.formats));
  const { request, warnings } = parseRequest(ParseFileRequest, plain);
  const { file, zeroDataRetention: _kept, origin: _origin, integration: _integration, ...wish } = request;
  // Checking a large file took this one.
  await nextTurn();
  const page = {
    url: nowhere + encodeURIComponent(file.name),
    contentType: knownType(file.contentType ?? ""),
    // Readers of documents want no subclass of it.
    bytes: new Uint8Array(Buffer.from(file.base64, "base64")),
  };
  const outcome = await readGiven(page, { wish, schemas, call }, resources);
  const { url: _url, sourceURL: _asked, proxyUsed: _proxy, statusCode: _status, ...metadata } = outcome.metadata;
  return {
    ...outcome,
    ...warningOf([...warnings, outcome.warning]),
    metadata: { ...metadata, source: "file", sourceFile: file.name },
  };
}

/** Forms call text of any kind plain text; its bytes and the ending of its name know better. */
function knownType(contentType: string): string {
  return /^text\/plain\b/i.test(contentType) ? "" : contentType;
}
