/** Bytes that come piece by piece. */
export interface GrowingBytes {
  readonly length: number;
  /** Copies a piece to the end, and keeps nothing of it. */
  append(piece: Uint8Array): void;
  /** All bytes so far, in memory of exactly that size. Nothing can be appended afterwards. */
  finish(): Uint8Array<ArrayBuffer>;
}

const leastCapacity = 64 * 1024;

/**
 * Puts pieces together as they come. A list of them that is joined at the end would have everything in memory twice, and
 * V8 finds out late how much the pieces hold: under a crawl they pile up to tens of megabytes. What was outgrown is given
 * back at once.
 */
export function growingBytes(): GrowingBytes {
  let buffer = new ArrayBuffer(0);
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(piece) {
      const needed = length + piece.length;
      if (needed > buffer.byteLength) buffer = buffer.transfer(Math.max(needed, buffer.byteLength * 2, leastCapacity));
      new Uint8Array(buffer).set(piece, length);
      length = needed;
    },
    finish: () => new Uint8Array(buffer.transfer(length)),
  };
}
