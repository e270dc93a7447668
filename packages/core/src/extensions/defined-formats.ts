import { isObject } from "../collections/json-values.ts";
import { z } from "zod";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { EngineError } from "../errors.ts";
import { FormatName, type FormatObject } from "../schema/formats.ts";
import { readOrRefuse } from "../schema/input/parse-input.ts";
import { ScrapeResult, type Metadata } from "../schema/result.ts";
import type { DefinedFormat } from "../schema/types.generated.ts";
import { checkOptions, option } from "../schema/input/check-options.ts";
import { extensionFailed } from "./extension-failed.ts";

/** The material of a host's format: a page as its other formats show it. */
export interface FormatPage {
  /** The page's address after all redirects. */
  readonly url: string;
  readonly markdown: string;
  /** The cleaned HTML of the page's kept part. */
  readonly html: string;
  readonly links: readonly string[];
  readonly metadata: Metadata;
}

/** The definition of a host's format; see {@link defineFormat}. */
export interface FormatDefinition<Name extends string, Schema extends StandardSchemaV1> {
  /** The field of the result, and its format name over HTTP. */
  readonly name: Name;
  /** The field's schema, of Zod, Valibot, ArkType or another library. */
  readonly schema: Schema;
  /** Makes the field of a page. The schema checks its value. */
  readonly render: (
    page: FormatPage,
    signal: AbortSignal,
  ) => StandardSchemaV1.InferInput<Schema> | Promise<StandardSchemaV1.InferInput<Schema>>;
}

/** A format that an engine renders once it is in its `content.formats`. */
export interface RenderedFormat<Name extends string = string, Value = unknown> extends DefinedFormat<Name, Value> {
  readonly schema: StandardSchemaV1<unknown, Value>;
  readonly render: (page: FormatPage, signal: AbortSignal) => unknown;
}

/**
 * Makes a format of the host's own. In `content.formats` of the engine it is known to requests, over HTTP too, by its name;
 * in `formats` of a request in the same process its value gives the result its type. Throws BAD_REQUEST for a definition that lacks
 * something.
 */
export function defineFormat<const Name extends string, Schema extends StandardSchemaV1>(
  definition: FormatDefinition<Name, Schema>,
): RenderedFormat<Name, StandardSchemaV1.InferOutput<Schema>> {
  checkOptions<typeof definition>("defineFormat", definition, {
    name: option.text,
    schema: z.custom(isStandardSchema, "must be a schema of Zod, Valibot, ArkType or another library"),
    render: option.callback,
  });
  const { name, schema, render } = definition;
  // A schema takes whatever is held against it.
  const checked = schema as unknown as StandardSchemaV1<unknown, StandardSchemaV1.InferOutput<Schema>>;
  return { type: "custom", name, schema: checked, render };
}

const isStandardSchema = (value: unknown): boolean =>
  (typeof value === "object" || typeof value === "function") && value !== null && "~standard" in value;

/** True for what {@link defineFormat} makes. */
export function isRenderedFormat(value: unknown): value is RenderedFormat {
  if (!isObject(value) || value["type"] !== "custom") return false;
  return (
    typeof value["name"] === "string" && isStandardSchema(value["schema"]) && typeof value["render"] === "function"
  );
}

/** The host's formats by their names. */
export type FormatRegistry = ReadonlyMap<string, RenderedFormat>;

const taken: ReadonlySet<string> = new Set([
  ...[...FormatName.options, ...Object.keys(ScrapeResult.shape)],
  ...["attributes", "custom", "explanation", "evidence", "question", "query"],
]);

/** Makes a {@link FormatRegistry}. Throws BAD_REQUEST for names that can't be fields of their own. */
export function formatRegistry(formats: readonly RenderedFormat[] = []): FormatRegistry {
  const registry = new Map(formats.map((format) => [format.name, format]));
  const wrong = formats.find(({ name }) => taken.has(name) || !/^[A-Za-z][A-Za-z\d]{0,49}$/.test(name));
  if (wrong !== undefined)
    throw new EngineError(
      "BAD_REQUEST",
      `content.formats: "${wrong.name}" can't be the name of a format: it must be up to 50 letters and digits, and no field of a result.`,
    );
  if (registry.size === formats.length) return registry;
  throw new EngineError("BAD_REQUEST", "content.formats: every format must have a name of its own.");
}

/** A request with the host's own formats as plain data, however it names them. The rest stays as it is. */
export function withDefinedFormats(input: unknown, registry: FormatRegistry): unknown {
  // A copy of an address would be no address any more.
  if (!isObject(input) || input instanceof URL || ArrayBuffer.isView(input)) return input;
  const copy = readOrRefuse(() => ({ ...input }));
  const { formats, scrapeOptions } = copy;
  return {
    ...copy,
    ...(Array.isArray(formats) ? { formats: formats.map((format) => plainFormat(format, registry)) } : {}),
    ...(isObject(scrapeOptions) ? { scrapeOptions: withDefinedFormats(scrapeOptions, registry) } : {}),
  };
}

function plainFormat(format: unknown, registry: FormatRegistry): unknown {
  if (typeof format === "string") return registry.has(format) ? { type: "custom", name: format } : format;
  if (!isObject(format)) return format;
  const { type, name } = format;
  if (type === "custom") return { type, name };
  const isNamed = typeof type === "string" && registry.has(type) && Object.keys(format).length === 1;
  return isNamed ? { type: "custom", name: type } : format;
}

/** Throws BAD_REQUEST for a format that the host has not defined. */
export function requireDefined(formats: readonly FormatObject[], registry: FormatRegistry): void {
  const unknown = formats.find((format) => format.type === "custom" && !registry.has(format.name));
  if (unknown?.type !== "custom") return;
  const known = [...registry.keys()].map((name) => `\`${name}\``).join(", ");
  throw new EngineError(
    "BAD_REQUEST",
    `formats: \`${unknown.name}\` is no format of this engine; ${known === "" ? "it has none of its own" : `those of its own are ${known}`}, see \`content.formats\`.`,
  );
}

/** Renders the host's formats that are asked for, side by side. Throws EXTENSION_FAILED, and EngineErrors of theirs. */
export async function renderDefined(
  formats: readonly FormatObject[],
  page: FormatPage,
  { registry, signal }: { readonly registry: FormatRegistry; readonly signal: AbortSignal },
): Promise<Readonly<Record<string, unknown>>> {
  const wanted = formats.flatMap((format) => (format.type === "custom" ? (registry.get(format.name) ?? []) : []));
  const fields = await Promise.all(wanted.map(async (format) => [format.name, await renderOne(format, page, signal)]));
  return Object.fromEntries(fields) as Readonly<Record<string, unknown>>;
}

async function renderOne({ name, schema, render }: RenderedFormat, page: FormatPage, signal: AbortSignal) {
  const extension = `format ${name}`;
  try {
    const outcome = await schema["~standard"].validate(await render(page, signal));
    if (outcome.issues === undefined) return outcome.value;
    const issues = outcome.issues.map(({ message }) => message).join(" ");
    throw new TypeError(`What it returned does not fit its schema: ${issues}`);
  } catch (thrown) {
    throw extensionFailed(extension, thrown);
  }
}
