import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { numberOf, page, send, type PageRoutes, type Exchange } from "./reply.ts";

/** Pages that are late, broken, huge or refused. */
export const failureRoutes: PageRoutes = {
  /** `/status/{code}?retry-after=1`: a page with that status. */
  status(exchange) {
    const status = Number(exchange.rest[0] ?? 200);
    const retryAfter = exchange.url.searchParams.get("retry-after");
    const headers = retryAfter === null ? {} : { "retry-after": retryAfter };
    const hasBody = status !== 204 && status !== 304;
    send(exchange, hasBody ? page(`Status ${status}`, `<p>This page answers ${status}.</p>`) : "", { status, headers });
  },
  /** `/flaky/{key}?fails=2&status=503&retry-after=1`: fails that often, then is fine. Without a status, the connection breaks. */
  flaky(exchange) {
    const isFine = exchange.requestsBefore >= numberOf(exchange.url, "fails", 1);
    const status = numberOf(exchange.url, "status", 0);
    const retryAfter = exchange.url.searchParams.get("retry-after");
    if (isFine) send(exchange, page("Fine again", `<p>After ${exchange.requestsBefore} failures.</p>`));
    else if (status === 0) exchange.request.socket.destroy();
    else send(exchange, "Not now.", { status, headers: retryAfter === null ? {} : { "retry-after": retryAfter } });
  },
  /** `/slow?ms=500`: answers late. */
  async slow(exchange) {
    if (await waited(exchange, numberOf(exchange.url, "ms", 500))) send(exchange, page("Slow", "<p>Here at last.</p>"));
  },
  /** `/drip?chunks=5&ms=100`: answers in pieces. */
  async drip(exchange) {
    exchange.response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    for (let piece = 0; piece < numberOf(exchange.url, "chunks", 5); piece += 1) {
      exchange.response.write(`<p>Piece ${piece}</p>`);
      if (!(await waited(exchange, numberOf(exchange.url, "ms", 100)))) return;
    }
    exchange.response.end();
  },
  /** `/hang`: never answers. */
  hang: () => {},
  /** `/big?bytes=1000000`: a page of that size, sent without a length. */
  async big(exchange) {
    const chunk = "<p>All work and no play makes this page very long indeed.</p>\n".repeat(1000);
    let left = numberOf(exchange.url, "bytes", 1_000_000);
    exchange.response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    for (; left > 0 && !exchange.gone.aborted; left -= chunk.length) {
      const isDrained = exchange.response.write(chunk.slice(0, left));
      if (!isDrained) await once(exchange.response, "drain", { signal: exchange.gone }).catch(() => undefined);
    }
    exchange.response.end();
  },
  /** `/reset`: closes the connection instead of answering. */
  reset: (exchange) => void exchange.request.socket.destroy(),
  /** `/truncated`: announces more than it sends, then closes the connection. */
  truncated(exchange) {
    exchange.response.writeHead(200, { "content-type": "text/html", "content-length": "100000" });
    exchange.response.write("<p>The beginning of a long", () => exchange.request.socket.destroy());
  },
};

/** Waits; false when the caller was gone before. */
async function waited({ gone }: Exchange, ms: number): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal: gone });
    return true;
  } catch {
    return false;
  }
}
