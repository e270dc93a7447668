import { isObject } from "../../../collections/json-values.ts";
import { ownValue } from "./json-schema.ts";

/** An answer of one part of a text, or of one page. */
export interface PartialAnswer {
  readonly value: unknown;
  /** The weight of one of its fields where answers differ, by the field's path (`plans[0].price`); 1 when not given. */
  readonly weightOf?: ((path: string) => number) | undefined;
}

/** A part of an answer, and where in it that stands. */
interface Part extends PartialAnswer {
  readonly path: string;
}

/**
 * Puts answers together: objects field by field, lists one after the other without what they share, and of texts,
 * numbers and booleans the one that counts most, the first where they count alike. What is null, missing or empty gives
 * way to anything. Pure.
 */
export function mergeAnswers(answers: readonly PartialAnswer[]): unknown {
  return mergeParts(answers.map((answer) => ({ ...answer, path: "" })));
}

function mergeParts(parts: readonly Part[]): unknown {
  const telling = parts.filter(({ value }) => !isNothing(value));
  if (telling.length < 2) return (telling[0] ?? parts[0])?.value;
  if (telling.some(({ value }) => Array.isArray(value))) return mergeLists(telling.flatMap(membersOf));
  if (telling.every(({ value }) => isObject(value))) return mergeObjects(telling);
  return heaviest(telling);
}

function membersOf(part: Part): readonly Part[] {
  if (!Array.isArray(part.value)) return [part];
  return part.value.map((value: unknown, index) => ({ ...part, value, path: `${part.path}[${index}]` }));
}

function mergeObjects(parts: readonly Part[]): unknown {
  const names = new Set(parts.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])));
  const fields = [...names].map((name) => {
    const values = parts.map((part) => ({
      ...part,
      value: isObject(part.value) ? ownValue(part.value, name) : undefined,
      path: part.path === "" ? name : `${part.path}.${name}`,
    }));
    return [name, mergeParts(values)] as const;
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function heaviest(parts: readonly Part[]): unknown {
  const weights = new Map<string, { readonly value: unknown; readonly weight: number }>();
  for (const { value, path, weightOf = () => 1 } of parts) {
    const key = JSON.stringify(value);
    weights.set(key, { value, weight: (weights.get(key)?.weight ?? 0) + weightOf(path) });
  }
  return [...weights.values()].reduce((best, next) => (next.weight > best.weight ? next : best)).value;
}

/** Fields that tell one thing from another by themselves; the others only when nothing contradicts. */
const identifying = ["id", "sku", "isbn", "gtin", "url", "link", "href", "email"] as const;
const naming = ["name", "title", "headline", "question"] as const;

/** One thing, in everything that was said about it. */
interface Group {
  readonly parts: Part[];
  merged: unknown;
}

/** So many things that share a name, such as the sizes of a shirt, are held against one more of that name. */
const mostNamesakes = 20;

function mergeLists(members: readonly Part[]): readonly unknown[] {
  const groups: Group[] = [];
  const namesakes = new Map<string, Group[]>();
  for (const member of members) {
    if (isNothing(member.value)) continue;
    const keys = keysOf(member.value);
    const twin = keys.flatMap((key) => namesakes.get(key) ?? []).find(({ merged }) => isSame(merged, member.value));
    const group = twin ?? { parts: [], merged: undefined };
    if (twin === undefined) groups.push(group);
    group.parts.push(member);
    group.merged = mergeParts(group.parts);
    for (const key of keys) {
      const known = namesakes.get(key) ?? [];
      if (known.length < mostNamesakes && !known.includes(group)) namesakes.set(key, [...known, group]);
    }
  }
  return groups.map(({ merged }) => merged);
}

function keysOf(member: unknown): readonly string[] {
  if (!isObject(member))
    return [`value ${typeof member === "string" ? member.trim().toLowerCase() : JSON.stringify(member)}`];
  const named = [...identifying, ...naming].flatMap((name) => {
    const value = member[name];
    return typeof value === "string" || typeof value === "number"
      ? [`${name} ${String(value).trim().toLowerCase()}`]
      : [];
  });
  return [`object ${JSON.stringify(member)}`, ...named];
}

function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return true;
  const shares = (name: string) => one[name] !== undefined && fold(one[name]) === fold(other[name]);
  const differs = (name: string) => {
    const values = [ownValue(one, name), ownValue(other, name)];
    return !values.some(isNothing) && fold(values[0]) !== fold(values[1]);
  };
  if (identifying.some(differs)) return false;
  if (identifying.some(shares)) return true;
  return !Object.keys(one).some(differs);
}

function fold(value: unknown): string {
  return typeof value === "string" ? value.trim().toLowerCase() : JSON.stringify(value);
}

export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
