import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A question that the model server was asked, whichever of its two interfaces it came through. */
export interface ModelRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly model: string;
  /** Words said as system or developer. */
  readonly system: string;
  /** Words said as user. */
  readonly user: string;
  /** The JSON Schema that the answer should fit, when one was given. */
  readonly schema: unknown;
  readonly tools: readonly unknown[];
  readonly isStreamed: boolean;
  /** The whole body, as it was sent. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** An answer of the model server: text, a value as JSON, a call of a tool, or a failure. */
export type ModelReply =
  | { readonly text: string; readonly finish?: "length" | "content_filter" }
  | { readonly json: unknown }
  | { readonly toolCall: { readonly name: string; readonly arguments: unknown } }
  | { readonly status: number; readonly message?: string; readonly headers?: Readonly<Record<string, string>> };

/** A server on loopback that speaks OpenAI's protocol. */
export interface ModelServer extends AsyncDisposable {
  /** `http://127.0.0.1:port/v1` */
  readonly baseUrl: string;
  /** Every question so far, in order. */
  readonly requests: readonly ModelRequest[];
}

/** Decides the answer to a question; `asked` counts from 0. */
export type ModelAnswerer = (request: ModelRequest, asked: number) => ModelReply | Promise<ModelReply>;

/**
 * Starts a server that speaks OpenAI's protocol: `/v1/chat/completions` and `/v1/responses`, with JSON Schemas, tools,
 * streaming and errors, and `/v1/models`. It records what it is asked and answers what `answer` says. Disposing closes
 * every connection at once.
 */
export async function startModelServer(answer: ModelAnswerer): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    respond(request, response).catch((reason: unknown) => {
      sendJson(response, 500, { error: { message: String(reason), type: "server_error" } });
    });
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    if (path.endsWith("/models")) {
      sendJson(response, 200, { object: "list", data: [{ id: "fixture-model", object: "model" }] });
      return;
    }
    const body = JSON.parse(await readText(request)) as Record<string, unknown>;
    const asked = requestOf(path, request, body);
    requests.push(asked);
    const reply = await answer(asked, requests.length - 1);
    if ("status" in reply) {
      const message = reply.message ?? `status ${reply.status}`;
      sendJson(response, reply.status, { error: { message, type: "error", code: null } }, reply.headers);
    } else if (path.endsWith("/responses")) sendResponse(response, asked, reply);
    else if (path.endsWith("/chat/completions")) sendCompletion(response, asked, reply);
    else sendJson(response, 404, { error: { message: `no ${path}`, type: "invalid_request_error" } });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Success = Exclude<ModelReply, { readonly status: number }>;

interface WireMessage {
  readonly role?: string;
  readonly content?: string | readonly { readonly text?: string }[];
}

function requestOf(path: string, request: IncomingMessage, body: Record<string, unknown>): ModelRequest {
  const messages = (body["messages"] ?? body["input"] ?? []) as readonly WireMessage[] | string;
  const list = typeof messages === "string" ? [{ role: "user", content: messages }] : messages;
  const said = (roles: readonly string[]) =>
    list
      .filter((message) => roles.includes(message.role ?? ""))
      .map(textOf)
      .join("\n");
  const format = (body["response_format"] ?? (body["text"] as { format?: unknown } | undefined)?.format) as
    | { readonly json_schema?: { readonly schema?: unknown }; readonly schema?: unknown }
    | undefined;
  const instructions = typeof body["instructions"] === "string" ? `${body["instructions"]}\n` : "";
  return {
    path,
    authorization: request.headers.authorization,
    model: String(body["model"]),
    system: instructions + said(["system", "developer"]),
    user: said(["user"]),
    schema: format?.json_schema?.schema ?? format?.schema,
    tools: (body["tools"] as readonly unknown[] | undefined) ?? [],
    isStreamed: body["stream"] === true,
    body,
  };
}

function textOf({ content = "" }: WireMessage): string {
  return typeof content === "string" ? content : content.map((part) => part.text ?? "").join("\n");
}

function words(reply: Success): string {
  if ("text" in reply) return reply.text;
  return "json" in reply ? JSON.stringify(reply.json) : "";
}

function tokensOf(request: ModelRequest, reply: Success) {
  return {
    input: Math.ceil((request.system.length + request.user.length) / 4),
    output: Math.ceil(words(reply).length / 4),
  };
}

function sendCompletion(response: ServerResponse, request: ModelRequest, reply: Success): void {
  const { input, output } = tokensOf(request, reply);
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  const shared = { id: "chatcmpl-fixture", created: 1_700_000_000, model: request.model };
  const toolCalls =
    "toolCall" in reply
      ? [
          {
            index: 0,
            id: "call_1",
            type: "function",
            function: { name: reply.toolCall.name, arguments: JSON.stringify(reply.toolCall.arguments) },
          },
        ]
      : undefined;
  const ending = "finish" in reply ? reply.finish : undefined;
  const finish_reason = toolCalls === undefined ? (ending ?? "stop") : "tool_calls";
  const said = {
    role: "assistant",
    content: toolCalls === undefined ? words(reply) : null,
    ...(toolCalls && { tool_calls: toolCalls }),
  };
  if (!request.isStreamed) {
    const choices = [{ index: 0, message: said, finish_reason }];
    sendJson(response, 200, { ...shared, object: "chat.completion", choices, usage });
    return;
  }
  const chunk = (delta: unknown, reason: string | null) => ({
    ...shared,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  sendEvents(response, [chunk(said, null), { ...chunk({}, finish_reason), usage }, "[DONE]"]);
}

function sendResponse(response: ServerResponse, request: ModelRequest, reply: Success): void {
  const { input, output } = tokensOf(request, reply);
  const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
  const part =
    "toolCall" in reply
      ? {
          type: "function_call",
          id: "fc_1",
          call_id: "call_1",
          status: "completed",
          name: reply.toolCall.name,
          arguments: JSON.stringify(reply.toolCall.arguments),
        }
      : {
          type: "message",
          id: "msg_1",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: words(reply), annotations: [] }],
        };
  const whole = {
    id: "resp_fixture",
    object: "response",
    created_at: 1_700_000_000,
    status: "completed",
    model: request.model,
    output: [part],
    usage,
  };
  if (!request.isStreamed) {
    sendJson(response, 200, whole);
    return;
  }
  sendEvents(response, [
    { type: "response.created", response: { ...whole, status: "in_progress", output: [] } },
    { type: "response.output_item.added", output_index: 0, item: part },
    { type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta: words(reply) },
    { type: "response.output_item.done", output_index: 0, item: part },
    { type: "response.completed", response: whole },
  ]);
}

function sendEvents(response: ServerResponse, events: readonly unknown[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  response.end();
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
