import { page, send, type PageRoutes, type Visit } from "./reply.ts";

/** Ways to be sent elsewhere. */
export const redirectRoutes: PageRoutes = {
  /** `/redirect/{status}/{hops}?to=/article`: that many relative hops, then `to`. */
  redirect(visit) {
    const [status = "302", hops = "1"] = visit.rest;
    const left = Number(hops) - 1;
    const to = visit.url.searchParams.get("to") ?? "/article";
    redirect(visit, Number(status), left > 0 ? `/redirect/${status}/${left}?to=${encodeURIComponent(to)}` : to);
  },
  /** `/redirect-to?url=…&status=302`: one hop to any address, also off this site. */
  "redirect-to": (visit) =>
    redirect(visit, Number(visit.url.searchParams.get("status") ?? 302), visit.url.searchParams.get("url") ?? "/"),
  /** `/redirect-loop`: to itself. */
  "redirect-loop": (visit) => redirect(visit, 302, "/redirect-loop"),
  /** `/redirect-ping`, `/redirect-pong`: to each other. */
  "redirect-ping": (visit) => redirect(visit, 302, "/redirect-pong"),
  "redirect-pong": (visit) => redirect(visit, 302, "/redirect-ping"),
  /** `/redirect-nowhere`: a redirect without a `Location`. */
  "redirect-nowhere": (visit) => send(visit, page("Moved", "<p>Moved, but where?</p>"), { status: 302 }),
  /** `/meta-refresh?to=/article&seconds=0`: a page that sends its reader on. */
  "meta-refresh"(visit) {
    const { searchParams } = visit.url;
    const content = `${searchParams.get("seconds") ?? "0"}; url=${searchParams.get("to") ?? "/article"}`;
    send(
      visit,
      `<!doctype html><title>Moving</title><meta http-equiv="refresh" content="${content}"><p>One moment.</p>`,
    );
  },
};

function redirect(visit: Visit, status: number, location: string): void {
  send(visit, `<!doctype html><title>Moved</title><p>Moved to ${location}.</p>`, { status, headers: { location } });
}
