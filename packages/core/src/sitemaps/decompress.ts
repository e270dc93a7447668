import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** A stream of bytes, decompressed when its first bytes say gzip (RFC 1952), whatever its name and headers say. */
export async function* decompressed(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const source = body[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    if (first.done === true) return;
    const whole = rest(first.value, source);
    if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) yield* whole;
    else {
      const gunzip = createGunzip();
      const failed = (reason: Error) => gunzip.destroy(reason);
      yield* Readable.from(whole).once("error", failed).pipe(gunzip);
    }
  } finally {
    await source.return?.();
  }
}

async function* rest(
  first: Uint8Array,
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield first;
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
}
