import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { charsetRoutes } from "./charsets.ts";
import { echoRoutes } from "./echoes.ts";
import { failureRoutes } from "./failures.ts";
import { mediaRoutes } from "./media.ts";
import { pageRoutes } from "./pages.ts";
import { redirectRoutes } from "./redirects.ts";
import { send, type PageRoutes } from "./reply.ts";

/** A request that the fixture site has seen. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A site on loopback whose pages misbehave on demand. */
export interface FixtureSite extends AsyncDisposable {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly origin: string;
  /** Every request so far, in order. */
  readonly requests: readonly SeenRequest[];
  /** Number of times a path (with its query string) was asked for. */
  visits(path: string): number;
  /** Resolves once a path (with its query string) has been asked for. */
  visited(path: string): Promise<void>;
}

/** Options of a fixture site. */
export interface FixtureSiteOptions {
  /** Further routes by the first segment of their path; they win over the built-in ones. */
  readonly routes?: PageRoutes;
}

const builtIn: PageRoutes = {
  ...pageRoutes,
  ...redirectRoutes,
  ...charsetRoutes,
  ...mediaRoutes,
  ...echoRoutes,
  ...failureRoutes,
};

/**
 * Starts the site on a free port of 127.0.0.1. Disposing closes every connection at once. Routes are listed in the
 * README of this package.
 */
export async function startFixtureSite({ routes = {} }: FixtureSiteOptions = {}): Promise<FixtureSite> {
  const all = new Map(Object.entries({ ...builtIn, ...routes }));
  const requests: SeenRequest[] = [];
  const arrivals = new EventEmitter();
  const closing = new AbortController();
  const visits = (path: string) => requests.filter((seen) => seen.path === path).length;

  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const url = new URL(`http://site${path}`);
    const [name = "", ...rest] = url.pathname.slice(1).split("/");
    const requestsBefore = visits(path);
    requests.push({ method: request.method ?? "GET", path, headers: request.headers });
    arrivals.emit("request");
    const left = new AbortController();
    response.once("close", () => left.abort());
    const exchange = {
      request,
      response,
      url,
      rest,
      requestsBefore,
      gone: AbortSignal.any([left.signal, closing.signal]),
    };
    const route = all.get(name);
    if (route === undefined) send(exchange, "<!doctype html><title>Not found</title><p>No such page.", { status: 404 });
    else
      Promise.resolve(route(exchange)).catch((reason: unknown) =>
        response.destroy(reason instanceof Error ? reason : undefined),
      );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    visits,
    async visited(path) {
      while (visits(path) === 0) await once(arrivals, "request", { signal: closing.signal });
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
