import { isObject } from "../../../collections/json-values.ts";
import { fieldPath } from "../json/schema-compiler.ts";

/** The outcome for a field. A value that is not there is null. */
export interface FieldChange {
  readonly previous: unknown;
  readonly current: unknown;
}

/** The fields that differ between two JSON values, by their path: `plans[0].price` (contract §4.8). Pure. */
export function jsonChanges(previous: unknown, current: unknown): Readonly<Record<string, FieldChange>> {
  const before = leavesOf(previous);
  const after = leavesOf(current);
  const pointers = [...new Set([...before.keys(), ...after.keys()])];
  const changed = pointers.filter((pointer) => before.get(pointer) !== after.get(pointer));
  return Object.fromEntries(
    changed.map((pointer) => [
      fieldPath(pointer),
      { previous: before.get(pointer) ?? null, current: after.get(pointer) ?? null },
    ]),
  );
}

function leavesOf(value: unknown, pointer = "", leaves = new Map<string, unknown>()): ReadonlyMap<string, unknown> {
  if (Array.isArray(value)) value.forEach((part, index) => leavesOf(part, `${pointer}/${index}`, leaves));
  else if (isObject(value)) {
    for (const [name, part] of Object.entries(value))
      leavesOf(part, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, leaves);
  } else if (value !== undefined && value !== null) leaves.set(pointer, value);
  return leaves;
}
