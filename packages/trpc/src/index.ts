/**
 * The operations of an engine as a tRPC router.
 * @module
 */
import {
  checkEngine,
  checkOptions,
  EngineError,
  operations,
  option,
  type Engine,
  type JobEvent,
  type JobEventsRequest,
  type Operation,
  type Operations,
  type Principal,
} from "@garner/core";
import {
  initTRPC,
  tracked,
  type TRPCBuiltRouter,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
  type TRPCSubscriptionProcedure,
} from "@trpc/server";
import { garnerErrorFormatter, trpcError, type GarnerErrorShape } from "./errors.ts";

export { garnerErrorFormatter, type GarnerErrorShape, type GarnerFailure } from "./errors.ts";

/** The part of a request's context that the procedures need. A context with more in it serves as well. */
export interface GarnerContext {
  /** The caller: the team that owns jobs, snapshots and credits. */
  readonly principal?: Principal | undefined;
  /** A UUID that makes starting a job repeatable. */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a router. */
export interface GarnerRouterOptions<Context> {
  /** Reads the caller from a context of your own; `context.principal` when not given. An EngineError or a TRPCError keeps its code. */
  readonly contextOf?: ((context: Context) => GarnerContext | Promise<GarnerContext>) | undefined;
}

/** An input that may be left out altogether when nothing in it must be given. */
type InputOf<Input> = Record<never, never> extends Input ? Input | void : Input;

type ProcedureOf<Row> =
  Row extends Operation<infer Input, infer Output, infer Kind>
    ? Kind extends "query"
      ? TRPCQueryProcedure<{ input: InputOf<Input>; output: Output; meta: object }>
      : TRPCMutationProcedure<{ input: InputOf<Input>; output: Output; meta: object }>
    : never;

type OperationProcedures = { readonly [Name in keyof Operations]: ProcedureOf<Operations[Name]> };

/** A job's events as a subscription; tRPC's clients fill in `lastEventId` when they come back. */
type JobEventsProcedure = TRPCSubscriptionProcedure<{
  input: JobEventsRequest & { readonly lastEventId?: string | undefined };
  output: AsyncIterable<{ readonly id: string; readonly data: JobEvent }, void>;
  meta: object;
}>;

/** A procedure for each row of the operation table, and `jobEvents`. */
export type GarnerProcedures = OperationProcedures & { readonly jobEvents: JobEventsProcedure };

/** The router's type, from which clients infer inputs, outputs and errors. */
export type GarnerRouter<Context extends object = GarnerContext> = TRPCBuiltRouter<
  { ctx: Context; meta: object; errorShape: GarnerErrorShape; transformer: false },
  GarnerProcedures
>;

/**
 * Every operation of an engine as a tRPC procedure: queries where nothing changes, mutations elsewhere, and `jobEvents`
 * as a subscription that ends with its job. Serve it alone, call it with `createCaller`, or nest it in a router of your
 * own; then give your root `errorFormatter: garnerErrorFormatter`, so that clients see the codes. The engine stays
 * yours to dispose. Input is checked by the engine. Throws BAD_REQUEST for what is no engine.
 */
export function garnerRouter<Context extends object = GarnerContext>(
  engine: Engine,
  options: GarnerRouterOptions<Context> = {},
): GarnerRouter<Context> {
  checkEngine(engine);
  checkOptions<GarnerRouterOptions<Context>>("garnerRouter", options, { contextOf: option.callback.optional() });
  const { contextOf = (context) => context } = options;
  const t = initTRPC.context<object>().create({ errorFormatter: garnerErrorFormatter });
  const callOf = async ({ ctx, signal }: Omit<Resolved, "input">) => ({ ...(await contextOf(ctx as Context)), signal });
  const procedureOf = (row: Operations[keyof Operations]) => {
    const procedure = t.procedure.input(unchecked);
    const resolve = async ({ input, ...request }: Resolved) => {
      try {
        return await row.invoke(engine, input ?? {}, await callOf(request));
      } catch (thrown) {
        return rethrow(thrown);
      }
    };
    return row.kind === "query" ? procedure.query(resolve) : procedure.mutation(resolve);
  };
  const jobEvents = t.procedure.input(unchecked).subscription(async function* ({ input, ...request }: Resolved) {
    try {
      for await (const event of engine.jobs.events(eventsAfter(input), await callOf(request)))
        yield tracked(String(event.sequence), event);
    } catch (thrown) {
      rethrow(thrown);
    }
  });
  const rows = Object.entries(operations).map(([name, row]) => [name, procedureOf(row)] as const);
  // Read off a table, the record has the types that `ProcedureOf` states for its rows.
  const router: unknown = t.router({ ...Object.fromEntries(rows), jobEvents });
  return router as GarnerRouter<Context>;
}

interface Resolved {
  readonly input: unknown;
  readonly ctx: object;
  readonly signal: AbortSignal | undefined;
}

/** Input passes as it came: the engine parses it once, and explains its errors. */
const unchecked = (input: unknown): unknown => input;

/** The place to go on from: after the last event that the client saw. */
function eventsAfter(input: unknown): JobEventsRequest {
  const { lastEventId, ...from } = { ...(input as JobEventsRequest & { readonly lastEventId?: string }) };
  if (lastEventId === undefined) return from;
  if (/^\d{1,15}$/.test(lastEventId)) return { ...from, after: Number(lastEventId) };
  throw new EngineError("BAD_REQUEST", `\`lastEventId\` must be the id of an event, such as "12".`);
}

function rethrow(thrown: unknown): never {
  throw trpcError(thrown);
}
