import { fieldPath } from "../json/json-pointer.ts";
import { leavesOf } from "../json/leaves.ts";

/** The outcome for a field. A value that is not there is null. */
export interface FieldChange {
  readonly previous: unknown;
  readonly current: unknown;
}

/** The fields that differ between two JSON values, by their path: `plans[0].price` (contract §4.8). Pure. */
export function jsonChanges(previous: unknown, current: unknown): Readonly<Record<string, FieldChange>> {
  const before = valuesOf(previous);
  const after = valuesOf(current);
  const pointers = [...new Set([...before.keys(), ...after.keys()])];
  const changed = pointers.filter((pointer) => before.get(pointer) !== after.get(pointer));
  return Object.fromEntries(
    changed.map((pointer) => [
      fieldPath(pointer),
      { previous: before.get(pointer) ?? null, current: after.get(pointer) ?? null },
    ]),
  );
}

/** The values by their pointers, without those that are null. */
function valuesOf(value: unknown): ReadonlyMap<string, unknown> {
  const stated = leavesOf(value).filter((leaf) => leaf.value !== undefined && leaf.value !== null);
  return new Map(stated.map((leaf) => [leaf.pointer, leaf.value]));
}
