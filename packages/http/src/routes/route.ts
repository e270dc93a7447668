import type { CallOptions, Engine } from "@garner/core";
import type { Envelope } from "../wire/envelope.ts";
import type { FieldSchemas } from "../wire/fields.ts";
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
interface Invocable<Result> {
  readonly input: { readonly shape: FieldSchemas };
  readonly invoke: (engine: Engine, input: unknown, call: CallOptions) => Promise<Result>;
}

/** Where an operation stands on the wire, and what it looks like there. */
export interface Wire<Result> extends Addressed {
  /** What is sent, and how it becomes the operation's input, where the two differ. */
  readonly input?: { readonly shape: FieldSchemas };
  readonly toInput?: (sent: unknown) => unknown;
  readonly envelope: Envelope<Result>;
}

/** An operation at an address. */
export function route<Result>(operation: Invocable<Result>, wire: Wire<Result>): Route {
  const { method, path, input = operation.input, toInput = (sent) => sent, envelope } = wire;
  return {
    kind: "operation",
    method,
    path,
    fields: input.shape,
    run: async (engine, sent, { call, baseUrl }) =>
      envelope(await operation.invoke(engine, toInput(sent), call), sent, baseUrl),
  };
}
