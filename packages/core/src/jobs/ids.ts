import { createHash, randomUUID } from "node:crypto";
import { EngineError } from "../errors.ts";

/**
 * A random UUID (RFC 9562 §5.4). Node puts one together of twenty pieces, which stay in memory as long as the id does: 500
 * bytes. This one is read from bytes, and takes 65.
 */
export const newUuid = (): string => Buffer.from(randomUUID(), "latin1").toString("latin1");

/** The id that an idempotency key stands for; the same wherever and whenever it is used. */
export function idOf(idempotencyKey: string, purpose: string): string {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(idempotencyKey)) {
    throw new EngineError("CONFLICT", "The idempotency key is not a UUID.");
  }
  return uuidOf(`${purpose} ${idempotencyKey.toLowerCase()}`);
}

/** A UUID that follows from a text (RFC 9562 §5.8). Pure. */
export function uuidOf(text: string): string {
  const hex = sha256(text);
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The SHA-256 of a text, in hex. Pure. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
