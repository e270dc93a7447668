import { isObject } from "./json-schema.ts";

/** An answer of one part of a text, or of one page. */
export interface PartialAnswer {
  readonly value: unknown;
  /** How much it counts where answers differ; 1 when not given. */
  readonly weight?: number | undefined;
}

/**
 * Puts answers together: objects field by field, lists one after the other without what they share, and of texts,
 * numbers and booleans the one that counts most, the first where they count alike. What is null, missing or empty gives
 * way to anything. Pure.
 */
export function mergeAnswers(answers: readonly PartialAnswer[]): unknown {
  const telling = answers.filter(({ value }) => !isNothing(value));
  if (telling.length < 2) return (telling[0] ?? answers[0])?.value;
  if (telling.some(({ value }) => Array.isArray(value))) return mergeLists(telling.flatMap(({ value }) => value));
  if (telling.every(({ value }) => isObject(value))) return mergeObjects(telling);
  return heaviest(telling);
}

function mergeObjects(answers: readonly PartialAnswer[]): unknown {
  const names = new Set(answers.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])));
  const fields = [...names].map((name) => {
    const values = answers.map(({ value, weight }) => ({ value: isObject(value) ? value[name] : undefined, weight }));
    return [name, mergeAnswers(values)] as const;
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function heaviest(answers: readonly PartialAnswer[]): unknown {
  const weights = new Map<string, { readonly value: unknown; readonly weight: number }>();
  for (const { value, weight = 1 } of answers) {
    const key = JSON.stringify(value);
    weights.set(key, { value, weight: (weights.get(key)?.weight ?? 0) + weight });
  }
  return [...weights.values()].reduce((best, next) => (next.weight > best.weight ? next : best)).value;
}

/** Fields that tell one thing from another by themselves; the others only when nothing contradicts. */
const identifying = ["id", "sku", "isbn", "gtin", "url", "link", "href", "email"] as const;
const naming = ["name", "title", "headline", "question"] as const;

function mergeLists(members: readonly unknown[]): readonly unknown[] {
  const merged: unknown[] = [];
  const seen = new Map<string, number>();
  for (const member of members) {
    if (isNothing(member)) continue;
    const twin = keysOf(member)
      .flatMap((key) => seen.get(key) ?? [])
      .find((index) => isSame(merged[index], member));
    const index = twin ?? merged.push(member) - 1;
    if (twin !== undefined) merged[twin] = mergeAnswers([{ value: merged[twin] }, { value: member }]);
    for (const key of keysOf(member)) if (!seen.has(key)) seen.set(key, index);
  }
  return merged;
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
  return named.length > 0 ? named : [`object ${JSON.stringify(member)}`];
}

function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return true;
  const shares = (name: string) => one[name] !== undefined && fold(one[name]) === fold(other[name]);
  const differs = (name: string) =>
    !isNothing(one[name]) && !isNothing(other[name]) && fold(one[name]) !== fold(other[name]);
  if (identifying.some(differs)) return false;
  if (identifying.some(shares)) return true;
  return !Object.keys(one).some(differs);
}

function fold(value: unknown): string {
  return typeof value === "string" ? value.trim().toLowerCase() : JSON.stringify(value);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
