import { z } from "zod";
import { jsonTextReader, type JsonTextReader } from "./json-text.ts";

/** The fields of an input, by name: the shape of its schema. */
export type FieldSchemas = Readonly<Record<string, z.core.$ZodType>>;

/**
 * Reads a form or a query string, in which every value is text, as the fields of an input: each value becomes the first
 * of text, number or boolean, JSON, list, and list with commas in between that its place accepts. Lists are repeated names,
 * with or without `[]`; `location[country]` and `formats[0][type]` name fields of objects and items of lists. Values that
 * no field accepts are left for the engine to refuse, as the number or boolean that they look like. Throws BAD_REQUEST for
 * JSON that is too much or nested too deep.
 */
export function readFields(params: URLSearchParams, fields: FieldSchemas): Readonly<Record<string, unknown>> {
  const root = branch();
  const readings = readingsOf(jsonTextReader());
  for (const [name, text] of params) {
    let place = root;
    for (const step of stepsOf(name)) place = innerOf(place, step);
    place.texts.push(text);
  }
  const entries = [...root.inner].map(([name, field]) => {
    const leaves: Leaf[] = [];
    const draft = draftOf(field, [], { leaves, readings });
    return [name, readField(draft, leaves, Object.hasOwn(fields, name) ? fields[name] : undefined)] as const;
  });
  return Object.fromEntries(entries);
}

/** The most levels of brackets; a name with more is taken as it is. Parsers of forms in Node have the same. */
const maxLevels = 32;

/** The steps to a value: its field, then the names and places in brackets, but for `[]` at the end. */
function stepsOf(name: string): readonly string[] {
  const [, field, brackets] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? [];
  if (field === undefined || brackets === undefined) return [name];
  const steps = brackets.slice(1, -1).split("][");
  if (steps.length > maxLevels) return [name];
  return [field, ...(steps.at(-1) === "" ? steps.slice(0, -1) : steps)];
}

/** What was sent for a name, and for names below it. */
interface Branch {
  readonly texts: string[];
  readonly inner: Map<string, Branch>;
}

const branch = (): Branch => ({ texts: [], inner: new Map() });

function innerOf({ inner }: Branch, step: string): Branch {
  const known = inner.get(step) ?? branch();
  inner.set(step, known);
  return known;
}

/** A value that is being read: one of its readings, the present one. */
interface Leaf {
  readonly place: Place;
  readonly texts: readonly string[];
  readings: readonly Reading[];
  value: unknown;
}

type Place = readonly PropertyKey[];
type Reading = (texts: readonly string[]) => unknown;
/** The field as it stands with the present readings of its leaves. */
type Draft = () => unknown;

/** Gathers the leaves of a field; a text that stands alone has these readings. */
interface Drawing {
  readonly leaves: Leaf[];
  readonly readings: readonly Reading[];
}

function draftOf({ texts, inner }: Branch, place: Place, drawing: Drawing): Draft {
  if (inner.size === 0) {
    const leaf: Leaf = {
      place,
      texts,
      readings: texts.length === 1 ? drawing.readings : ofTexts,
      value: asSent(texts),
    };
    drawing.leaves.push(leaf);
    return () => leaf.value;
  }
  const isList = [...inner.keys()].every((step) => /^\d*$/.test(step));
  const steps = isList ? [...inner].toSorted(([one], [other]) => Number(one) - Number(other)) : [...inner];
  const entries = steps.map(
    ([step, below], index) => [step, draftOf(below, [...place, isList ? index : step], drawing)] as const,
  );
  // A name that has a value and names below it is neither, and refused.
  const beside = (value: unknown) => (texts.length === 0 ? value : [...texts, value]);
  return () =>
    beside(
      isList
        ? entries.map(([, draft]) => draft())
        : Object.fromEntries(entries.map(([step, draft]) => [step, draft()])),
    );
}

const asSent: Reading = (texts) => (texts.length === 1 ? texts[0] : texts);
const asScalar: Reading = ([text = ""]) => scalar(text);
const asScalars: Reading = (texts) => texts.map(scalar);
const asParts: Reading = ([text = ""]) => partsOf(text);
const asScalarParts: Reading = ([text = ""]) => partsOf(text)?.map(scalar);

/** The readings after the first, which is what was sent. */
function readingsOf(readJson: JsonTextReader): readonly Reading[] {
  return [asScalar, ([text = ""]) => readJson(text), (texts) => texts, asScalars, asParts, asScalarParts];
}

/** The same for a repeated name. */
const ofTexts: readonly Reading[] = [asScalars];

/** Far more than a list has that is written with commas. */
const maxParts = 1000;

function partsOf(text: string): readonly string[] | undefined {
  const parts = text.split(",", maxParts + 1);
  return parts.length > 1 && parts.length <= maxParts ? parts.map((part) => part.trim()) : undefined;
}

/** Reads all values that the schema finds wrong in the next way, until it accepts the field: some steps for any size. */
function readField(draft: Draft, leaves: readonly Leaf[], schema: z.core.$ZodType | undefined): unknown {
  if (schema === undefined) return draft();
  for (;;) {
    const sent = draft();
    const { error } = z.safeParse(schema, sent);
    if (error === undefined) return sent;
    const wrong = new Set(error.issues.flatMap((issue) => wrongPlaces(issue, [])).flatMap(keysUpTo));
    const next = leaves.filter(({ place, readings }) => readings.length > 0 && wrong.has(keyOf(place)));
    if (next.length === 0) break;
    for (const leaf of next) readOn(leaf);
  }
  for (const leaf of leaves) if (leaf.readings.length === 0) leaf.value = refusable(leaf.texts);
  return draft();
}

function readOn(leaf: Leaf): void {
  const [reading, ...others] = leaf.readings;
  leaf.readings = others;
  const value = reading?.(leaf.texts);
  if (value === undefined && others.length > 0) readOn(leaf);
  else leaf.value = value ?? leaf.value;
}

const refusable: Reading = (texts) => (texts.length === 1 ? asScalar(texts) : texts);

/** The places that an issue is about. Of a union's forms, those count that only have values of a wrong type. */
function wrongPlaces(issue: z.core.$ZodIssue, within: Place): readonly Place[] {
  const place = [...within, ...issue.path];
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [place];
  const near = issue.errors.filter((issues) =>
    issues.every(({ code }) => code === "invalid_type" || code === issue.code),
  );
  return (near.length === 0 ? issue.errors : near).flat().flatMap((inner) => wrongPlaces(inner, place));
}

const keyOf = (place: Place): string => JSON.stringify(place);

/** The places of values that hold this one. */
function keysUpTo(place: Place): readonly string[] {
  const levels = Math.min(place.length, maxLevels);
  return Array.from({ length: levels + 1 }, (_, level) => keyOf(place.slice(0, level)));
}

function scalar(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
