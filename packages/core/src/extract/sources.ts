import { fieldPath } from "../scrape/formats/json/json-pointer.ts";
import { leavesOf } from "../scrape/formats/json/leaves.ts";

/** The findings on a page. */
export interface SourcePage {
  readonly url: string;
  readonly value: unknown;
}

/** For every field of a merged value, the pages that gave this value for it (contract §2.17). Pure. */
export function sourcesOf(merged: unknown, pages: readonly SourcePage[]): Readonly<Record<string, string[]>> {
  const statedBy = new Map<string, Set<string>>();
  for (const { url, value } of pages) {
    for (const { identity } of statementsOf(value)) {
      const urls = statedBy.get(identity) ?? new Set();
      statedBy.set(identity, urls.add(url));
    }
  }
  const entries = statementsOf(merged).map(({ pointer, identity }): [string, string[]] => [
    fieldPath(pointer),
    [...(statedBy.get(identity) ?? [])],
  ]);
  return Object.fromEntries(entries);
}

/** The fields of a value. */
function statementsOf(value: unknown): readonly Statement[] {
  return leavesOf(value).flatMap((leaf) => {
    if (leaf.value === undefined || leaf.value === null) return [];
    const text = typeof leaf.value === "string" ? leaf.value.trim().toLowerCase() : JSON.stringify(leaf.value);
    return [{ pointer: leaf.pointer, identity: `${leaf.pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*")} ${text}` }];
  });
}

interface Statement {
  readonly pointer: string;
  /** Field and value, whatever the position in a list: merging moves list members. */
  readonly identity: string;
}
