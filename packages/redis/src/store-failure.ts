import { EngineError } from "@garner/core";

/** A failure of the connection itself. */
export interface Refusal {
  readonly error: Error & { readonly code?: unknown; readonly lastNodeError?: unknown };
  /** We go through TLS, and show no certificate. */
  readonly isAnonymous: boolean;
}

/**
 * The failure of a request to Redis, as an error for callers; `refusal` is the latest failure of the connection itself. A
 * mistake of a script stays one.
 */
export function storeFailure(thrown: unknown, refusal?: Refusal): unknown {
  if (EngineError.is(thrown) || !(thrown instanceof Error) || isMistake(thrown.message)) return thrown;
  const reason = answerOf(thrown) ?? (refusal && refusalOf(refusal)) ?? "Redis can't be reached";
  return new EngineError("STORE_UNAVAILABLE", `The store does not work: ${reason}.`, {
    cause: refusal?.error ?? thrown,
  });
}

type Reasons = readonly (readonly [sign: string, reason: string])[];

/** Answers of Redis, by what they begin with or say. */
const answers: Reasons = [
  ["OOM ", "Redis is out of memory and refuses writes; raise `maxmemory`, or delete jobs"],
  ["MISCONF", "Redis can't write to its disk"],
  ["READONLY", "this Redis is a replica, which takes no writes"],
  ["LOADING", "Redis is starting, and reads its data"],
  ["BUSY ", "Redis is busy with a script"],
  ["CLUSTERDOWN", "the Redis cluster is down"],
  ["MASTERDOWN", "the primary of this Redis is down"],
  ["NOREPLICAS", "Redis has too few replicas to take writes"],
  ["TRYAGAIN", "the Redis cluster is moving keys"],
  ["NOAUTH", "Redis wants a password: put it into the URL, as in `redis://:password@host:6379`"],
  ["WRONGPASS", "Redis refuses the name or the password of the URL"],
  ["NOPERM", "this user of Redis may not do what the store needs"],
  ["DB index is out of range", "Redis has no database of the number in the URL"],
  ["Command timed out", "Redis does not answer in time"],
];

const untrusted =
  "the certificate of Redis is signed by nobody whom this machine trusts: name its authority in `tls.ca`, or REDIS_TLS_CA of a server";

const certificateWanted =
  "asks its clients for a certificate: give it as `tls.cert` and `tls.key`, or REDIS_TLS_CERT and REDIS_TLS_KEY of a server";

/** Codes of connections that Node or OpenSSL give up. */
const refusals: Reasons = [
  ["SELF_SIGNED_CERT", untrusted],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", untrusted],
  ["UNABLE_TO_GET_ISSUER_CERT", untrusted],
  ["CERT_HAS_EXPIRED", "the certificate of Redis has expired"],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "the certificate of Redis is for another name: say which in `tls.servername`, or REDIS_TLS_SERVERNAME of a server",
  ],
  ["ALERT_CERTIFICATE_REQUIRED", `Redis ${certificateWanted}`],
  ["ALERT_UNKNOWN_CA", "Redis does not trust the certificate of `tls.cert`"],
];

const answerOf = ({ message }: Error): string | undefined => answers.find(([sign]) => message.includes(sign))?.[1];

/** The reason of a connection that was refused; a cluster tells of its last node. */
function refusalOf({ error, isAnonymous }: Refusal): string | undefined {
  if (error.lastNodeError instanceof Error) return refusalOf({ error: error.lastNodeError, isAnonymous });
  const code = String(error.code);
  // Under TLS 1.3 a server asks for a certificate when we have begun to write: its answer may be lost with the connection.
  if (isAnonymous && /^(?:ECONNRESET|EPIPE)$/.test(code)) return `Redis can't be reached, or ${certificateWanted}`;
  return refusals.find(([sign]) => code.includes(sign))?.[1] ?? answerOf(error);
}

function isMistake(message: string): boolean {
  return /^(?:ERR (?!max number of clients|DB index)|WRONGTYPE|CROSSSLOT|EXECABORT)/.test(message);
}
