import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A page of a crawl site: its links, and what else is special about it. */
export interface CrawlPage {
  /** Paths or absolute URLs. `{origin}` stands for the site's own. */
  readonly links?: readonly string[];
  readonly title?: string;
  readonly body?: string;
  readonly status?: number;
  /** Redirects there. */
  readonly redirect?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
  /** Answered when this resolves, and not before. */
  readonly held?: Promise<void>;
  /** Sent as it is, in place of a page. */
  readonly raw?: { readonly text: string; readonly type: string };
}

/** A request that a crawl site has seen. */
export interface CrawlRequestSeen {
  readonly path: string;
  readonly host: string;
  readonly userAgent: string | undefined;
  /** Milliseconds, monotonic. */
  readonly at: number;
}

/** Pages by their path and query, or a function that makes them up. */
export type CrawlPages =
  | Readonly<Record<string, CrawlPage>>
  | ((path: string, requestsBefore: number) => CrawlPage | undefined);

/** A site on loopback to crawl. */
export interface CrawlSite extends AsyncDisposable {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly origin: string;
  /** The same site under the name `localhost`, which is another host. */
  readonly otherOrigin: string;
  /** Every request so far but those for robots.txt and sitemaps, in order. */
  readonly requests: readonly CrawlRequestSeen[];
  /** Most of them that were under way at once. */
  readonly maxAtOnce: number;
  visits(path: string): number;
}

/** Starts a site with these pages on a free port of loopback; what it does not have is a 404. */
export async function startCrawlSite(pages: CrawlPages): Promise<CrawlSite> {
  const requests: CrawlRequestSeen[] = [];
  const counts = new Map<string, number>();
  let underWay = 0;
  let maxAtOnce = 0;
  const find = (path: string, before: number) => (typeof pages === "function" ? pages(path, before) : pages[path]);

  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const before = counts.get(path) ?? 0;
    counts.set(path, before + 1);
    const { host = "", "user-agent": userAgent } = request.headers;
    const isPage = !/robots\.txt|sitemap/.test(path);
    if (isPage) {
      requests.push({ path, host, userAgent, at: performance.now() });
      maxAtOnce = Math.max(maxAtOnce, (underWay += 1));
    }
    const found = find(path, before);
    const reply = () => {
      if (isPage) underWay -= 1;
      answer(found, request, response);
    };
    if (found?.held !== undefined) void found.held.then(reply);
    else if (found?.delayMs === undefined) reply();
    else setTimeout(reply, found.delayMs);
  });
  server.listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    requests,
    get maxAtOnce() {
      return maxAtOnce;
    },
    visits: (path) => counts.get(path) ?? 0,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function answer(found: CrawlPage | undefined, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? "/";
  const origin = `http://${request.headers.host}`;
  const {
    links = [],
    title = `Page ${path}`,
    body = "",
    status = 200,
    redirect,
    headers,
    raw,
  } = found ?? { status: 404 };
  if (redirect !== undefined) {
    response.writeHead(status === 200 ? 302 : status, { location: redirect.replace("{origin}", origin) }).end();
    return;
  }
  const list = links.map((link) => `<li><a href="${link.replace("{origin}", origin)}">${link}</a></li>`).join("");
  const html = `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${body}</p><ul>${list}</ul></main></html>`;
  response.writeHead(status, { "content-type": raw?.type ?? "text/html; charset=utf-8", ...headers });
  response.end(raw?.text.replaceAll("{origin}", origin) ?? html);
}

/** A site of `count` pages, `/p/1` and so on below `/`: each links to the next ones as in a tree, and back home. */
export function treeOfPages(count: number, branching = 10): Readonly<Record<string, CrawlPage>> {
  const path = (index: number) => (index === 0 ? "/" : `/p/${index}`);
  const children = (index: number) =>
    Array.from({ length: branching }, (_, child) => index * branching + child + 1).filter((child) => child < count);
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      path(index),
      { title: `Page number ${index}`, links: ["/", ...children(index).map(path)] },
    ]),
  );
}
