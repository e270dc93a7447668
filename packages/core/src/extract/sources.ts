import { isObject } from "../scrape/formats/json/json-schema.ts";
import { fieldPath } from "../scrape/formats/json/schema-compiler.ts";

/** What a page gave. */
export interface SourcePage {
  readonly url: string;
  readonly value: unknown;
}

/** For every field of a merged value, the pages that gave this value for it (contract §2.17). Pure. */
export function sourcesOf(merged: unknown, pages: readonly SourcePage[]): Readonly<Record<string, string[]>> {
  const statedBy = new Map<string, Set<string>>();
  for (const { url, value } of pages) {
    for (const leaf of leavesOf(value)) {
      const urls = statedBy.get(leaf.identity) ?? new Set();
      statedBy.set(leaf.identity, urls.add(url));
    }
  }
  const entries = leavesOf(merged).map(({ pointer, identity }): [string, string[]] => [
    fieldPath(pointer),
    [...(statedBy.get(identity) ?? [])],
  ]);
  return Object.fromEntries(entries);
}

interface Leaf {
  readonly pointer: string;
  /** Field and value, whatever the position in a list: merging moves list members. */
  readonly identity: string;
}

function leavesOf(value: unknown, pointer = ""): readonly Leaf[] {
  if (Array.isArray(value)) return value.flatMap((part, index) => leavesOf(part, `${pointer}/${index}`));
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, part]) =>
      leavesOf(part, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
    );
  }
  if (value === undefined || value === null) return [];
  const text = typeof value === "string" ? value.trim().toLowerCase() : JSON.stringify(value);
  return [{ pointer, identity: `${pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*")} ${text}` }];
}
