import { warningOf, type CallOptions, type Engine } from "@garner/core";
import type { Envelope } from "../wire/envelope.ts";
import type { FieldSchemas } from "../wire/fields.ts";
import type { Translated, Translation } from "./translation.ts";
import type { Addressed } from "./match.ts";

/** A request that reached a route. */
export interface RouteVisit {
  readonly call: CallOptions;
  /** Where callers reach the contract: an absolute URL without a trailing slash. */
  readonly baseUrl: string;
}

/** An operation at one address of the wire. */
export interface Route extends Addressed {
  readonly kind: "operation";
  /** The fields that a form or a query string may have. */
  readonly fields: FieldSchemas;
  /** From what was sent (the body, or the query string, with the path's parameters) to the body of the answer. */
  readonly run: (engine: Engine, sent: unknown, visit: RouteVisit) => Promise<unknown>;
}

/** What a route needs of an operation. */
export interface Invocable<Result> {
  readonly input: { readonly shape: FieldSchemas };
  readonly invoke: (engine: Engine, input: unknown, call: CallOptions) => Promise<Result>;
}

/** Where an operation stands on the wire, and what it looks like there. */
export interface Wire<Result> extends Addressed {
  /** How what is sent becomes the operation's input, where the two differ. */
  readonly translation?: Translation;
  readonly envelope: Envelope<Result>;
}

/** An operation at an address. */
export function route<Result extends object>(operation: Invocable<Result>, wire: Wire<Result>): Route {
  const { method, path, translation, envelope } = wire;
  const { shape, translate } = translation ?? { shape: operation.input.shape, translate: asSent };
  return {
    kind: "operation",
    method,
    path,
    fields: shape,
    run: async (engine, sent, { call, baseUrl }) => {
      const { input, warnings } = translate(sent);
      const result = await operation.invoke(engine, input, call);
      return envelope(withWarnings(result, warnings), sent, baseUrl);
    },
  };
}

function asSent(input: unknown): Translated {
  return { input, warnings: [] };
}

function withWarnings<Result extends object>(result: Result, warnings: readonly string[]): Result {
  const own = "warning" in result && typeof result.warning === "string" ? [result.warning] : [];
  return warnings.length === 0 ? result : { ...result, ...warningOf([...warnings, ...own]) };
}
