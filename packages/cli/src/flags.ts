import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import { EngineError } from "@garner/core";
import { z } from "zod";

/** Fields of a request by name, as the schemas of the engine have them. */
type Shape = Readonly<Record<string, z.ZodType>>;

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/**
 * Adds a flag for each of some fields of a request, read off its schema: `onlyMainContent` is `--no-only-main-content`,
 * the flag of a list may be given several times, an object is JSON. The engine checks the values. No flag takes more
 * than one word: what stands behind it may be the URL.
 */
export function addFlags(command: Command, shape: Shape, names: readonly string[]): void {
  for (const name of names) {
    command.addOption(flagOf(name, schemaOf(shape, name)));
  }
}

function schemaOf(shape: Shape, name: string): JsonSchema {
  const field = shape[name];
  if (field === undefined) throw new Error(`There is no field ${name}.`);
  return z.toJSONSchema(field, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

/** True for a field that a flag can only turn off. */
const isOnByDefault = ({ type, default: preset }: JsonSchema): boolean => type === "boolean" && preset === true;

function flagOf(name: string, schema: JsonSchema): Option {
  const flag = name.replace(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`);
  const description = schema.description ?? "";
  if (isOnByDefault(schema)) return new Option(`--no-${flag}`, negated(description));
  if (schema.type === "boolean") return new Option(`--${flag}`, description);
  if (schema.type === "integer" || schema.type === "number")
    return new Option(`--${flag} <number>`, description).argParser(numberOf);
  if (name === "headers") return new Option("--header <line>", `${description} \`Name: value\``).argParser(collect);
  if (hasNames.has(name)) return new Option(`--${flag} <names>`, listed(description, schema)).argParser(collectNames);
  if (schema.type === "array" && schema.items?.type === "string")
    return new Option(`--${flag} <value>`, description).argParser(collect);
  if (schema.enum !== undefined) return new Option(`--${flag} <${schema.enum.join("|")}>`, description);
  if (schema.type === "string") return new Option(`--${flag} <text>`, description);
  return new Option(`--${flag} <json>`, description).argParser(jsonOf);
}

/** "Block advertisements." becomes "Don't block advertisements." */
function negated(description: string): string {
  return `Don't ${description.charAt(0).toLowerCase()}${description.slice(1)}`;
}

/** Names the members that a list may have, and what parts them. */
function listed(description: string, { items }: JsonSchema): string {
  const names = items?.anyOf?.flatMap((each) => each.enum ?? []) ?? [];
  return names.length === 0 ? description : `${description} With commas in between: ${names.join(", ")}.`;
}

/** Lists of names, which commas may part; a selector or a pattern can have commas of its own. */
const hasNames = new Set(["formats", "includeDomains", "excludeDomains"]);

/** The fields of a request that the flags of {@link addFlags} gave, under their names in it. The engine checks the values. */
export function fieldsOf<Request extends object>(
  options: Readonly<Record<string, unknown>>,
  shape: Shape,
  names: readonly (keyof Request & string)[],
): Partial<Request> {
  const fields: Record<string, unknown> = {};
  for (const name of names) {
    const value = name === "headers" ? headersOf(options["header"]) : options[camelCased(name)];
    // Commander sets `true` for a `--no-` flag that was not given.
    const isGiven = value !== undefined && !(value === true && isOnByDefault(schemaOf(shape, name)));
    if (isGiven) fields[name] = value;
  }
  return fields as Partial<Request>;
}

/** The name that Commander gives an option: `ignoreRobotsTxt` stays, `regexOnFullURL` becomes `regexOnFullUrl`. */
function camelCased(name: string): string {
  return name.replace(/[A-Z]{2,}/g, (letters) => letters.charAt(0) + letters.slice(1).toLowerCase());
}

function headersOf(lines: unknown): Readonly<Record<string, string>> | undefined {
  if (!Array.isArray(lines)) return undefined;
  return Object.fromEntries(
    lines.map((line: string) => {
      const colon = line.indexOf(":");
      if (colon < 1) throw new EngineError("BAD_REQUEST", `A header is \`Name: value\`, not "${line}".`);
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

function numberOf(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

/** The values of a flag that is given several times. */
function collect(text: string, before: unknown): readonly string[] {
  return [...(Array.isArray(before) ? (before as string[]) : []), text];
}

/** Names with commas in between, several flags, or both. */
export function collectNames(text: string, before: unknown): readonly string[] {
  const known = Array.isArray(before) ? (before as string[]) : [];
  const names = text.split(",").map((name) => name.trim());
  return [...known, ...names.filter((name) => name !== "")];
}

/** A flag's count of something. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It must be a whole number above 0.");
  return value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError("It must be JSON.");
  }
}
