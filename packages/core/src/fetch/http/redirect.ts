import { headerOf, type ResponseHeaders } from "./response-headers.ts";

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** An answer as far as it may lead elsewhere. */
export interface RedirectSource {
  readonly url: URL;
  readonly status: number;
  readonly headers: ResponseHeaders;
}

/** The address that an answer redirects to (RFC 9110 §15.4); undefined when the answer is the page itself. */
export function redirectTarget({ url, status, headers }: RedirectSource): URL | undefined {
  const location = headerOf(headers, "location");
  if (!redirectStatuses.has(status) || location === "") return undefined;
  const target = URL.parse(asUtf8(location), url.href) ?? undefined;
  // RFC 9110 §10.2.2: a target without a fragment inherits that of the address it replaces.
  if (target?.hash === "") target.hash = url.hash;
  return target;
}

/** Header bytes beyond ASCII are UTF-8 on sites that write them, and Latin-1 to an HTTP library. */
function asUtf8(header: string): string {
  if (!/^[\0-\x7f]*[\x80-\xff][\0-\xff]*$/.test(header)) return header;
  const text = Buffer.from(header, "latin1").toString("utf8");
  return text.includes("\ufffd") ? header : text;
}
