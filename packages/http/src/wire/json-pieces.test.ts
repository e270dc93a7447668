import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonResponse } from "./envelope.ts";
import { jsonPieces } from "./json-pieces.ts";

test("the pieces are what JSON.stringify gives", () => {
  const values = fc.anything({ withNullPrototype: true, maxDepth: 4 }).filter((value) => value !== undefined);
  fc.assert(
    fc.property(values, (value) => {
      expect([...jsonPieces(value)].join("")).toBe(JSON.stringify(value));
    }),
  );
  const odd = { a: undefined, b: [undefined, Number.NaN, new Date(0)], "c\n": null, d: [], e: {}, f: "\ud800\u2028" };
  expect([...jsonPieces(odd)].join("")).toBe(JSON.stringify(odd));
});

test("no piece is long, and no character is torn apart", () => {
  const value = {
    markdown: `a${"😀".repeat(500_000)}`,
    links: Array.from({ length: 50_000 }, (_, index) => `/${index}`),
  };
  const pieces = [...jsonPieces(value)];
  expect(pieces.join("")).toBe(JSON.stringify(value));
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(300_000);
});

test("a short answer announces its length, a long one is sent piece by piece", async () => {
  const short = jsonResponse({ success: true });
  expect(short.headers.get("content-length")).toBe("16");
  const long = { data: { markdown: "ü".repeat(1_000_000) } };
  const response = jsonResponse(long);
  expect(response.headers.get("content-length")).toBeNull();
  expect(await response.json()).toEqual(long);
});
