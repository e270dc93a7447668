import { operations } from "@garner/core";
import { z } from "zod";
import { JobEventMessage } from "../wire/sse.ts";
import { WatchFrame } from "../wire/watch-frame.ts";
import type { EventRoute } from "../routes/event-routes.ts";
import type { Addressed } from "../routes/match.ts";
import type { OperationName, Route } from "../routes/route.ts";
import type { ServiceRoute } from "../routes/service-routes.ts";
import { createComponentSchemas, type ComponentSchemas } from "./component-schemas.ts";
import examples from "./examples.json" with { type: "json" };
import { codesOf, createFailureResponses, watchCodes, type FailureResponses } from "./failures.ts";
import { components, info, tags } from "./texts.ts";
import { webhooksOf } from "./webhooks.ts";

/** The routes to describe. */
export interface ApiRoutes {
  /** Routes of operations, by the names of their descriptions. */
  readonly operations: Readonly<Record<string, Route>>;
  readonly events: readonly EventRoute[];
  readonly services: readonly ServiceRoute[];
}

/** The facts about a server besides its routes. */
export interface ApiServer {
  /** The address under which callers reach it. */
  readonly url: string;
  /** True if it asks for no key. */
  readonly isOpen: boolean;
}

/**
 * Describes an API as OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1): every route with its errors and headers, read
 * off the table of operations and their schemas; the events and webhooks of jobs; examples from real runs. It is made
 * on the first call and kept.
 */
export function apiDescription(routes: ApiRoutes): (server: ApiServer) => object {
  let described: object | undefined;
  return ({ url, isOpen }) => {
    described ??= describe(routes);
    const security = [...(isOpen ? [{}] : []), { apiKey: [] }];
    return { openapi: "3.1.1", info, servers: [{ url }], security, tags, ...described };
  };
}

/** The shared parts of a description's operations. */
interface Parts {
  readonly schemas: ComponentSchemas;
  readonly failures: FailureResponses;
}

function describe(routes: ApiRoutes): object {
  const schemas = createComponentSchemas();
  const parts: Parts = { schemas, failures: createFailureResponses(schemas, examplesOf(examples.failure)) };
  const addressed = [
    ...Object.entries(routes.operations).map(([name, route]) => [route, operationOf(name, route, parts)] as const),
    ...routes.events.map((route) => [route, eventsOf(route, parts)] as const),
    ...routes.services.map((route) => [route, serviceOf(route, parts)] as const),
  ];
  const byPath = Map.groupBy(addressed, ([{ path }]) => path);
  const paths = [...byPath].map(([path, list]) => [
    path,
    {
      ...pathParameters(path),
      ...Object.fromEntries(list.map(([{ method }, described]) => [method.toLowerCase(), described])),
    },
  ]);
  const webhooks = webhooksOf(schemas);
  return {
    paths: Object.fromEntries(paths),
    webhooks,
    components: { ...components, responses: parts.failures.all(), schemas: schemas.all() },
  };
}

function operationOf(name: string, route: Route, { schemas, failures }: Parts): object {
  const { operation, path } = route;
  const title = name.replace(/^./, (letter) => letter.toUpperCase());
  const hasBody = route.method === "POST" && !path.includes("{");
  const example = (examples.operations as Partial<Record<string, Example>>)[name];
  const request = hasBody && {
    schema: schemas.input(`${title}Request`, route.input),
    ...examplesOf(example?.request),
  };
  const content = { schema: schemas.output(`${title}Response`, route.output), ...examplesOf(example?.response) };
  return {
    operationId: name,
    summary: operations[operation].summary,
    tags: [path.startsWith("/v1/") ? "Older version" : tagOf(operation)],
    parameters: parametersOf(route, schemas),
    ...(request
      ? {
          requestBody: {
            required: true,
            content: {
              "application/json": request,
              "application/x-www-form-urlencoded": { schema: request.schema },
              ...(route.takesFiles ? { "multipart/form-data": { schema: uploadForm } } : {}),
            },
          },
        }
      : {}),
    responses: {
      "200": answered("It worked.", { "application/json": content }),
      ...(operation === "getCrawl" || operation === "getBatchScrape" ? { "101": upgraded(schemas) } : {}),
      ...failures.of(codesOf(operation, { hasBody })),
    },
  };
}

