import type { Element } from "domhandler";

/** What the placeholder of an element that a browser has replaced says that it was. */
export const originalTag = "data-original-tag";

/** Values by what an element must have for them, so that an element is only held against those that may be for it. */
export interface KeyIndex<Value> {
  /** `key` is a `#id`, `.class`, `[attribute`, the name of an element, or `*` for any. */
  readonly add: (key: string, value: Value) => void;
  /** Number of values for a key. */
  readonly countFor: (key: string) => number;
  readonly isEmpty: () => boolean;
  /** Those that may be for an element; a value with several keys may come several times. */
  readonly for: (element: Element) => readonly Value[];
}

/** Makes an empty index. */
export function createKeyIndex<Value>(): KeyIndex<Value> {
  const none: readonly Value[] = [];
  const byKey = new Map<string, Value[]>();
  let usesAttributes = false;
  // Class attributes repeat a lot, so each is taken apart once.
  const byClasses = new Map<string, readonly Value[]>();
  const withKey = (key: string): readonly Value[] => byKey.get(key) ?? none;
  const withClasses = (classes: string): readonly Value[] => {
    const known = byClasses.get(classes) ?? [...new Set(classes.split(/\s+/))].flatMap((name) => withKey(`.${name}`));
    byClasses.set(classes, known);
    return known;
  };
  /** Most elements have nothing for them, and then nothing is made. */
  const joined = (one: readonly Value[], other: readonly Value[]): readonly Value[] => {
    if (other.length === 0) return one;
    return one.length === 0 ? other : [...one, ...other];
  };
  return {
    add(key, value) {
      const values = byKey.get(key);
      if (values === undefined) byKey.set(key, [value]);
      else values.push(value);
      usesAttributes ||= key.startsWith("[");
      byClasses.clear();
    },
    countFor: (key) => withKey(key).length,
    isEmpty: () => byKey.size === 0,
    for({ attribs, name }) {
      let values = joined(withKey("*"), withKey(name));
      if (attribs[originalTag] !== undefined) values = joined(values, withKey(attribs[originalTag]));
      if (attribs["id"] !== undefined) values = joined(values, withKey(`#${attribs["id"]}`));
      if (attribs["class"] !== undefined) values = joined(values, withClasses(attribs["class"]));
      if (usesAttributes)
        for (const attribute of Object.keys(attribs)) values = joined(values, withKey(`[${attribute}`));
      return values;
    },
  };
}
