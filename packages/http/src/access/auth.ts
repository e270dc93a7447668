import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { bypassPrincipal, EngineError, type ApiKeyStore, type Principal, type StoredApiKey } from "@garner/core";

/**
 * Identifies the caller. Throws EngineError: UNAUTHORIZED for an unknown caller, FORBIDDEN, RATE_LIMITED or
 * CREDITS_EXHAUSTED for a known one that may not call. Runs before the body is read. A host application passes its own.
 */
export interface Authenticate {
  (request: Request): Principal | Promise<Principal>;
  /** True if it asks for nothing, so that everybody may use the server. Pages of strangers are then kept out. */
  readonly isOpen?: boolean | undefined;
}

/** Lets everybody in, as team `bypass`, and warns once that it does. */
export function noAuthentication(
  onWarning: (message: string) => void = (message) => process.emitWarning(message),
): Authenticate {
  onWarning("Authentication is bypassed: every request runs as team `bypass`.");
  return Object.assign(() => bypassPrincipal, { isOpen: true });
}

/**
 * Lets in callers that send one of these keys as `Authorization: Bearer <key>`. A key is written `team:key`; a bare
 * `key` belongs to team `default`. Principals carry a fingerprint of the key, never the key. Throws BAD_REQUEST for an
 * empty list or key.
 */
export function apiKeys(keys: readonly string[]): Authenticate {
  const known = readKeys(keys);
  if (known.length === 0) throw new EngineError("BAD_REQUEST", "Pass at least one API key.");
  return (request) => principalOf(known, digestOf(bearerToken(request))) ?? refuse();
}

/**
 * Lets in callers with a key of a store, or with one of `keys`, written as for {@link apiKeys}. A key that is added or removed
 * counts from the next request on. While the store is away, its callers get STORE_UNAVAILABLE.
 */
export function storedApiKeys(store: Pick<ApiKeyStore, "find">, keys: readonly string[] = []): Authenticate {
  const given: unknown = store;
  if (typeof given !== "object" || given === null || typeof Reflect.get(given, "find") !== "function")
    throw new EngineError(
      "BAD_REQUEST",
      "storedApiKeys: the store must have `find`, such as `apiKeys` of `@garner/redis`.",
    );
  const known = readKeys(keys);
  return async (request) => {
    const digest = digestOf(bearerToken(request));
    const fixed = principalOf(known, digest);
    if (fixed !== undefined) return fixed;
    const { id, team } = (await store.find(digest.toString("hex"))) ?? refuse();
    return { team, apiKey: id };
  };
}

/** Makes a key that can't be guessed, and what a store keeps of it. Throws BAD_REQUEST for a team without a name. */
export function newApiKey(team: string, createdAt: number): { readonly key: string; readonly stored: StoredApiKey } {
  const made = randomBytes(24).toString("base64url");
  const { digest, principal } = readKey(`${team}:${made}`);
  const { apiKey: id } = principal;
  return { key: made, stored: { id, digest: digest.toString("hex"), team: principal.team, createdAt } };
}

/** Every key is compared, as digests of equal length, so that the time tells nothing about the keys. */
function principalOf(known: readonly KnownKey[], digest: Buffer): Principal | undefined {
  const matches = known.filter((each) => timingSafeEqual(each.digest, digest));
  return matches[0]?.principal;
}

function refuse(): never {
  throw new EngineError("UNAUTHORIZED", "Unauthorized: invalid token.");
}

/**
 * The token of an `Authorization` header: its second word, whatever the scheme (contract §1.1). Throws UNAUTHORIZED.
 */
export function bearerToken(request: Request): string {
  const header = request.headers.get("authorization");
  if (header === null) throw new EngineError("UNAUTHORIZED", "Unauthorized: send `Authorization: Bearer <key>`.");
  const token = header.trim().split(/\s+/)[1];
  if (token === undefined) throw new EngineError("UNAUTHORIZED", "Unauthorized: token missing after the scheme.");
  return token;
}

interface KnownKey {
  readonly digest: Buffer;
  readonly principal: Principal;
}

function readKeys(keys: readonly string[]): readonly KnownKey[] {
  if (Array.isArray(keys) && keys.every((each) => typeof each === "string")) return keys.map(readKey);
  throw new EngineError("BAD_REQUEST", 'API keys must be a list of texts, such as `["team:key"]`.');
}

function readKey(entry: string): KnownKey {
  const colon = entry.indexOf(":");
  const team = colon < 0 ? "default" : entry.slice(0, colon).trim();
  const digest = digestOf(key(entry.slice(colon + 1).trim()));
  if (team === "") throw new EngineError("BAD_REQUEST", "An API key has no team before its colon.");
  return { digest, principal: { team, apiKey: `key-${digest.toString("hex").slice(0, 8)}` } };
}

function key(text: string): string {
  if (text === "" || /\s/.test(text)) throw new EngineError("BAD_REQUEST", "An API key is empty or holds a space.");
  return text;
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
