import type { z } from "zod";
import type { $ZodType, $ZodTypes } from "zod/v4/core";

/** The side of a schema to print: a caller's input, or a reader's output. */
export type Side = "input" | "output";

/** A type to declare: its schema, its side, and the sentence above it. */
export interface Declared {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly side: Side;
  /** Used when the schema has no description. */
  readonly summary: string;
  /** The declared type whose members this one has too. */
  readonly base?: Declared | undefined;
  /** TypeScript members that the schema can't say, such as index signatures of some names. */
  readonly members?: readonly string[] | undefined;
}

/** Names for parts of schemas: wherever the part stands, the name is printed in its place. */
export type Names = ReadonlyMap<unknown, string>;

interface Printing {
  readonly side: Side;
  readonly names: Names;
}

/** Prints schemas as TypeScript interfaces whose members carry their descriptions, for editors and `.d.ts` readers. */
export function printTypes(declared: readonly Declared[], extraNames: ReadonlyMap<z.ZodType, string>): string {
  const names = { input: namesOf("input"), output: namesOf("output") };
  return declared.map((type) => declaration(type, { side: type.side, names: names[type.side] })).join("\n\n");

  function namesOf(side: Side): Names {
    const entries = declared.filter((type) => type.side === side).map((type) => [type.schema, type.name] as const);
    // A description makes a copy of a schema, but both have one definition.
    return new Map([...extraNames, ...entries].map(([schema, name]) => [schema._zod.def, name]));
  }
}

function declaration({ name, schema, summary, base, members = [] }: Declared, printing: Printing): string {
  const comment = commentOf([schema.description ?? summary], "");
  const shape = shapeOf(schema);
  if (shape === undefined) return `${comment}export type ${name} = ${typeOf(schema, printing, true)};`;
  const inherited = base === undefined ? {} : (shapeOf(base.schema) ?? {});
  const own = Object.fromEntries(Object.entries(shape).filter(([field, part]) => inherited[field] !== part));
  const heading = base === undefined ? name : `${name} extends ${base.name}`;
  return `${comment}export interface ${heading} {\n${[...membersOf(own, printing), ...members].join("\n")}\n}`;
}

function shapeOf(schema: z.ZodType): Readonly<Record<string, $ZodType>> | undefined {
  const { def } = (schema as unknown as $ZodTypes)._zod;
  return def.type === "object" ? def.shape : undefined;
}

function membersOf(shape: Readonly<Record<string, $ZodType>>, printing: Printing): readonly string[] {
  return Object.entries(shape).map(([name, field]) => {
    const { schema, isOptional, standard } = unwrapped(field, printing.side);
    const lines = [descriptionOf(field) ?? "", standard === undefined ? "" : `@default ${JSON.stringify(standard)}`];
    const mark = isOptional ? "?" : "";
    const type = `${typeOf(schema, printing)}${isOptional ? " | undefined" : ""}`;
    return `${commentOf(lines, "  ")}  ${printing.side === "input" ? "readonly " : ""}${name}${mark}: ${type};`;
  });
}

interface Unwrapped {
  readonly schema: $ZodType;
  readonly isOptional: boolean;
  readonly standard: unknown;
}

/** A field without what says that it may be absent. */
function unwrapped(field: $ZodType, side: Side): Unwrapped {
  const { def } = (field as $ZodTypes)._zod;
  if (def.type === "optional") return { ...unwrapped(def.innerType, side), isOptional: true };
  if (def.type === "default" || def.type === "prefault") {
    const inner = unwrapped(def.innerType, side);
    const isTold = side === "input" && JSON.stringify(def.defaultValue) !== "{}";
    return { ...inner, isOptional: side === "input", standard: isTold ? def.defaultValue : undefined };
  }
  return { schema: field, isOptional: false, standard: undefined };
}

function descriptionOf(field: $ZodType): string | undefined {
  const { description } = field as z.ZodType;
  const { def } = (field as $ZodTypes)._zod;
  return description ?? ("innerType" in def ? descriptionOf(def.innerType) : undefined);
}

function typeOf(schema: $ZodType, printing: Printing, isDeclared = false): string {
  const { def } = (schema as $ZodTypes)._zod;
  const name = isDeclared ? undefined : printing.names.get(def);
  if (name !== undefined) return name;
  const typed = (part: $ZodType) => typeOf(part, printing);
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
    case "unknown":
    case "null":
      return def.type;
    case "literal":
      return def.values.map((value) => JSON.stringify(value)).join(" | ");
    case "enum":
      return Object.values(def.entries)
        .map((value) => JSON.stringify(value))
        .join(" | ");
    case "array": {
      const element = typed(def.element);
      const list = /^\w+$/.test(element) ? `${element}[]` : `(${element})[]`;
      return printing.side === "input" ? `readonly ${list}` : list;
    }
    case "tuple":
      return `${printing.side === "input" ? "readonly " : ""}[${def.items.map(typed).join(", ")}]`;
    case "union":
      return [...new Set(def.options.map(typed))].join(" | ");
    case "object":
      return `{\n${membersOf(def.shape, printing).join("\n")}\n}`;
    case "record": {
      const record = `Record<string, ${typed(def.valueType)}>`;
      return printing.side === "input" ? `Readonly<${record}>` : record;
    }
    case "nullable":
      return `${typed(def.innerType)} | null`;
    case "optional":
      return `${typed(def.innerType)} | undefined`;
    case "default":
    case "prefault":
    case "readonly":
      return typed(def.innerType);
    case "pipe":
      return typed(printing.side === "input" ? def.in : def.out);
    default:
      throw new Error(`A schema of type "${def.type}" has no TypeScript form here yet.`);
  }
}

function commentOf(lines: readonly string[], indent: string): string {
  const told = lines.filter((line) => line !== "");
  if (told.length === 0) return "";
  if (told.length === 1) return `${indent}/** ${told[0]} */\n`;
  return `${indent}/**\n${told.map((line) => `${indent} * ${line}`).join("\n")}\n${indent} */\n`;
}
