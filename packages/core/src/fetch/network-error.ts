import { EngineError, messageOfThrown } from "../errors.ts";

/** Codes by which Node and OpenSSL name failures of TLS. */
const tlsCode =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|EPROTO|UND_ERR_PRX_TLS)/;

/** The codes among them that blame the certificate. */
const certificateCode =
  /^(?:ERR_TLS_CERT_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_)/;

/** Codes of failures that are often over a moment later: a connection that was reset or closed early, by Node or Chromium. */
const passingCode =
  /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|EAI_AGAIN|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ERR_(?:EMPTY_RESPONSE|CONNECTION_(?:RESET|CLOSED)))$/;

/** Codes of decoders (gzip, Brotli, Zstandard) for bytes in another format. */
const damagedCode = /^(?:Z_DATA_ERROR$|ERR__ERROR_|ZSTD_error_)/;

const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: "it refused the connection",
  ECONNRESET: "it reset the connection",
  EPIPE: "it closed the connection",
  UND_ERR_SOCKET: "it closed the connection before the answer was complete",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "its answer is not as long as it says",
  UND_ERR_CONNECT_TIMEOUT: "it did not accept the connection in time",
  ETIMEDOUT: "it did not accept the connection in time",
  UND_ERR_HEADERS_TIMEOUT: "it did not answer in time",
  UND_ERR_BODY_TIMEOUT: "it stopped sending",
  UND_ERR_HEADERS_OVERFLOW: "its headers are too large",
  Z_BUF_ERROR: "its compressed answer is cut short",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "there is no route to its network",
};

/** The failure of a TLS connection by its code, with advice if the certificate is to blame. */
export function tlsError(
  { host }: URL,
  {
    code,
    isOfCertificate,
    cause,
  }: { readonly code: string; readonly isOfCertificate: boolean; readonly cause: unknown },
): EngineError {
  const advice = isOfCertificate ? " Set `skipTlsVerification` to accept invalid certificates." : "";
  return new EngineError("SCRAPE_SSL_ERROR", `The TLS connection to ${host} failed (${code}).${advice}`, { cause });
}

/** Turns what the network threw into an EngineError that says in plain words what happened to which host. */
export function networkError(thrown: unknown, url: URL): EngineError {
  const known = engineErrorIn(thrown);
  if (known !== undefined) return known;
  const code = codeOf(thrown);
  const options = { cause: thrown };
  if (tlsCode.test(code)) return tlsError(url, { code, isOfCertificate: certificateCode.test(code), cause: thrown });
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new EngineError("SCRAPE_DNS_RESOLUTION_ERROR", `The host name ${url.hostname} does not resolve.`, options);
  const damage = damagedCode.test(code) ? "its compressed answer is damaged" : undefined;
  const reason = explanations[code] ?? damage ?? breachOf(thrown) ?? reasonOf(thrown);
  return new EngineError("SCRAPE_SITE_ERROR", `${url.host} could not be read: ${reason}.`, options);
}

/** The engine's own error that something was thrown because of, if there is one. */
export function engineErrorIn(thrown: unknown): EngineError | undefined {
  return [...causes(thrown)].find((error) => EngineError.is(error));
}

/** True if the same request may well succeed in a moment. */
export function isPassing(error: EngineError): boolean {
  return error.code !== "URL_BLOCKED" && passingCode.test(codeOf(error.cause));
}

/** True if a compressed answer ended before its end. */
export function isCutShort(error: EngineError): boolean {
  return codeOf(error.cause) === "Z_BUF_ERROR";
}

/** True if redirects led to no page: every one was answered, and asked again they would lead the same way. */
export function isEndlessChain(error: EngineError): boolean {
  return error.code === "SCRAPE_SITE_ERROR" && error.details !== undefined;
}

/** True if no server took the connection, so that none has seen the request. */
export function isUnreachable(error: EngineError): boolean {
  return /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(codeOf(error.cause));
}

/** The code by which Node, OpenSSL or undici names a failure; empty if there is none. */
export function codeOf(thrown: unknown): string {
  for (const error of causes(thrown)) {
    if (typeof error === "object" && error !== null && "code" in error && typeof error.code === "string")
      return error.code;
  }
  return "";
}

/** An error, what caused it, and the parts of an aggregate. */
export function* causes(thrown: unknown, depth = 0): Generator<unknown> {
  if (depth > 5 || typeof thrown !== "object" || thrown === null) return;
  yield thrown;
  if ("cause" in thrown) yield* causes(thrown.cause, depth + 1);
  if (thrown instanceof AggregateError) for (const part of thrown.errors) yield* causes(part, depth + 1);
}

/** The rule of HTTP that an answer breaks, by the parsers of undici and Node; undefined for any other failure. */
function breachOf(thrown: unknown): string | undefined {
  // The parser of undici takes a status below 100 for a mistake of its own.
  if (codeOf(thrown) === "ERR_ASSERTION" && messageOfThrown(thrown).includes("statusCode"))
    return "its answer breaks the rules of HTTP (invalid status code)";
  const refusal = [...causes(thrown)].find(
    (error) => error instanceof Error && (error.name === "HTTPParserError" || codeOf(error).startsWith("HPE_")),
  );
  if (!(refusal instanceof Error)) return undefined;
  const rule = /\(([^()]+)\)$/.exec(refusal.message)?.[1] ?? refusal.message.replace(/^Parse Error: /, "");
  return `its answer breaks the rules of HTTP (${rule.toLowerCase()})`;
}

function reasonOf(thrown: unknown): string {
  const message = messageOfThrown(thrown);
  return message.replace(/(?<![.\s])[.\s]+$/, "") || "the connection failed";
}
