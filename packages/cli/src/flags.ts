import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import { z } from "zod";

/** Fields of a request by name, as the schemas of the engine have them. */
type Shape = Readonly<Record<string, z.ZodType>>;

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
}

/**
 * Adds a flag for each of some fields of a request, read off its schema: `onlyMainContent` is `--no-only-main-content`,
 * a list takes several values, an object JSON. The engine checks the values.
 */
export function addFlags(command: Command, shape: Shape, names: readonly string[]): void {
  for (const name of names) {
    const field = shape[name];
    if (field === undefined) throw new Error(`There is no field ${name}.`);
    command.addOption(flagOf(name, z.toJSONSchema(field, { io: "input", unrepresentable: "any" }) as JsonSchema));
  }
}

function flagOf(name: string, schema: JsonSchema): Option {
  const flag = name.replace(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`);
  const description = schema.description ?? "";
  if (schema.type === "boolean" && schema.default === true) return new Option(`--no-${flag}`, `not: ${description}`);
  if (schema.type === "boolean") return new Option(`--${flag}`, description);
  if (schema.type === "integer" || schema.type === "number")
    return new Option(`--${flag} <number>`, description).argParser(numberOf);
  if (name === "headers") return new Option("--header <line...>", `${description} \`Name: value\``);
  if (schema.type === "array" && (schema.items?.type === "string" || name === "formats"))
    return new Option(`--${flag} <value...>`, description).argParser(collect);
  if (schema.type === "string") return new Option(`--${flag} <text>`, description);
  return new Option(`--${flag} <json>`, description).argParser(jsonOf);
}

/** The fields that flags gave, under their names in the request. */
export function fieldsOf(
  options: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const name of names) {
    const value = name === "headers" ? headersOf(options["header"]) : options[camelCased(name)];
    // A boolean that is on unless it is turned off has a value always.
    if (value !== undefined && value !== true) fields[name] = value;
    else if (value === true && !isOnByItself(name)) fields[name] = true;
  }
  return fields;
}

const onByThemselves = new Set(["onlyMainContent", "skipTlsVerification", "removeBase64Images", "blockAds"]);
const isOnByItself = (name: string) => onByThemselves.has(name);

/** As Commander names the option: `ignoreRobotsTxt` stays, `regexOnFullURL` becomes `regexOnFullUrl`. */
function camelCased(name: string): string {
  return name.replace(/[A-Z]{2,}/g, (letters) => letters.charAt(0) + letters.slice(1).toLowerCase());
}

function headersOf(lines: unknown): Readonly<Record<string, string>> | undefined {
  if (!Array.isArray(lines)) return undefined;
  return Object.fromEntries(
    lines.map((line: string) => {
      const colon = line.indexOf(":");
      if (colon < 1) throw new InvalidArgumentError(`A header is \`Name: value\`, not "${line}".`);
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

function numberOf(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

/** Values with commas in between, several flags, or both. */
function collect(text: string, before: unknown): readonly string[] {
  return [...(Array.isArray(before) ? (before as string[]) : []), ...text.split(",").filter((part) => part !== "")];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError("It must be JSON.");
  }
}