const uploadForm = {
  type: "object",
  properties: {
    file: { type: "string", contentMediaType: "application/octet-stream", description: "The file." },
    options: { type: "string", contentMediaType: "application/json", description: "All other fields, as JSON." },
  },
  required: ["file"],
};

interface Example {
  readonly request?: unknown;
  readonly response?: unknown;
}

function examplesOf(value: unknown): object {
  return value === undefined ? {} : { examples: { recorded: { summary: "Recorded from a real run.", value } } };
}

const tagsOf: readonly (readonly [RegExp, string])[] = [
  [/extract/i, "Extract"],
  [/batch/i, "Batch"],
  [/crawl/i, "Crawl"],
  [/deliver/i, "Webhooks"],
  [/credit|concurrency|queue/i, "Usage"],
];

function tagOf(operation: OperationName): string {
  return tagsOf.find(([pattern]) => pattern.test(operation))?.[1] ?? "Pages";
}

/** The headers and query parameters of a request. */
function parametersOf({ method, path, input, operation }: Route, schemas: ComponentSchemas): readonly object[] {
  const header = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  const starts = operation.startsWith("start") ? [header("x-idempotency-key")] : [];
  const headers = [header("x-request-id"), ...starts];
  if (method === "POST" || !(input instanceof z.ZodObject)) return headers;
  const query = Object.entries(input.shape)
    .filter(([name]) => !path.includes(`{${name}}`))
    .map(([name, field]) => {
      const { description, ...schema } = schemas.inline(field);
      return { name, in: "query", ...(description === undefined ? {} : { description }), schema };
    });
  return [...headers, ...query];
}

function pathParameters(path: Addressed["path"]): object {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.length === 0) return {};
  const parameters = names.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", maxLength: 100 },
  }));
  return { parameters };
}

function answered(description: string, content: object): object {
  return { description, headers: { "x-request-id": { $ref: "#/components/headers/x-request-id" } }, content };
}

function upgraded(schemas: ComponentSchemas): object {
  return {
    description:
      "For an upgrade to WebSocket: frames that tell of every page, then of the end. A browser sends its key as the subprotocol.",
    content: { "application/json": { schema: schemas.output("WatchFrame", WatchFrame) } },
  };
}

function eventsOf({ name }: EventRoute, { schemas, failures }: Parts): object {
  const schema = {
    type: "string",
    description: "Server-Sent Events. The `data` of each is JSON of the schema `JobEventMessage`.",
    contentMediaType: "application/json",
    contentSchema: schemas.output("JobEventMessage", JobEventMessage),
  };
  return {
    operationId: name,
    summary: "Follow a job: every event until its end, also those that were.",
    tags: [tagOf(name as OperationName)],
    parameters: ["x-request-id", "last-event-id", "after"].map((each) => ({ $ref: `#/components/parameters/${each}` })),
    responses: {
      "200": answered("The events.", { "text/event-stream": { schema } }),
      ...failures.of(watchCodes),
    },
  };
}

function serviceOf({ name, summary, output, path }: ServiceRoute, { schemas, failures }: Parts): object {
  const title = name.replace(/^./, (letter) => letter.toUpperCase());
  const content =
    typeof output === "string"
      ? { [output]: { schema: { type: "string" } } }
      : { "application/json": { schema: schemas.output(`${title}Response`, output) } };
  const codes = /\{|docs/.test(path) ? (["ROUTE_NOT_FOUND"] as const) : (["FORBIDDEN", "OVERLOADED"] as const);
  return {
    operationId: name,
    summary,
    tags: ["Service"],
    security: [],
    responses: { "200": answered("It is well.", content), ...failures.of(codes) },
  };
}
