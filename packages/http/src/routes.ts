import { operations, type CallOptions, type Engine, type Operations } from "@garner/core";
import { scraped, type Envelope } from "./envelope.ts";
import type { FieldSchemas } from "./fields.ts";
import type { Addressed } from "./match.ts";
import { v1Scraped, V1ScrapeRequest, v1ScrapeToV2 } from "./v1.ts";

/** An operation at one address of the wire. */
export interface Route extends Addressed {
  readonly kind: "operation";
  /** The fields that a form or a query string may have. */
  readonly fields: FieldSchemas;
  /** From what was sent (the body, or the query string, with the path's parameters) to the body of the answer. */
  readonly run: (engine: Engine, sent: unknown, call: CallOptions) => Promise<unknown>;
}

/** One route for every operation: an operation without one does not compile. */
export const routes = {
  scrape: route(operations.scrape, { method: "POST", path: "/v2/scrape", envelope: scraped }),
} satisfies Readonly<Record<keyof Operations, Route>>;

/** The routes of the older version of the contract, for the operations that had one. */
export const v1Routes = {
  scrape: route(operations.scrape, {
    method: "POST",
    path: "/v1/scrape",
    input: V1ScrapeRequest,
    toInput: v1ScrapeToV2,
    envelope: v1Scraped,
  }),
} satisfies Readonly<Partial<Record<keyof Operations, Route>>>;

/** What a route needs of an operation. */
interface Invocable<Result> {
  readonly input: { readonly shape: FieldSchemas };
  readonly invoke: (engine: Engine, input: unknown, call: CallOptions) => Promise<Result>;
}

interface Wire<Result> extends Addressed {
  /** What is sent, and how it becomes the operation's input, where the two differ. */
  readonly input?: { readonly shape: FieldSchemas };
  readonly toInput?: (sent: unknown) => unknown;
  readonly envelope: Envelope<Result>;
}

function route<Result>(operation: Invocable<Result>, wire: Wire<Result>): Route {
  const { method, path, input = operation.input, toInput = (sent) => sent, envelope } = wire;
  return {
    kind: "operation",
    method,
    path,
    fields: input.shape,
    run: async (engine, sent, call) => envelope(await operation.invoke(engine, toInput(sent), call), sent),
  };
}
