import { z } from "zod";
import { EngineError } from "../../errors.ts";
import { keysWithoutEffect, valuesWithoutEffect, type WithoutEffect } from "../fields/client-keys.ts";
import { nearest } from "./nearest.ts";

/** An input without the parts that nothing reads, and the warnings about them. */
export interface Tolerated {
  readonly input: unknown;
  /** In plain words, such as "`domainTools` has no effect here: …". */
  readonly warnings: readonly string[];
}

/**
 * Removes the parts of an input that clients send and the schema does not know: keys that begin with `__`, which clients use
 * among themselves (contract §6), keys and values of newer clients that change nothing here, keys that the schema would
 * silently leave out, and empty strings for optional fields. The schema judges everything else. Throws BAD_REQUEST for bytes in
 * the place of an object. Pure.
 */
export function tolerate(schema: z.core.$ZodType, input: unknown): Tolerated {
  const warnings = new Set<string>();
  return { input: without(schema, input, { name: "", warnings }), warnings: [...warnings] };
}

/** No list of options and no object with options has as many members: the schema refuses larger ones unread. */
const maxMembers = 200;

interface Place {
  /** The path of the value, such as `scrapeOptions.`; list indexes are left out. */
  readonly name: string;
  /** Added to. */
  readonly warnings: Set<string>;
}

function without(schema: z.core.$ZodType, value: unknown, place: Place): unknown {
  const inner = unwrapped(schema);
  if (Array.isArray(value)) return inner instanceof z.ZodArray ? listWithout(inner, value, place) : value;
  if (typeof value !== "object" || value === null) return value;
  const object = objectSchema(inner, value);
  if (object !== undefined && ArrayBuffer.isView(value)) throw notBytes(object, value, place);
  return object === undefined ? value : objectWithout(object, value, place);
}

/** Bytes have a key each, which to list takes long and helps nobody. */
function notBytes({ shape }: z.ZodObject, value: ArrayBufferView, { name }: Place): EngineError {
  const needed = Object.keys(shape).filter((key) => !isOptional(shape[key] ?? z.never()));
  const fields = needed.map((key) => `\`${key}\``).join(" and ");
  const message = `must be an object${fields === "" ? "" : ` with ${fields}`}, not a \`${value.constructor.name}\``;
  const path = name.split(".").filter((part) => part !== "");
  const subject = path.length === 0 ? "The request" : `\`${path.join(".")}\``;
  return new EngineError("BAD_REQUEST", `${subject} ${message}.`, {
    details: [{ code: "invalid_type", path, message }],
  });
}

function objectWithout(schema: z.ZodObject, value: object, place: Place): unknown {
  if (Object.keys(value).length > maxMembers) return value;
  const known = keysWithoutEffect.get(schema) ?? {};
  const entries = Object.entries(value).flatMap(([key, field]): readonly (readonly [string, unknown])[] => {
    if (key.startsWith("__")) return [];
    const fieldSchema = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
    // A key may have a value here but be a switch in other clients, such as `pages`.
    const isSwitch = typeof field === "boolean" && Object.hasOwn(known, key);
    if (fieldSchema !== undefined && !isSwitch) {
      if (field === "" && isOptional(fieldSchema)) return [];
      return [[key, without(fieldSchema, field, { ...place, name: `${place.name}${key}.` })]];
    }
    if (Object.hasOwn(known, key)) {
      if (asksForSomething(field)) warn(`${place.name}${key}`, known[key], place);
      return [];
    }
    if (!leavesOutUnknown(schema)) return [[key, field]];
    if (asksForSomething(field)) warnOfUnknown(key, schema, place);
    return [];
  });
  return Object.fromEntries(entries);
}

function listWithout(schema: z.ZodArray, list: readonly unknown[], place: Place): unknown {
  if (list.length > maxMembers) return list;
  const known: WithoutEffect = valuesWithoutEffect.get(schema) ?? {};
  const isIdle = (member: unknown) => Object.hasOwn(known, nameOf(member));
  const kept = Object.keys(known).length === 0 ? list : list.filter((member) => !isIdle(member));
  // A list of nothing else stays, so that the error names its values.
  if (kept.length < list.length && !schema.safeParse([]).success && kept.length === 0) return list;
  for (const name of list.filter(isIdle).map(nameOf)) warn(`${place.name}${name}`, known[name], place);
  return holdsObjects(unwrapped(schema.element)) ? kept.map((member) => without(schema.element, member, place)) : kept;
}

function warn(name: string, reason: string | undefined, { warnings }: Place): void {
  if (reason) warnings.add(`\`${name}\` has no effect here: ${reason}.`);
}

/** The first few of a flood are enough. */
const maxUnknownKeys = 10;
const maxKeyLength = 60;

function warnOfUnknown(key: string, { shape }: z.ZodObject, { name, warnings }: Place): void {
  if (warnings.size >= maxUnknownKeys) return;
  const meant = nearest(key, Object.keys(shape));
  const advice = meant === undefined ? "" : ` Did you mean \`${meant}\`?`;
  warnings.add(`\`${name}${key.slice(0, maxKeyLength)}\` has no effect: it is not known here.${advice}`);
}

/** True of actions, screenshots and locations (contract §1.6); everything else is strict. */
function leavesOutUnknown(schema: z.ZodObject): boolean {
  return schema.def.catchall === undefined;
}

/** False if the value switches an option off, which changes nothing anywhere. */
function asksForSomething(value: unknown): boolean {
  return value !== false && value !== null && value !== undefined && value !== "";
}

/** A member's name: itself, or its `type`. */
function nameOf(member: unknown): string {
  if (typeof member === "string") return member;
  const type = typeof member === "object" && member !== null && "type" in member ? member.type : undefined;
  return typeof type === "string" ? type : "";
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return isOptional(schema) || schema instanceof z.ZodNullable ? unwrapped(schema.unwrap()) : schema;
}

function isOptional(schema: z.core.$ZodType): schema is z.ZodOptional | z.ZodDefault | z.ZodPrefault {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
}

function holdsObjects(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodObject || schema instanceof z.ZodUnion;
}

/** The schema that a value is of: of several, the one of its `type`. */
function objectSchema(schema: z.core.$ZodType, value: object): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  if (!(schema instanceof z.ZodUnion)) return undefined;
  const candidates = schema.options.map((option) => objectSchema(unwrapped(option), value));
  return candidates.find((candidate) => candidate !== undefined && isOfType(candidate, nameOf(value)));
}

function isOfType({ shape }: z.ZodObject, type: string): boolean {
  return !Object.hasOwn(shape, "type") || z.safeParse(shape["type"] ?? z.never(), type).success;
}
