import { page, send, type PageRoutes } from "./reply.ts";

/** Pages that repeat what they were sent. */
export const echoRoutes: PageRoutes = {
  /** `/headers`: the request's headers as JSON. */
  headers: (exchange) =>
    send(exchange, JSON.stringify(exchange.request.headers, null, 2), { type: "application/json" }),
  /** `/cookies`: the cookies that were sent, one per line. */
  cookies(exchange) {
    const cookies = (exchange.request.headers.cookie ?? "").split("; ").filter((cookie) => cookie !== "");
    send(exchange, page("Cookies", `<ul>${cookies.map((cookie) => `<li>${cookie}</li>`).join("")}</ul>`));
  },
  /** `/set-cookies?a=1&b=2`: sets them and redirects to `/cookies`. */
  "set-cookies": (exchange) =>
    send(exchange, "", {
      status: 302,
      headers: {
        location: "/cookies",
        "set-cookie": [...exchange.url.searchParams].map(([name, value]) => `${name}=${value}; Path=/`),
      },
    }),
  /** `/basic-auth`: 401 unless the request carries credentials. */
  "basic-auth"(exchange) {
    const { authorization } = exchange.request.headers;
    if (authorization === undefined) {
      send(exchange, page("Who are you?", ""), {
        status: 401,
        headers: { "www-authenticate": 'Basic realm="fixtures"' },
      });
    } else send(exchange, page("Welcome", `<p>${authorization}</p>`));
  },
};
