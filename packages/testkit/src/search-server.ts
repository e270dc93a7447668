import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** Something that the search server can find. */
export interface FoundEntry {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** News: when it was published. */
  readonly date?: string;
  /** Images: the picture. */
  readonly image?: { readonly url: string; readonly width: number; readonly height: number };
}

/** A search that the server was asked for. */
export interface SeenSearch {
  readonly service: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The answers of the search server, and its failures. */
export interface SearchServerOptions {
  readonly entries?: readonly FoundEntry[];
  /** The status and body that a service answers with instead of results; undefined lets it answer. */
  readonly failure?: (search: SeenSearch) => { readonly status: number; readonly body?: unknown } | undefined;
}

/** A server on loopback that speaks the protocols of SearXNG, Brave, Serper and Tavily. */
export interface SearchServer extends AsyncDisposable {
  /** The base URL of each service. */
  readonly searxng: string;
  readonly brave: string;
  readonly serper: string;
  readonly tavily: string;
  /** Every search so far, in order. */
  readonly searches: readonly SeenSearch[];
}

const pageSize = 10;

/**
 * Starts a server that speaks what the search services speak, each below a path of its own: it finds the entries that
 * have every word of a query that is not an operator, and a key is needed where the service needs one. Disposing closes
 * every connection at once.
 */
export async function startSearchServer({
  entries = [],
  failure = () => undefined,
}: SearchServerOptions = {}): Promise<SearchServer> {
  const searches: SeenSearch[] = [];
  const server = createServer((request, response) => {
    const answered = readSearch(request).then((search) => {
      searches.push(search);
      return failure(search) ?? answerOf(search, entries);
    });
    const failed = (reason: unknown) => ({ status: 500, body: String(reason) });
    void answered.catch(failed).then(({ status, body = {} }) => {
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    searxng: `${origin}/searxng`,
    brave: `${origin}/brave`,
    serper: `${origin}/serper`,
    tavily: `${origin}/tavily`,
    searches,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readSearch(request: IncomingMessage): Promise<SeenSearch> {
  const url = new URL(`http://search${request.url ?? "/"}`);
  const [, service = "", ...rest] = url.pathname.split("/");
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  return {
    service,
    path: `/${rest.join("/")}`,
    parameters: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

function answerOf(search: SeenSearch, entries: readonly FoundEntry[]): Answer {
  switch (search.service) {
    case "searxng":
      return answerAsSearxng(search, entries);
    case "brave":
      return answerAsBrave(search, entries);
    case "serper":
      return answerAsSerper(search, entries);
    case "tavily":
      return answerAsTavily(search, entries);
    default:
      return { status: 404 };
  }
}

function find(query: string, entries: readonly FoundEntry[]): readonly FoundEntry[] {
  const words = query
    .replace(/\([^)]*\)|-?\w+:(?:"[^"]*"|\S+)|-\S+/g, " ")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return entries.filter((entry) =>
    (words ?? []).every((word) => `${entry.title} ${entry.text} ${entry.url}`.toLowerCase().includes(word)),
  );
}

function answerAsSearxng({ parameters }: SeenSearch, entries: readonly FoundEntry[]): Answer {
  if (parameters["format"] !== "json") return { status: 403 };
  const page = Number(parameters["pageno"] ?? 1);
  const wantsImages = parameters["categories"] === "images";
  const found = find(parameters["q"] ?? "", entries).filter((entry) => !wantsImages || entry.image !== undefined);
  const results = found.slice((page - 1) * pageSize, page * pageSize).map((entry) => ({
    url: entry.url,
    title: entry.title,
    content: entry.text,
    publishedDate: entry.date ?? null,
    engine: "fixture",
    ...(wantsImages ? { img_src: entry.image?.url, resolution: `${entry.image?.width} x ${entry.image?.height}` } : {}),
  }));
  return { status: 200, body: { query: parameters["q"], results, answers: [], unresponsive_engines: [] } };
}

function answerAsBrave({ path, parameters, headers }: SeenSearch, entries: readonly FoundEntry[]): Answer {
  if (headers["x-subscription-token"] === undefined) return { status: 422 };
  const count = Number(parameters["count"] ?? 20);
  const start = Number(parameters["offset"] ?? 0) * count;
  const found = find(parameters["q"] ?? "", entries).slice(start, start + count);
  const results = found.map((entry) => ({
    url: entry.url,
    title: `<strong>${entry.title}</strong>`,
    description: entry.text,
    age: entry.date,
    ...(entry.image === undefined ? {} : { properties: entry.image, thumbnail: { src: entry.image.url } }),
  }));
  return {
    status: 200,
    body: path.includes("/web/") ? { type: "search", web: { results } } : { type: "results", results },
  };
}

function answerAsSerper({ path, headers, body }: SeenSearch, entries: readonly FoundEntry[]): Answer {
  if (headers["x-api-key"] === undefined) return { status: 403, body: { message: "Unauthorized." } };
  const found = find(String(body["q"]), entries).slice(0, Number(body["num"] ?? 10));
  const results = found.map((entry, index) => ({
    title: entry.title,
    link: entry.url,
    snippet: entry.text,
    date: entry.date,
    position: index + 1,
    ...(entry.image === undefined
      ? {}
      : { imageUrl: entry.image.url, imageWidth: entry.image.width, imageHeight: entry.image.height }),
  }));
  const field = { "/search": "organic", "/images": "images", "/news": "news" }[path];
  return field === undefined ? { status: 404 } : { status: 200, body: { searchParameters: body, [field]: results } };
}

function answerAsTavily({ headers, body }: SeenSearch, entries: readonly FoundEntry[]): Answer {
  if (!String(headers["authorization"]).startsWith("Bearer "))
    return { status: 401, body: { detail: { error: "Unauthorized" } } };
  const found = find(String(body["query"]), entries).slice(0, Number(body["max_results"] ?? 5));
  const results = found.map((entry, index) => ({
    url: entry.url,
    title: entry.title,
    content: entry.text,
    score: 1 / (index + 1),
    published_date: entry.date,
  }));
  return { status: 200, body: { query: body["query"], results } };
}
