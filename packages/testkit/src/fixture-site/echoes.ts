import { page, send, type PageRoutes } from "./reply.ts";

/** Pages that repeat what they were sent. */
export const echoRoutes: PageRoutes = {
  /** `/headers`: the request's headers as JSON. */
  headers: (visit) => send(visit, JSON.stringify(visit.request.headers, null, 2), { type: "application/json" }),
  /** `/cookies`: the cookies that were sent, one per line. */
  cookies(visit) {
    const cookies = (visit.request.headers.cookie ?? "").split("; ").filter((cookie) => cookie !== "");
    send(visit, page("Cookies", `<ul>${cookies.map((cookie) => `<li>${cookie}</li>`).join("")}</ul>`));
  },
  /** `/set-cookies?a=1&b=2`: sets them and redirects to `/cookies`. */
  "set-cookies": (visit) =>
    send(visit, "", {
      status: 302,
      headers: {
        location: "/cookies",
        "set-cookie": [...visit.url.searchParams].map(([name, value]) => `${name}=${value}; Path=/`),
      },
    }),
  /** `/basic-auth`: 401 unless the request carries credentials. */
  "basic-auth"(visit) {
    const { authorization } = visit.request.headers;
    if (authorization === undefined) {
      send(visit, page("Who are you?", ""), { status: 401, headers: { "www-authenticate": 'Basic realm="fixtures"' } });
    } else send(visit, page("Welcome", `<p>${authorization}</p>`));
  },
};
