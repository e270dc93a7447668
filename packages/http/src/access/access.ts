import { isIP } from "node:net";
import { EngineError } from "@garner/core";

/** The web pages that may use a server, and the names under which it is known. */
export interface AccessRules {
  /** True if there is no authentication, so that everybody who reaches the server may use it. */
  readonly isOpen: boolean;
  /** The address under which callers reach the server; its host and origin are the server's own. */
  readonly publicUrl?: string | undefined;
  /** See {@link HandlerOptions.allowedHosts}. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** See {@link HandlerOptions.allowedOrigins}. */
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** Keeps web pages of others away from a server that their visitor can reach. */
export interface Access {
  /**
   * Throws FORBIDDEN for a request that a page of a stranger may have made its visitor's browser send. `origin` is
   * where a trusted proxy says that it was sent to.
   */
  check(request: Request, origin?: string): void;
  /** The headers that let a script of an allowed origin read an answer (Fetch standard, "CORS protocol"). */
  corsHeaders(request: Request): readonly (readonly [name: string, value: string])[];
}

/**
 * Reads the rules. Throws BAD_REQUEST for an origin that is none, and for `*` without authentication.
 *
 * Without authentication, a caller needs nothing but to reach the server, and a browser lends its reach to every
 * page: by its own requests (seen by `Origin`), and by a name of the page's that suddenly means this machine (DNS
 * rebinding, seen by `Host`). A key is not lent, so with authentication only cookies are looked after, which browsers
 * add uninvited.
 */
export function createAccess({ isOpen, publicUrl, allowedHosts, allowedOrigins = [] }: AccessRules): Access {
  const own = URL.parse(publicUrl ?? "");
  const isNamedHost = hostRule([...(allowedHosts ?? []), ...(own === null ? [] : [own.hostname])]);
  const origins = new Set(allowedOrigins.map(readOrigin));
  const anyOrigin = origins.has("*");
  if (anyOrigin && isOpen)
    throw new EngineError(
      "BAD_REQUEST",
      "`*` lets every website in, which needs authentication; without, name the origins.",
    );

  function checkHost(request: Request, reached: string | undefined): void {
    if (!isOpen && allowedHosts === undefined) return;
    const sent = request.headers.get("host");
    const host = reached ?? sent;
    // A request without the header came over no connection: it was made in this process, or is older than browsers.
    if (host === null) return;
    const hostname = hostnameOf(host);
    if (isNamedHost(hostname)) return;
    // A page can't choose the `Host` that its visitor's browser sends, but it can forge the report of a proxy.
    const isSent = sent !== null && hostnameOf(sent) === hostname;
    if (isSent && (isLoopbackName(hostname) || isAddress(hostname))) return;
    throw new EngineError(
      "FORBIDDEN",
      `This server does not know itself as \`${host}\`. If that is its name, say so: \`publicUrl\` or \`allowedHosts\` of the handler, PUBLIC_URL or ALLOWED_HOSTS of the server.`,
    );
  }

  function checkOrigin(request: Request, reached: string | undefined): void {
    const origin = request.headers.get("origin");
    if (origin === null || anyOrigin || origins.has(origin) || origin === own?.origin) return;
    const host = reached ?? request.headers.get("host") ?? new URL(request.url).host;
    if (isSameOrigin(origin, host) || (!isOpen && !request.headers.has("cookie"))) return;
    throw new EngineError(
      "FORBIDDEN",
      `Pages of \`${origin}\` may not use this server. If they should, say so: \`allowedOrigins\` of the handler, ALLOWED_ORIGINS of the server.`,
    );
  }

  return {
    check(request, reachedAt) {
      const reached = reachedAt === undefined ? undefined : URL.parse(reachedAt)?.host;
      checkHost(request, reached);
      checkOrigin(request, reached);
    },
    corsHeaders(request) {
      const origin = request.headers.get("origin");
      const vary = origins.size === 0 || anyOrigin ? [] : ([["vary", "origin"]] as const);
      if (origin === null || !(anyOrigin || origins.has(origin))) return vary;
      return [
        ...vary,
        ["access-control-allow-origin", anyOrigin ? "*" : origin],
        ["access-control-expose-headers", "x-request-id, retry-after"],
      ];
    },
  };
}

function readOrigin(entry: string): string {
  if (entry === "*" || entry === "null" || URL.parse(entry)?.origin === entry) return entry;
  throw new EngineError("BAD_REQUEST", `"${entry}" is not an origin, such as https://app.example, or \`*\`.`);
}

/** Matches host names, and all names below one for `*.corp.example`. */
function hostRule(entries: readonly string[]): (hostname: string) => boolean {
  const names = entries.map(readHostEntry);
  return (hostname) =>
    names.some((name) => (name.startsWith("*.") ? hostname.endsWith(name.slice(1)) : hostname === name));
}

function readHostEntry(entry: string): string {
  const name = isAddress(entry) ? entry : hostnameOf(entry);
  if (/^(?:\*\.)?[\p{L}\p{N}_.-]+$/u.test(name) || isAddress(name)) return name;
  throw new EngineError("BAD_REQUEST", `"${entry}" is not a host name, such as garner.example.`);
}

/** The name of a host without its port, in lower case, and without the dot that ends a fully qualified name. */
function hostnameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
}

function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost");
}

/** An address needs no resolver, so a page can't make one its own. */
function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
}

/** Whatever the scheme: a proxy in front may have taken off TLS. */
function isSameOrigin(origin: string, host: string): boolean {
  const page = URL.parse(origin);
  return page !== null && page.host === URL.parse(`${page.protocol}//${host}`)?.host;
}

/** True if a browser asks before it sends the real request (Fetch standard, "CORS-preflight request"). */
export function isPreflight(request: Request): boolean {
  return request.method === "OPTIONS" && request.headers.has("access-control-request-method");
}

/** The answer to a preflight: any method, and the headers it asks for, since `*` would not cover `Authorization`. */
export function preflightResponse(request: Request): Response {
  const headers = new Headers({
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "*",
    "access-control-max-age": "86400",
    vary: "access-control-request-headers",
  });
  return new Response(null, { status: 204, headers });
}
