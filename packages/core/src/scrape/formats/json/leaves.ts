import { isObject } from "../../../collections/json-values.ts";
import { pointerTo } from "./json-pointer.ts";

/** A value in a JSON value that is no list and no object. */
export interface Leaf {
  /** Its place in the value (RFC 6901). */
  readonly pointer: string;
  readonly value: unknown;
}

/** The leaves of a JSON value, in order. Pure. */
export function leavesOf(value: unknown, pointer = ""): readonly Leaf[] {
  if (Array.isArray(value)) return value.flatMap((part, index) => leavesOf(part, pointerTo(pointer, index)));
  if (!isObject(value)) return [{ pointer, value }];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, pointerTo(pointer, name)));
}
