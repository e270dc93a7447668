import { compileFunction } from "node:vm";

/** What a declarative node of n8n says about itself, as far as its requests go. */
export interface NodeDescription {
  readonly requestDefaults: { readonly body?: object };
  readonly properties: readonly Property[];
}

interface Property {
  readonly name: string;
  readonly default?: unknown;
  readonly displayOptions?: { readonly show?: Conditions; readonly hide?: Conditions };
  readonly options?: readonly { readonly value?: unknown; readonly routing?: Routing }[];
  readonly routing?: Routing;
}
type Conditions = Readonly<Record<string, readonly unknown[]>>;
type Parameters = Readonly<Record<string, unknown>>;

interface Routing {
  readonly request?: { readonly url?: string; readonly method?: string; readonly body?: unknown };
  readonly send?: { readonly preSend?: readonly PreSend[] };
}
type PreSend = (this: object, request: NodeRequest) => Promise<NodeRequest>;

/** A request of the node. */
export interface NodeRequest {
  readonly url: string;
  readonly method: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Makes the request that n8n makes of a node's description when a user gives it these parameters. */
export async function requestOf(description: NodeDescription, given: Parameters): Promise<NodeRequest> {
  const shown = description.properties.filter((property) => isShown(property, { useCustomBody: false, ...given }));
  const defaults = Object.fromEntries(shown.map((property) => [property.name, property.default]));
  const parameters: Parameters = { ...defaults, useCustomBody: false, ...given };
  const routings = shown.flatMap(({ name, options = [], routing }) => {
    const value = parameters[name];
    const chosen = options.find((option) => option.value === value)?.routing;
    return [chosen, routing].filter((each) => each !== undefined).map((each) => ({ ...each, value }));
  });
  let request: NodeRequest = { url: "", method: "GET", body: { ...description.requestDefaults.body } };
  for (const { request: { url, method, body } = {}, value } of routings) {
    request = {
      url: url === undefined ? request.url : String(evaluated(url, value)),
      method: method ?? request.method,
      body: { ...request.body, ...(evaluated(body, value) as object | undefined) },
    };
  }
  const node = { getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback };
  for (const { send: { preSend = [] } = {} } of routings)
    for (const change of preSend) request = await change.call(node, request);
  return request;
}

function isShown({ displayOptions: { show = {}, hide = {} } = {} }: Property, parameters: Parameters): boolean {
  const isMet = ([name, values]: readonly [string, readonly unknown[]]) => values.includes(parameters[name]);
  return Object.entries(show).every(isMet) && !Object.entries(hide).some(isMet);
}

/** A value in which texts that begin with `=` are templates of `{{ expressions }}`. */
function evaluated(template: unknown, value: unknown): unknown {
  if (typeof template === "string") return template.startsWith("=") ? expanded(template.slice(1), value) : template;
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, each]) => [name, evaluated(each, value)]));
}

function expanded(template: string, value: unknown): unknown {
  const run = (expression: string): unknown => {
    try {
      // The node's author wrote it, and n8n evaluates it too.
      return (compileFunction(`return (${expression});`, ["$value"]) as (value: unknown) => unknown)(value);
    } catch (thrown) {
      // To n8n, what reads a member of nothing is nothing.
      if (thrown instanceof TypeError) return undefined;
      throw thrown;
    }
  };
  const [, only] = /^\{\{((?:(?!\}\}).)*)\}\}$/s.exec(template) ?? [];
  if (only !== undefined) return run(only);
  return template.replaceAll(/\{\{(.*?)\}\}/gs, (_, expression: string) => String(run(expression)));
}
