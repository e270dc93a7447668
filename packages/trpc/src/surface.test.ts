import {
  EngineError,
  type CallOptions,
  type Engine,
  type JobEvent,
  type JobEventsRequest,
  type Principal,
} from "@garner/core";
import { createHandler, noAuthentication, toNodeListener } from "@garner/http";
import { scriptedEngine, testHttpSurface } from "@garner/testkit";
import { startBareServer } from "@garner/testkit/site";
import { createTRPCClient, httpLink, httpSubscriptionLink, isTRPCClientError, splitLink } from "@trpc/client";
import { createHTTPHandler } from "@trpc/server/adapters/standalone";
import { EventSource } from "undici";
import { describe } from "vitest";
import { garnerRouter, type GarnerFailure, type GarnerRouter } from "./index.ts";

const authenticate = noAuthentication(() => {});
const principalHeader = "x-principal";

type Client = ReturnType<typeof createTRPCClient<GarnerRouter>>;

/** A client that says in a header for whom it asks. */
function clientOf(url: string): Client {
  const asked = httpLink({
    url,
    headers: ({ op }) => ({ [principalHeader]: JSON.stringify(op.context["principal"] ?? null) }),
  });
  const told = httpSubscriptionLink({ url, EventSource });
  return createTRPCClient<GarnerRouter>({
    links: [splitLink({ condition: ({ type }) => type === "subscription", true: told, false: asked })],
  });
}

/** The result of a procedure, as far as JSON has it; throws the failure that the engine threw. */
async function through<Result>(asking: Promise<unknown>): Promise<Result> {
  try {
    return (await asking) as Result;
  } catch (thrown) {
    if (!isTRPCClientError<GarnerRouter>(thrown) || thrown.data?.garner === undefined) throw thrown;
    const { code, details } = thrown.data.garner as GarnerFailure & { details?: never };
    throw new EngineError(code, thrown.message, details === undefined ? {} : { details });
  }
}

async function* eventsThrough(client: Client, request: JobEventsRequest): AsyncGenerator<JobEvent, void> {
  const { readable, writable } = new TransformStream<JobEvent, JobEvent>();
  const writer = writable.getWriter();
  client.jobEvents.subscribe(request, {
    onData: ({ data }) => void writer.write(data),
    onComplete: () => void writer.close(),
    onError: (error) => void writer.abort(error),
  });
  yield* readable;
}

/** An engine whose every operation goes through procedures. */
function engineThrough(client: Client): Engine {
  const context = ({ signal, principal }: CallOptions = {}) => ({ signal, context: { principal } }) as never;
  return scriptedEngine({
    scrape: ((input: never, call?: CallOptions) =>
      through(client.scrape.mutate(input, context(call)))) as Engine["scrape"],
    getScrape: (input, call) => through(client.getScrape.query(input, context(call))),
    parseFile: (input, call) => through(client.parseFile.mutate(input, context(call))),
    map: (input, call) => through(client.map.query(input, context(call))),
    search: (input, call) => through(client.search.query(input, context(call))),
    jobs: {
      startCrawl: (input, call) => through(client.startCrawl.mutate(input, context(call))),
      get: ({ kind, ...query }, call) =>
        through((kind === "batch" ? client.getBatchScrape : client.getCrawl).query(query, context(call))),
      events: (request) => eventsThrough(client, request),
    },
  });
}

describe("a server in front of procedures", () => {
  testHttpSurface({
    async setup(engine, options) {
      const principalOf = (header: unknown) => (JSON.parse(String(header ?? "null")) as Principal | null) ?? undefined;
      const procedures = createHTTPHandler({
        router: garnerRouter(engine),
        createContext: ({ req }) => ({ principal: principalOf(req.headers[principalHeader]) }),
      });
      const behind = await startBareServer(procedures);
      const listener = toNodeListener(
        createHandler(engineThrough(clientOf(behind.origin)), { authenticate, ...options }),
      );
      const front = await startBareServer((request, response) => void listener(request, response));
      return {
        url: front.origin,
        async [Symbol.asyncDispose]() {
          await front[Symbol.asyncDispose]();
          await behind[Symbol.asyncDispose]();
        },
      };
    },
  });
});
