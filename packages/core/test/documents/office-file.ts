import { builtInParsers } from "../../src/documents/index.ts";
import { transformCapture } from "../../src/transform/pipeline.ts";
import { captureOf, transformOptions } from "@garner/testkit/site";
import { strToU8, zipSync } from "fflate";

/** Reads a document as a scrape does, whatever its bytes say it is. */
export async function readDocument(body: Uint8Array, options: Parameters<typeof transformOptions>[0] = {}) {
  const capture = captureOf(body, { url: "https://site.example/file", contentType: "application/octet-stream" });
  const signal = new AbortController().signal;
  return await transformCapture(capture, transformOptions(options), { parsers: builtInParsers }, signal);
}

/** An archive of files by their paths; those of level 0 stand in it as they are. */
export const packed = (files: Readonly<Record<string, string | Uint8Array>>, level: 0 | 6 = 6): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, typeof file === "string" ? strToU8(file) : file]),
    ),
    { level },
  );

/** A file of relations; links, and targets on the web, are external. */
export const relationships = (...entries: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships>${entries
    .map(([id, type, target]) => {
      const mode = type === "hyperlink" || target.startsWith("http") ? ' TargetMode="External"' : "";
      return `<Relationship Id="${id}" Type="x/${type}" Target="${target}"${mode}/>`;
    })
    .join("")}</Relationships>`;
