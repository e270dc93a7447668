import { EngineError, messageOfThrown, tlsError } from "@garner/core";
import { firstLine } from "../driver-message.ts";
import type { EgressSession } from "../egress/session.ts";
import { isGone, isLeft } from "../page/world.ts";

/** Turns the driver's error from opening a page into an EngineError that names the reason and the host. */
export function navigationFailure(thrown: unknown, url: URL, egress: EgressSession): EngineError {
  if (EngineError.is(thrown)) return thrown;
  const message = messageOfThrown(thrown);
  const code = /net::(ERR_[A-Z_0-9]+)/.exec(message)?.[1] ?? "";
  const options = { cause: Object.assign(new Error(message, { cause: thrown }), { code }) };
  if (/^ERR_(?:CERT|SSL|BAD_SSL)/.test(code))
    return tlsError(url, { code, isOfCertificate: code.startsWith("ERR_CERT"), cause: thrown });
  const failure = egress.failureAt(url);
  if (failure !== undefined) return failure;
  const reason = explanations[code] ?? (code === "" ? firstLine(message) : code);
  return new EngineError("SCRAPE_SITE_ERROR", `${url.host} could not be read: ${reason}.`, options);
}

/**
 * Turns the driver's error from reading a page into an EngineError. An error because the browser is gone, or by
 * mistake, stays as it is.
 */
export function readingFailure(thrown: unknown, url: URL): unknown {
  if (EngineError.is(thrown) || !(thrown instanceof Error)) return thrown;
  const failed = (reason: string) =>
    new EngineError("SCRAPE_SITE_ERROR", `${url.host} could not be read: ${reason}.`, { cause: thrown });
  if (/crashed/i.test(thrown.message)) return failed("the page crashed its tab, which may have needed too much memory");
  if (isGone(thrown)) return thrown;
  if (isLeft(thrown)) return failed("the page never stays for long enough");
  const fromDriver = /^\w+\.\w+: ([^\n]*)/.exec(thrown.message)?.[1];
  return fromDriver === undefined ? thrown : failed(firstLine(fromDriver));
}

const explanations: Readonly<Record<string, string>> = {
  ERR_TOO_MANY_REDIRECTS: "it redirects in circles",
  ERR_EMPTY_RESPONSE: "it closed the connection without an answer",
  ERR_CONNECTION_CLOSED: "it closed the connection",
  ERR_CONNECTION_RESET: "it reset the connection",
  ERR_INVALID_RESPONSE: "its answer is not HTTP",
  ERR_INVALID_HTTP_RESPONSE: "its answer is not HTTP",
  ERR_CONTENT_LENGTH_MISMATCH: "its answer is not as long as it says",
  ERR_HTTP2_PROTOCOL_ERROR: "it broke the rules of HTTP/2",
  ERR_INVALID_REDIRECT: "it redirects to an address that cannot be reached",
  ERR_UNSAFE_REDIRECT: "it redirects to an address that cannot be reached",
  ERR_UNSAFE_PORT: "browsers do not open its port",
};
