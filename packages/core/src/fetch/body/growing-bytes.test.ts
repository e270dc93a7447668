import fc from "fast-check";
import { expect, test } from "vitest";
import { growingBytes } from "./growing-bytes.ts";

test("pieces of any size come out as one, in memory of exactly their size", () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 10 }),
    fc.nat(200_000).map((size) => new Uint8Array(size).fill(7)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const bytes = growingBytes();
      for (const one of pieces) bytes.append(one);
      const whole = bytes.finish();
      expect(Buffer.compare(whole, Buffer.concat(pieces))).toBe(0);
      expect(whole.buffer.byteLength).toBe(whole.length);
    }),
  );
});

test("a piece may be overwritten once it was appended", () => {
  const bytes = growingBytes();
  const piece = new Uint8Array([1, 2, 3]);
  bytes.append(piece);
  piece.fill(0);
  expect(bytes.finish()).toEqual(new Uint8Array([1, 2, 3]));
});
