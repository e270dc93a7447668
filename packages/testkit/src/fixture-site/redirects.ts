import { page, send, type PageRoutes, type Exchange } from "./reply.ts";

/** Ways to be sent elsewhere. */
export const redirectRoutes: PageRoutes = {
  /** `/redirect/{status}/{hops}?to=/article`: that many relative hops, then `to`. */
  redirect(exchange) {
    const [status = "302", hops = "1"] = exchange.rest;
    const left = Number(hops) - 1;
    const to = exchange.url.searchParams.get("to") ?? "/article";
    redirect(exchange, Number(status), left > 0 ? `/redirect/${status}/${left}?to=${encodeURIComponent(to)}` : to);
  },
  /** `/redirect-to?url=…&status=302`: one hop to any address, also off this site. */
  "redirect-to": (exchange) =>
    redirect(
      exchange,
      Number(exchange.url.searchParams.get("status") ?? 302),
      exchange.url.searchParams.get("url") ?? "/",
    ),
  /** `/redirect-loop`: to itself. */
  "redirect-loop": (exchange) => redirect(exchange, 302, "/redirect-loop"),
  /** `/redirect-ping`, `/redirect-pong`: to each other. */
  "redirect-ping": (exchange) => redirect(exchange, 302, "/redirect-pong"),
  "redirect-pong": (exchange) => redirect(exchange, 302, "/redirect-ping"),
  /** `/redirect-nowhere`: a redirect without a `Location`. */
  "redirect-nowhere": (exchange) => send(exchange, page("Moved", "<p>Moved, but where?</p>"), { status: 302 }),
  /** `/meta-refresh?to=/article&seconds=0`: a page that sends its reader on. */
  "meta-refresh"(exchange) {
    const { searchParams } = exchange.url;
    const content = `${searchParams.get("seconds") ?? "0"}; url=${searchParams.get("to") ?? "/article"}`;
    send(
      exchange,
      `<!doctype html><title>Moving</title><meta http-equiv="refresh" content="${content}"><p>One moment.</p>`,
    );
  },
};

function redirect(exchange: Exchange, status: number, location: string): void {
  send(exchange, `<!doctype html><title>Moved</title><p>Moved to ${location}.</p>`, { status, headers: { location } });
}
