import { z } from "zod";

/** The part of a JSON Schema that tables show. */
interface JsonSchema {
  /** In the place of the type, where that is the same for many. */
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly format?: string;
}

/** One field of a schema, ready to print. */
export interface FieldRow {
  readonly name: string;
  readonly type: string;
  readonly default: string;
  readonly description: string;
}

/** The fields of an object schema, as a caller may write them. */
export function fieldRows(schema: z.ZodType): readonly FieldRow[] {
  return rowsOf(jsonSchema(schema));
}

/** The branches of a union that is told apart by `type`, each with its other fields. */
export function branchRows(
  schema: z.ZodType,
): readonly { readonly type: string; readonly fields: readonly FieldRow[] }[] {
  const { anyOf, oneOf } = jsonSchema(schema);
  return (oneOf ?? anyOf ?? []).map((branch) => ({
    type: String(branch.properties?.["type"]?.const),
    fields: rowsOf(branch).filter((row) => row.name !== "type"),
  }));
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  const whole = z.toJSONSchema(schema, { io: "input", reused: "inline", unrepresentable: "any" }) as WholeSchema;
  return inlined(whole, whole.$defs ?? {}) as JsonSchema;
}

interface WholeSchema {
  readonly $defs?: Readonly<Record<string, unknown>>;
}

/** Puts every named part of a schema in the place where it is used. None of them contains itself. */
function inlined(value: unknown, parts: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((entry) => inlined(entry, parts));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as { readonly $ref?: unknown };
  const part = typeof $ref === "string" ? parts[$ref.replace("#/$defs/", "")] : undefined;
  const fields = { ...(part as object | undefined), ...rest };
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== "$defs")
      .map(([name, field]) => [name, inlined(field, parts)]),
  );
}

function rowsOf({ properties = {}, required = [] }: JsonSchema): readonly FieldRow[] {
  return Object.entries(properties).map(([name, field]) => ({
    name,
    type: typeOf(field),
    default:
      field.default === undefined ? (required.includes(name) ? "required" : "") : code(JSON.stringify(field.default)),
    description: field.description ?? "",
  }));
}

function typeOf(schema: JsonSchema): string {
  if (schema.title !== undefined) return schema.title;
  const { anyOf, oneOf, items, type } = schema;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(", ");
  const branches = anyOf ?? oneOf;
  if (branches !== undefined) return branchesTell(branches) ?? [...new Set(branches.map(typeOf))].join(" or ");
  if (type === "array") return `list of ${typeOf(items ?? {})}`;
  if (type === "object")
    return schema.properties?.["type"]?.const === undefined ? objectOf(schema) : typedObject(schema);
  const names = type === undefined ? ["anything"] : [type].flat();
  return `${names.join(" or ")}${rangeOf(schema)}`;
}

function objectOf({ properties, additionalProperties }: JsonSchema): string {
  if (properties !== undefined) return code(`{ ${Object.keys(properties).join(", ")} }`);
  return typeof additionalProperties === "object" ? `object of ${typeOf(additionalProperties)}` : "object";
}

/** Many objects told apart by `type`, in one phrase; undefined where there are few. */
function branchesTell(branches: readonly JsonSchema[]): string | undefined {
  const types = branches.map(({ properties }) => properties?.["type"]?.const);
  if (types.length < 4 || types.includes(undefined)) return undefined;
  return `${code("{ type, … }")} with the type ${types.map((type) => code(String(type))).join(", ")}`;
}

function typedObject({ properties }: JsonSchema): string {
  return code(`{ type: ${JSON.stringify(properties?.["type"]?.const)}, … }`);
}

function rangeOf({ type, minimum, exclusiveMinimum, maximum, maxLength }: JsonSchema): string {
  const above = type === "integer" ? undefined : exclusiveMinimum;
  const from = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const to = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (maxLength !== undefined) return `, at most ${maxLength} characters`;
  if (above !== undefined) return ` above ${above}${to === undefined ? "" : `, at most ${to}`}`;
  if (from !== undefined && to !== undefined) return ` from ${from} to ${to}`;
  if (from !== undefined && from > Number.MIN_SAFE_INTEGER) return ` from ${from}`;
  return to === undefined ? "" : ` to ${to}`;
}

function code(text: string): string {
  return `\`${text}\``;
}
