import type { Document } from "domhandler";
import type { AttributeValues } from "../schema/result.ts";
import { selectEach } from "./select.ts";

/** The wanted attribute and its elements. */
export interface AttributeSelector {
  /** A CSS selector. */
  readonly selector: string;
  readonly attribute: string;
}

/** Most values of one selector, and most characters of one value. */
const most = { values: 10_000, characters: 100_000 };

/**
 * The values of an attribute on every selected element, in page order; an element that has only the attribute's `data-` form
 * gives that one's (contract §5.1). Throws BAD_REQUEST as `keepTags` does.
 */
export function readAttributes(document: Document, wanted: readonly AttributeSelector[]): readonly AttributeValues[] {
  const selected = selectEach(
    wanted.map(({ selector }) => selector),
    document,
    "formats: attributes",
  );
  return wanted.map(({ selector, attribute }, index) => {
    const name = attribute.toLowerCase();
    const values: string[] = [];
    for (const { attribs } of selected[index] ?? []) {
      const value = attribs[name] ?? attribs[`data-${name}`];
      if (value !== undefined) values.push(value.slice(0, most.characters));
      if (values.length >= most.values) break;
    }
    return { selector, attribute, values };
  });
}
