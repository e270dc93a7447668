import { childText, descendantsOf } from "../../markup/xml-tree.ts";
import type { Archive } from "../archive.ts";
import { given, isoDate } from "../feeds/feed-page.ts";

/** What an OpenDocument file says about itself (ODF 1.3 part 3, §4.3). */
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
