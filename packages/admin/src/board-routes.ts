import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import type {
  AppControllerRoute,
  AppViewRoute,
  BullBoardQueues,
  BullBoardRequest,
  ControllerHandlerReturnType,
  IServerAdapter,
  UIConfig,
} from "@bull-board/api/typings/app";
import ejs from "ejs";

/** A board behind one function. */
export interface BoardRoutes {
  /** The adapter that `createBullBoard` sets up. */
  readonly adapter: IServerAdapter;
  /** Answers what is below `basePath`; `path` is the rest of it. */
  answer(request: Request, path: string, basePath: string): Promise<Response>;
}

interface Board {
  queues: BullBoardQueues;
  views: string;
  files: { readonly route: string; readonly folder: string };
  entry: AppViewRoute | undefined;
  routes: readonly AppControllerRoute[];
  config: UIConfig;
  onError: (error: Error) => ControllerHandlerReturnType;
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".ico": "image/x-icon",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** The most that a request of the board's page says. */
const maxBodyBytes = 1024 * 1024;

/** Serves a board as one `(Request) => Promise<Response>`, as the contract is served. */
export function boardRoutes(): BoardRoutes {
  const board: Board = {
    ...{
      queues: new Map(),
      views: "",
      files: { route: "/static", folder: "" },
      entry: undefined,
      routes: [],
      config: {},
    },
    onError: ({ message }) => ({ status: 500, body: { error: message } }),
  };
  const set = (change: Partial<Board>) => {
    Object.assign(board, change);
    return adapter;
  };
  const adapter: IServerAdapter = {
    setQueues: (queues) => set({ queues }),
    setViewsPath: (views) => set({ views }),
    setStaticPath: (route, folder) => set({ files: { route, folder } }),
    setEntryRoute: (entry) => set({ entry }),
    setErrorHandler: (onError) => set({ onError }),
    setApiRoutes: (routes) => set({ routes }),
    setUIConfig: (config) => set({ config }),
  };
  return {
    adapter,
    async answer(request, path, basePath) {
      if (path.startsWith(`${board.files.route}/`)) return await file(board, path);
      for (const { method, route, handler } of board.routes) {
        if (![method].flat().includes(request.method.toLowerCase() as "get")) continue;
        const params = [route]
          .flat()
          .map((each) => match(each, path))
          .find((found) => found !== undefined);
        if (params !== undefined) return await call(board, handler, { request, params });
      }
      const isPage = request.method === "GET" && [board.entry?.route ?? []].flat().some((each) => match(each, path));
      return isPage ? await page(board, basePath) : new Response("There is no such page.", { status: 404 });
    },
  };
}

/** The parameters of a route such as `/queue/:name`, if a path is of it. Pure. */
function match(route: string, path: string): Record<string, string> | undefined {
  const [wanted, parts] = [route.split("/"), path.split("/")];
  if (wanted.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of wanted.entries()) {
    const part = parts[index] ?? "";
    const value = decoded(part);
    if (value === undefined) return undefined;
    if (name.startsWith(":")) params[name.slice(1)] = value;
    else if (name !== part) return undefined;
  }
  return params;
}

/** A part of an address as it is meant; undefined if it means nothing. Pure. */
export function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

interface Called {
  readonly request: Request;
  readonly params: Record<string, string>;
}

async function call(
  board: Board,
  handler: AppControllerRoute["handler"],
  { request, params }: Called,
): Promise<Response> {
  const { queues, config: uiConfig, onError } = board;
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const headers = Object.fromEntries(request.headers);
  const body = await bodyOf(request);
  if (body === undefined) return Response.json({ error: "The body is not JSON, or too large." }, { status: 400 });
  const asked: BullBoardRequest = { queues, uiConfig, query, params, headers, body };
  const reply = await Promise.resolve(handler(asked)).catch((thrown: unknown) =>
    onError(thrown instanceof Error ? thrown : new Error(String(thrown))),
  );
  const { status = 200 } = reply;
  return status === 204 ? new Response(null, { status }) : Response.json(reply.body, { status });
}

/** The JSON of a body; undefined if it is not JSON, or larger than any request of the page. */
async function bodyOf(request: Request): Promise<Record<string, unknown> | undefined> {
  if (request.method === "GET") return {};
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) return undefined;
  const text = await request.text();
  if (text === "") return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

async function file({ files }: Board, path: string): Promise<Response> {
  const place = normalize(join(files.folder, decoded(path.slice(files.route.length)) ?? ""));
  const missing = new Response("There is no such file.", { status: 404 });
  if (!place.startsWith(files.folder + sep)) return missing;
  const bytes = await readFile(place).catch(() => undefined);
  const type = mediaTypes[extname(place)] ?? "application/octet-stream";
  return bytes === undefined ? missing : new Response(bytes, { headers: { "content-type": type } });
}

/** The page loads no fonts from other hosts. */
async function page({ entry, views, config }: Board, basePath: string): Promise<Response> {
  if (entry === undefined) return new Response("There is no page.", { status: 404 });
  const { name, params } = entry.handler({ basePath, uiConfig: config });
  const html = await ejs.renderFile(join(views, name), params);
  const alone = html.replaceAll(/<link[^>]+https:\/\/fonts\.[^>]+>/g, "");
  return new Response(alone, { headers: { "content-type": "text/html; charset=utf-8" } });
}
