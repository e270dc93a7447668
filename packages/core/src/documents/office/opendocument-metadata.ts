import { EngineError } from "../../errors.ts";
import { childText, descendantsOf } from "../../markup/xml-tree.ts";
import type { Archive } from "../archive.ts";
import { given, isoDate } from "../feeds/feed-page.ts";

/** The metadata of an OpenDocument file (ODF 1.3 part 3, §4.3). */
export function metadataOf(archive: Archive): Record<string, string> {
  const meta = descendantsOf(archive.xml("meta.xml"), "office:meta")[0];
  return given({
    title: childText(meta, "dc:title"),
    author: childText(meta, "meta:initial-creator", "dc:creator"),
    description: childText(meta, "dc:description", "dc:subject"),
    language: childText(meta, "dc:language"),
    publishedTime: isoDate(childText(meta, "meta:creation-date")),
    modifiedTime: isoDate(childText(meta, "dc:date")),
  });
}

/** Throws UNSUPPORTED_CONTENT for an encrypted package, which names how its files are (ODF 1.3 part 2, §4.8). */
export function refuseEncrypted(archive: Archive): void {
  if (descendantsOf(archive.xml("META-INF/manifest.xml"), "manifest:encryption-data").length > 0)
    throw new EngineError("UNSUPPORTED_CONTENT", "The OpenDocument document is encrypted with a password.");
}
