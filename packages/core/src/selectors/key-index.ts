import type { Element } from "domhandler";

/** The attribute of a placeholder that names the element which a browser has replaced. */
export const originalTag = "data-original-tag";

/** Values by a mark that their elements have, so that an element is compared with those values only that may be for it. */
export interface KeyIndex<Value> {
  /** Values by the name of an element, or `*` for any. */
  readonly byName: Map<string, Value[]>;
  readonly byId: Map<string, Value[]>;
  readonly byClass: Map<string, Value[]>;
  readonly byAttribute: Map<string, Value[]>;
  /** The keys of `byAttribute`, in a list, as a map is slower to go through. */
  readonly attributes: string[];
  /** Class attributes repeat a lot, so each is taken apart once. */
  readonly byClasses: Map<string, readonly Value[]>;
}

/** Makes an empty index. */
export const createKeyIndex = <Value>(): KeyIndex<Value> => ({
  byName: new Map(),
  byId: new Map(),
  byClass: new Map(),
  byAttribute: new Map(),
  attributes: [],
  byClasses: new Map(),
});

/** True if an index holds nothing. */
export const isEmpty = ({ byName, byId, byClass, byAttribute }: KeyIndex<unknown>): boolean =>
  byName.size + byId.size + byClass.size + byAttribute.size === 0;

/** Adds a value. `key` is a `#id`, `.class`, `[attribute`, the name of an element, or `*` for any. */
export function addByKey<Value>(index: KeyIndex<Value>, key: string, value: Value): void {
  const { values, name } = placeOf(index, key);
  const known = values.get(name);
  if (known !== undefined) known.push(value);
  else {
    values.set(name, [value]);
    if (values === index.byAttribute) index.attributes.push(name);
  }
  index.byClasses.clear();
}

/** Number of values for a key. */
export function countFor(index: KeyIndex<unknown>, key: string): number {
  const { values, name } = placeOf(index, key);
  return values.get(name)?.length ?? 0;
}

function placeOf<Value>(
  { byName, byId, byClass, byAttribute }: KeyIndex<Value>,
  key: string,
): { readonly values: Map<string, Value[]>; readonly name: string } {
  if (key.startsWith("#")) return { values: byId, name: key.slice(1) };
  if (key.startsWith(".")) return { values: byClass, name: key.slice(1) };
  if (key.startsWith("[")) return { values: byAttribute, name: key.slice(1) };
  return { values: byName, name: key };
}

/** Above this number of attributes in the index, those of the element are looked up instead. */
const fewAttributes = 8;

/** The values that may be for an element; one with several keys may come several times. */
export function valuesFor<Value>(index: KeyIndex<Value>, { attribs, name }: Element): readonly Value[] {
  const { byName, byId, byAttribute, attributes } = index;
  const { id, class: classes, [originalTag]: original } = attribs;
  let values = joined(byName.get("*"), byName.get(name));
  if (original !== undefined) values = joined(values, byName.get(original));
  if (id !== undefined) values = joined(values, byId.get(id));
  if (classes !== undefined) values = joined(values, withClasses(index, classes));
  for (const attribute of attributes.length > fewAttributes ? Object.keys(attribs) : attributes)
    if (attribs[attribute] !== undefined) values = joined(values, byAttribute.get(attribute));
  return values;
}

function withClasses<Value>({ byClass, byClasses }: KeyIndex<Value>, classes: string): readonly Value[] {
  const known = byClasses.get(classes);
  if (known !== undefined) return known;
  let values: readonly Value[] = none;
  for (const name of new Set(classes.split(/\s+/))) values = joined(values, byClass.get(name));
  byClasses.set(classes, values);
  return values;
}

const none: readonly never[] = [];

/** Most elements have nothing for them, and then nothing is made. */
function joined<Value>(
  one: readonly Value[] | undefined = none,
  other: readonly Value[] | undefined = none,
): readonly Value[] {
  if (other.length === 0) return one;
  return one.length === 0 ? other : [...one, ...other];
}
