import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { numberOf, page, send, type PageRoutes, type Visit } from "./reply.ts";

/** Pages that are late, broken, huge or refused. */
export const failureRoutes: PageRoutes = {
  /** `/status/{code}?retry-after=1`: a page with that status. */
  status(visit) {
    const status = Number(visit.rest[0] ?? 200);
    const retryAfter = visit.url.searchParams.get("retry-after");
    const headers = retryAfter === null ? {} : { "retry-after": retryAfter };
    const hasBody = status !== 204 && status !== 304;
    send(visit, hasBody ? page(`Status ${status}`, `<p>This page answers ${status}.</p>`) : "", { status, headers });
  },
  /** `/flaky/{key}?fails=2&status=503&retry-after=1`: fails that often, then is fine. Without a status, the connection breaks. */
  flaky(visit) {
    const isFine = visit.visitsBefore >= numberOf(visit.url, "fails", 1);
    const status = numberOf(visit.url, "status", 0);
    const retryAfter = visit.url.searchParams.get("retry-after");
    if (isFine) send(visit, page("Fine again", `<p>After ${visit.visitsBefore} failures.</p>`));
    else if (status === 0) visit.request.socket.destroy();
    else send(visit, "Not now.", { status, headers: retryAfter === null ? {} : { "retry-after": retryAfter } });
  },
  /** `/slow?ms=500`: answers late. */
  async slow(visit) {
    if (await waited(visit, numberOf(visit.url, "ms", 500))) send(visit, page("Slow", "<p>Here at last.</p>"));
  },
  /** `/drip?chunks=5&ms=100`: answers in pieces. */
  async drip(visit) {
    visit.response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    for (let piece = 0; piece < numberOf(visit.url, "chunks", 5); piece += 1) {
      visit.response.write(`<p>Piece ${piece}</p>`);
      if (!(await waited(visit, numberOf(visit.url, "ms", 100)))) return;
    }
    visit.response.end();
  },
  /** `/hang`: never answers. */
  hang: () => {},
  /** `/big?bytes=1000000`: a page of that size, sent without a length. */
  async big(visit) {
    const chunk = "<p>All work and no play makes this page very long indeed.</p>\n".repeat(1000);
    let left = numberOf(visit.url, "bytes", 1_000_000);
    visit.response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    for (; left > 0 && !visit.gone.aborted; left -= chunk.length) {
      const isDrained = visit.response.write(chunk.slice(0, left));
      if (!isDrained) await once(visit.response, "drain", { signal: visit.gone }).catch(() => undefined);
    }
    visit.response.end();
  },
  /** `/reset`: closes the connection instead of answering. */
  reset: (visit) => void visit.request.socket.destroy(),
  /** `/truncated`: announces more than it sends, then closes the connection. */
  truncated(visit) {
    visit.response.writeHead(200, { "content-type": "text/html", "content-length": "100000" });
    visit.response.write("<p>The beginning of a long", () => visit.request.socket.destroy());
  },
};

/** Waits; false when the caller was gone before. */
async function waited({ gone }: Visit, ms: number): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal: gone });
    return true;
  } catch {
    return false;
  }
}
