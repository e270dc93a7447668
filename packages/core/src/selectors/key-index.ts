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
  const entries: Entries<Value> = { byKey: new Map(), byClasses: new Map(), usesAttributes: false };
  return {
    add: (key, value) => add(entries, key, value),
    countFor: (key) => withKey(entries, key).length,
    isEmpty: () => entries.byKey.size === 0,
    for: (element) => valuesFor(entries, element),
  };
}

/** What an index holds. */
interface Entries<Value> {
  readonly byKey: Map<string, Value[]>;
  /** Class attributes repeat a lot, so each is taken apart once. */
  readonly byClasses: Map<string, readonly Value[]>;
  usesAttributes: boolean;
}

// Functions of the module, as V8 forgets the compiled code of functions that are made for each page.

function add<Value>(entries: Entries<Value>, key: string, value: Value): void {
  const values = entries.byKey.get(key);
  if (values === undefined) entries.byKey.set(key, [value]);
  else values.push(value);
  entries.usesAttributes ||= key.startsWith("[");
  entries.byClasses.clear();
}

function valuesFor<Value>(entries: Entries<Value>, { attribs, name }: Element): readonly Value[] {
  let values = joined(withKey(entries, "*"), withKey(entries, name));
  if (attribs[originalTag] !== undefined) values = joined(values, withKey(entries, attribs[originalTag]));
  if (attribs["id"] !== undefined) values = joined(values, withKey(entries, `#${attribs["id"]}`));
  if (attribs["class"] !== undefined) values = joined(values, withClasses(entries, attribs["class"]));
  if (entries.usesAttributes)
    for (const attribute of Object.keys(attribs)) values = joined(values, withKey(entries, `[${attribute}`));
  return values;
}

function withClasses<Value>(entries: Entries<Value>, classes: string): readonly Value[] {
  const known = entries.byClasses.get(classes);
  if (known !== undefined) return known;
  const values = [...new Set(classes.split(/\s+/))].flatMap((name) => withKey(entries, `.${name}`));
  entries.byClasses.set(classes, values);
  return values;
}

function withKey<Value>({ byKey }: Entries<Value>, key: string): readonly Value[] {
  return byKey.get(key) ?? none;
}

const none: readonly never[] = [];

/** Most elements have nothing for them, and then nothing is made. */
function joined<Value>(one: readonly Value[], other: readonly Value[]): readonly Value[] {
  if (other.length === 0) return one;
  return one.length === 0 ? other : [...one, ...other];
}
