import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readBody } from "./body.ts";
import { readFields } from "./fields.ts";
import { jsonLimits } from "./json-scan.ts";
import { createPlaces } from "./places.ts";

const takePlace = createPlaces({ count: 1000, now: () => 0 }).take;
const fields = {
  url: z.string(),
  tag: z.string().nullable(),
  limit: z.int().default(10),
  fresh: z.boolean().optional(),
  formats: z.array(z.enum(["markdown", "links"])),
  selectors: z.array(z.string()),
  place: z.strictObject({
    country: z.string(),
    languages: z.array(z.string()),
    weight: z.number(),
    tag: z.string().optional(),
  }),
  views: z.array(
    z.union([
      z.enum(["pdf", "image"]),
      z.strictObject({ type: z.literal("pdf"), pages: z.int() }),
      z.strictObject({ type: z.literal("image") }),
    ]),
  ),
};
const place = { country: "DE", languages: ["de"], weight: 5 };

const read = (
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: Record<string, string> = {},
  maxBodyBytes = 1000,
) => {
  const request = new Request("http://garner.test/", { method: "POST", body });
  request.headers.delete("content-type");
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  return readBody(request, { maxBodyBytes, fields, takesFiles: false, takePlace });
};

describe("readBody", () => {
  test.each([
    ["JSON", '{"a":1}', "application/json", { a: 1 }],
    ["JSON with a charset", '{"a":1}', "Application/JSON; charset=utf-8", { a: 1 }],
    ["a relative of JSON", '{"a":1}', "application/merge-patch+json", { a: 1 }],
    ["JSON after a byte order mark", '\uFEFF{"a":1}', "application/json", { a: 1 }],
    ["JSON that curl calls a form", ' {"a":1}', "application/x-www-form-urlencoded", { a: 1 }],
    [
      "a form",
      "url=http%3A%2F%2Fa.test&limit=5",
      "application/x-www-form-urlencoded",
      { url: "http://a.test", limit: 5 },
    ],
    ["nothing", "", "application/json", {}],
  ])("reads %s", async (_, body, type, expected) => {
    expect(await read(body, { "content-type": type })).toEqual(expected);
  });

  test("takes a body without a type for JSON", async () => {
    expect(await read('{"a":1}')).toEqual({ a: 1 });
    expect(await read(null)).toEqual({});
  });

  test.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ])("reads a body in %s, within the same limits", async (encoding, compress) => {
    const packed = (text: string) => new Uint8Array(compress(text));
    const headers = { "content-encoding": encoding };
    expect(await read(packed('{"a":1}'), headers)).toEqual({ a: 1 });
    await expect(read(packed("x".repeat(50_000_000)), headers)).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    for (const broken of [new Uint8Array(Buffer.from("{}")), packed('{"a":1}').slice(0, -3)])
      await expect(read(broken, headers)).rejects.toMatchObject({ code: "BAD_REQUEST_INVALID_JSON" });
  });

  test.each([
    ["utf-16le", Buffer.from('{"a":"é日"}', "utf16le"), "é日"],
    ["UTF-16", Buffer.from('\uFEFF{"a":"é日"}', "utf16le"), "é日"],
    ["utf-16be", Buffer.from('{"a":"é日"}', "utf16le").swap16(), "é日"],
    ["iso-8859-1", Buffer.from('{"a":"é"}', "latin1"), "é"],
    ["us-ascii", Buffer.from('{"a":"e"}'), "e"],
    ["unknown-to-all", Buffer.from('{"a":"é"}'), "é"],
  ])("reads a body in %s", async (charset, body, a) => {
    expect(await read(new Uint8Array(body), { "content-type": `application/json; charset="${charset}"` })).toEqual({
      a,
    });
  });

  test.each([
    ["broken JSON", '{"a":', {}, "BAD_REQUEST_INVALID_JSON"],
    ["bytes that are no text", new Uint8Array([0x7b, 0xff, 0x7d]), {}, "BAD_REQUEST_INVALID_JSON"],
    ["half a character", "{}}", { "content-type": "application/json; charset=utf-16le" }, "BAD_REQUEST_INVALID_JSON"],
    ["plain text", "hello", { "content-type": "text/plain" }, "UNSUPPORTED_MEDIA_TYPE"],
    ["a multipart form", "--x", { "content-type": "multipart/form-data; boundary=x" }, "UNSUPPORTED_MEDIA_TYPE"],
    ["an unknown encoding", "{}", { "content-encoding": "compress" }, "UNSUPPORTED_MEDIA_TYPE"],
    ["an announced length over the limit", "{}", { "content-length": "1001" }, "PAYLOAD_TOO_LARGE"],
    ["a body over the limit", `"${"x".repeat(1000)}"`, {}, "PAYLOAD_TOO_LARGE"],
    [
      "a small body that unpacks to more",
      gzipSync("x".repeat(5000)),
      { "content-encoding": "gzip" },
      "PAYLOAD_TOO_LARGE",
    ],
    ["a compressed body that is none", "{}", { "content-encoding": "gzip" }, "BAD_REQUEST_INVALID_JSON"],
  ])("refuses %s", async (_, body, headers, code) => {
    await expect(read(body, headers)).rejects.toMatchObject({ code });
  });

  test("does not read on once the limit is passed", async () => {
    let chunksRead = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunksRead += 1;
        controller.enqueue(new Uint8Array(400));
      },
    });
    const init = { method: "POST", body: endless, duplex: "half" } as const;
    const request = new Request("http://garner.test/", init);
    await expect(readBody(request, { maxBodyBytes: 1000, fields, takesFiles: false, takePlace })).rejects.toMatchObject(
      {
        code: "PAYLOAD_TOO_LARGE",
      },
    );
    expect(chunksRead).toBeLessThan(6);
  });

  test.each([
    [
      "fields",
      (count: number) =>
        JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))),
    ],
    ["values", (count: number) => `[${Array.from({ length: count }, () => 1).join()}]`],
  ] as const)("refuses more %s than a request needs", async (what, made) => {
    const limit = jsonLimits[what];
    await expect(read(made(limit), {}, 1e7)).resolves.toBeTypeOf("object");
    await expect(read(made(limit + 2), {}, 1e7)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: `The body has more than ${limit} ${what}.`,
    });
  });

  test("counts nothing that stands in a string, wherever it is cut", async () => {
    const text = JSON.stringify({ text: `\\"${'{"a":[1,2]}\\\\",'.repeat(200_000)}` });
    await expect(read(text, {}, 1e7)).resolves.toEqual(JSON.parse(text));
  });

  test("refuses a form of thousands of fields", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    await expect(read("a=1&".repeat(5000), form, 1e7)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "The body has more than 1000 fields.",
    });
  });

  test.each(["[", '{"a":'])("refuses %s nested too deep", async (open) => {
    const close = open === "[" ? "]" : "}";
    const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;
    const headers = { "content-type": "application/json" };
    const read = (body: string) =>
      readBody(new Request("http://garner.test/", { method: "POST", headers, body }), {
        maxBodyBytes: 1_000_000,
        fields,
        takesFiles: false,
        takePlace,
      });
    await expect(read(nested(200))).resolves.toEqual(JSON.parse(nested(200)));
    for (const levels of [201, 100_000])
      await expect(read(nested(levels))).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("readFields", () => {
  test.each([
    ["url=2024", { url: "2024" }],
    ["tag=5", { tag: "5" }],
    ["limit=5", { limit: 5 }],
    ["limit=many", { limit: "many" }],
    ["limit=0", { limit: 0 }],
    ["fresh=1", { fresh: 1 }],
    ["fresh=true", { fresh: true }],
    ["formats=markdown", { formats: ["markdown"] }],
    ["formats=markdown&formats=links", { formats: ["markdown", "links"] }],
    ["formats[]=markdown&formats[]=links", { formats: ["markdown", "links"] }],
    ["nobody=1", { nobody: "1" }],
    ["nobody[name]=1", { nobody: { name: "1" } }],
    ["formats=markdown, links", { formats: ["markdown", "links"] }],
    ['formats=["links"]', { formats: ["links"] }],
    ["formats[1]=links&formats[0]=markdown", { formats: ["markdown", "links"] }],
    ["place[country]=DE&place[languages]=de&place[weight]=5&place[tag]=5", { place: { ...place, tag: "5" } }],
    ["place[languages][]=de&place[country]=DE&place[weight]=5", { place }],
    ['place={"country":"DE","languages":["de"],"weight":5}', { place }],
    ['place[country]=DE&place[weight]=5&place[languages]=["de"]', { place }],
    ["views[0][type]=pdf&views[0][pages]=3&views[1]=image", { views: [{ type: "pdf", pages: 3 }, "image"] }],
    ["views[][type]=pdf&views[][pages]=3", { views: [{ type: "pdf", pages: 3 }] }],
    ["selectors=[href]", { selectors: ["[href]"] }],
    ["selectors=:is(h1, h2)", { selectors: [":is(h1, h2)"] }],
    ["place=5&place[country]=DE", { place: ["5", { country: "DE" }] }],
    ["place[__proto__][weight]=5", { place: { ["__proto__"]: { weight: "5" } } }],
    [`place${"[a]".repeat(33)}=1`, { [`place${"[a]".repeat(33)}`]: "1" }],
    ["constructor=1", { constructor: "1" }],
  ])("%s", (query, expected) => {
    expect(readFields(new URLSearchParams(query), fields)).toEqual(expected);
  });

  test("JSON in a field that is nested too deep is refused, and of many fields each is read", () => {
    const nested = `${"[".repeat(201)}${"]".repeat(201)}`;
    expect(() => readFields(new URLSearchParams({ formats: nested }), fields)).toThrow("more than 200 levels");
    const long = JSON.stringify(Array.from({ length: 30_000 }, () => "markdown"));
    expect(() => readFields(new URLSearchParams({ formats: long }), fields)).toThrow("characters of JSON");
    const many = Array.from({ length: 1000 }, (_, index) => `views[${index}][type]=pdf&views[${index}][pages]=3`);
    const { views } = readFields(new URLSearchParams(many.join("&")), fields);
    expect(views).toEqual(Array.from({ length: 1000 }, () => ({ type: "pdf", pages: 3 })));
  });

  test("a field may have any name", () => {
    expect(Object.entries(readFields(new URLSearchParams("__proto__=1"), fields))).toEqual([["__proto__", "1"]]);
  });
});
