import { EngineError, operations, warningOf, type CallOptions, type Engine, type Operations } from "@garner/core";
import type { z } from "zod";
import type { Envelope } from "../wire/envelope.ts";
import type { FieldSchemas } from "../wire/fields.ts";
import type { Addressed } from "./match.ts";
import type { Translated, Translation } from "./translation.ts";

/** The name of an operation in the table. */
export type OperationName = keyof Operations;

/** A request that reached a route. */
export interface RoutedRequest {
  readonly call: CallOptions;
  /** The contract's address: an absolute URL without a trailing slash. */
  readonly baseUrl: string;
}

/** An operation at one address of the wire. */
export interface Route extends Addressed {
  readonly kind: "operation";
  readonly operation: OperationName;
  /** The sent input: the body or the query string, together with the path's parameters. */
  readonly input: z.ZodType;
  /** The fields that a form or a query string may have. */
  readonly fields: FieldSchemas;
  /** True if a form may bring a file. */
  readonly takesFiles: boolean;
  /** The body of the answer. */
  readonly output: z.ZodType;
  /** From the sent input to the body of the answer. */
  readonly run: (engine: Engine, sent: unknown, routed: RoutedRequest) => Promise<unknown>;
}

type ResultOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]["invoke"]>>;

/** The place and form of an operation on the wire. */
export interface Wire<Name extends OperationName> extends Addressed {
  /** The translation of the sent input to the operation's, if the two differ. */
  readonly translation?: Translation;
  /** True if a form may bring a file, as `file`, and all other fields as JSON, in `options`. */
  readonly takesFiles?: boolean;
  /** Another operation for a job that this one does not know. */
  readonly orElse?: Name;
  readonly envelope: Envelope<ResultOf<Name>>;
}

/** An operation at an address. */
export function route<Name extends OperationName>(operation: Name, wire: Wire<Name>): Route {
  const { method, path, translation, envelope } = wire;
  const { input } = operations[operation];
  const { schema, shape, translate } = translation ?? { schema: input, shape: input.shape, translate: asSent };
  return {
    kind: "operation",
    operation,
    method,
    path,
    input: schema,
    fields: shape,
    takesFiles: wire.takesFiles ?? false,
    output: envelope.schema,
    run: async (engine, sent, { call, baseUrl }) => {
      const translated = translate(sent);
      const invoke = (name: Name) => invokeOf(name)(engine, translated.input, call);
      const result = await invoke(operation).catch((thrown: unknown) => {
        if (wire.orElse === undefined || !EngineError.is(thrown, "JOB_NOT_FOUND")) throw thrown;
        return invoke(wire.orElse);
      });
      return envelope.write(withWarnings(result, translated.warnings), sent, baseUrl);
    },
  };
}

type Invoke<Name extends OperationName> = (
  engine: Engine,
  input: unknown,
  call: CallOptions,
) => Promise<ResultOf<Name>>;

function invokeOf<Name extends OperationName>(name: Name): Invoke<Name> {
  // The compiler does not follow the name from the row to its own result.
  return operations[name].invoke as Invoke<Name>;
}

function asSent(input: unknown): Translated {
  return { input, warnings: [] };
}

function withWarnings<Result extends object>(result: Result, warnings: readonly string[]): Result {
  const own = "warning" in result && typeof result.warning === "string" ? [result.warning] : [];
  return warnings.length === 0 ? result : { ...result, ...warningOf([...warnings, ...own]) };
}
