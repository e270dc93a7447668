/** Lets scripts of any origin read the answer (contract §1.6). */
export function allowAnyOrigin(headers: Headers): void {
  headers.set("access-control-allow-origin", "*");
  headers.set("access-control-expose-headers", "x-request-id, retry-after");
}

/** Whether a browser asks before it sends the real request (Fetch standard, "CORS-preflight request"). */
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
