import { gzipSync } from "node:zlib";
import { operations } from "@garner/core";
import fc from "fast-check";

/** The bytes that a client sends on one connection: requests that are wrong in some way, and some that are not. */
export type SentBytes = Uint8Array;

const crlf = "\r\n";
const text = (value: string) => Buffer.from(value, "latin1");
const id = "5f2e1f8a-8c0e-4c55-9f0e-1a2b3c4d5e6f";
/** Where nothing may be reached: without a name in it, nobody is asked for an address. */
const address = fc.constantFrom(
  "http://127.0.0.1:9/",
  "http://10.0.0.1/a?b=c",
  "http://[::1]/",
  "http://0x7f.1/",
  "ftp://10.0.0.1/",
);

/** What the parser of Node lets through. */
const printable = fc.oneof(
  fc.stringMatching(/^[\x21-\x7e]{0,30}$/),
  fc.constantFrom("%00", "%zz", "..", "constructor", "__proto__", "a, b", "null", "0", "Bearer", "Bearer x", "%c3"),
);
const noise = fc.oneof(
  fc.string({ unit: "binary-ascii", maxLength: 30 }),
  fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
  fc.constantFrom("", " ", "\0", "\r", "\n", "%", "%00", "%zz", "..", "é", "\u00ff", "constructor", "__proto__"),
);

const method = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom("GET", "POST", "DELETE", "HEAD", "OPTIONS") },
  { weight: 3, arbitrary: fc.constantFrom("PUT", "PATCH", "TRACE", "CONNECT", "PROPFIND", "QUERY", "M-SEARCH") },
  { weight: 1, arbitrary: fc.oneof(fc.constantFrom("get", "", "PRI", "TRACK"), noise) },
);

const paths = [
  ...["/", "/test", "/health/live", "/health/ready", "/is-production", "/serverHealthCheck", "/nowhere"],
  ...["/v1/scrape", "/v2/scrape", "/v2/map", "/v2/search", "/v2/crawl", "/v2/crawl/params-preview", "/v2/batch/scrape"],
  ...["/v2/extract", `/v2/extract/${id}`, `/v2/crawl/${id}`, `/v2/crawl/${id}/errors`, `/v2/crawl/${id}/events`],
  ...[`/v2/crawl/${id}/decisions`, `/v2/batch/scrape/${id}`, "/v2/crawl/active", "/v2/queue-status"],
  ...["/v2/team/credit-usage", "/v2/team/credit-usage/historical", "/v2/team/token-usage", "/v2/concurrency-check"],
  ...["/v2/webhooks/deliveries", `/blobs/${id}`, "/v2/crawl/%zz", "/v2/crawl/%00", "/v2/crawl/.."],
];
const query = fc.oneof(
  fc.constant(""),
  fc.constantFrom("?", "?limit=-1", "?skip=1e99", "?limit=1&limit=2", "?after=x", "?__proto__=1", "?a[]=1&a[]=2", "?%"),
  printable.map((value) => `?limit=${value}`),
);
const target = fc.oneof(
  { weight: 20, arbitrary: fc.tuple(fc.constantFrom(...paths), query).map((parts) => parts.join("")) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "//",
      "///",
      "/\\",
      "*",
      "http://[",
      "http://[/",
      "http://a:b@c/",
      "?",
      "#",
      "/#",
      "a:1",
      "http:/x",
    ),
  },
  { weight: 1, arbitrary: noise.map((value) => `/${value}`) },
  { weight: 1, arbitrary: printable.map((value) => `/${value}`) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 20_000 }).map((length) => `/${"x".repeat(length)}`) },
);
const version = fc.oneof(
  { weight: 40, arbitrary: fc.constant("HTTP/1.1") },
  {
    weight: 2,
    arbitrary: fc.constantFrom("HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "HTTP/1.1 x", "http/1.1", ""),
  },
);

const host = fc.oneof(
  { weight: 24, arbitrary: fc.constant(["Host: localhost"]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[[], ["Host:"], ["Host: a", "Host: b"], ["Host: [broken"], ["Host: u:p@a"], ["Host: a/?#"], ["Host: a b"]],
      ...[
        ["Host: rebound.example"],
        ["Host: 127.0.0.1:99999"],
        ["Host: é"],
        ["Host: \0"],
        [`Host: ${"a".repeat(5000)}`],
      ],
    ),
  },
);

const headerNames = [
  ...["Origin", "Cookie", "Authorization", "X-Request-Id", "X-Idempotency-Key", "X-Forwarded-Proto", "Last-Event-ID"],
  ...["Accept", "Range", "Referer", "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions", "Trailer", "TE", "Via"],
];
const header = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...headerNames), printable).map((parts) => parts.join(": ")) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[
        "Connection: close",
        "Connection: keep-alive",
        "Connection: Upgrade",
        "Connection: a, b, close",
        "Connection: \0",
      ],
      ...["Upgrade: websocket", "Upgrade: h2c", "Upgrade: TLS/1.0", "Upgrade: , ,", "Sec-WebSocket-Version: 13"],
      ...["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 99", "Sec-WebSocket-Key: x"],
      ...["Expect: 100-continue", "Expect: the unexpected", "Content-Encoding: gzip", "Content-Encoding: deflate"],
      ...["Content-Encoding: br, x", "Content-Type: text/plain", "Content-Type: application/x-www-form-urlencoded"],
      ...["Content-Type: multipart/form-data", "Content-Type: ;;;", "Content-Type: application/json; charset=utf-16"],
      ...["Access-Control-Request-Method: POST", "Access-Control-Request-Headers: é\u007f", "Origin: null"],
      ...["X-Forwarded-Proto: javascript", "X-HTTP-Method-Override: TRACE", "Keep-Alive: timeout=99999999999"],
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1000 }).map((count) => `X-Long: ${"x".repeat(count * 10)}`) },
);

const fieldNames = [...new Set(Object.values(operations).flatMap(({ input }) => Object.keys(input.shape)))];
const fieldValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  address,
  fc.constantFrom(-1, 0, 1e308, 2 ** 53, "", "\0", "\ud800", "markdown", null),
  fc.constantFrom(
    ...[
      { type: "json", schema: { $ref: "#" } },
      { type: "json", schema: { properties: { constructor: {} } } },
    ],
    ...[{ url: "http://10.0.0.1/", events: ["x"] }, { includePaths: ["((((a+)+)+)+)$"] }, [{ type: "wait" }], [[[[]]]]],
  ),
);
const fields = fc.dictionary(fc.constantFrom(...fieldNames, "constructor", "nonsense"), fieldValue, { maxKeys: 3 });
const json = fc.oneof(
  fc.tuple(fields, address).map(([rest, url]) => JSON.stringify({ ...rest, url })),
  fields.map((all) => JSON.stringify(all)),
  fc.tuple(fields, fc.array(address)).map(([rest, urls]) => JSON.stringify({ ...rest, urls })),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.constantFrom("{", "[", '{"url":', "nul", '{"a":1,"a":2}', '{"__proto__":{"a":1}}', "\ufeff{}", "1e999", "'{}'"),
  fc.integer({ min: 1, max: 5000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
);
const content = fc.oneof(
  { weight: 8, arbitrary: json.map((value) => Buffer.from(value)) },
  { weight: 1, arbitrary: json.map((value) => gzipSync(value)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...fieldNames), noise)
      .map((pair) => Buffer.from(new URLSearchParams([pair]).toString())),
  },
);

/** How a body is framed, mostly as it should be. */
const framed = fc.tuple(content, fc.nat(24)).map(([body, way]): readonly [readonly string[], Buffer] => {
  const { length } = body;
  const chunk = Buffer.concat([text(length.toString(16) + crlf), body, text(crlf)]);
  const chunked = "Transfer-Encoding: chunked";
  if (way > 10) return [[`Content-Length: ${length}`, "Content-Type: application/json"], body];
  if (way < 5) return [[`Content-Length: ${length}`], body];
  if (way === 5) return [[chunked], Buffer.concat([chunk, text(`0${crlf}${crlf}`)])];
  if (way === 6) return [[chunked], Buffer.concat([chunk, text("zz")])];
  if (way === 7) return [[`Content-Length: ${length + 1000}`], body];
  if (way === 8) return [[`Content-Length: ${length}`, "Content-Length: 7"], body];
  if (way === 9) return [[`Content-Length: ${length}`, chunked], Buffer.concat([chunk, text(`0${crlf}${crlf}`)])];
  if (length % 2 === 0) return [["Transfer-Encoding: gzip, xchunked"], body];
  return [[`Content-Length: ${length < 20 ? "99999999999999999999" : "99999999"}`], body];
});

const mostly = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: odd });
const headers = mostly(
  fc.array(header, { maxLength: 3 }),
  fc.tuple(fc.constantFrom(...headerNames), noise).map((parts) => [parts.join(": ")]),
);

const request = fc
  .tuple(method, target, version, host, headers, fc.option(framed))
  .map(([verb, place, protocol, hosts, others, body]) => {
    const [framing, bytes] = body ?? [[], Buffer.alloc(0)];
    const head = [`${verb} ${place} ${protocol}`, ...hosts, ...others, ...framing, "", ""].join(crlf);
    return Buffer.concat([text(head), bytes]);
  });

/** Bodies at their right address. */
const post = fc
  .tuple(fc.constantFrom(...paths.filter((path) => /^\/v\d\/[^\d]*$/.test(path))), host, framed)
  .map(([place, hosts, [framing, bytes]]) =>
    Buffer.concat([text([`POST ${place} HTTP/1.1`, ...hosts, ...framing, "", ""].join(crlf)), bytes]),
  );
/** A few bytes changed, left out or put in. */
const torn = fc
  .tuple(request, fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.nat(2)), { minLength: 1, maxLength: 4 }))
  .map(([bytes, changes]) => {
    let result: Buffer = bytes;
    for (const [place, byte, kind] of changes) {
      const at = place % (result.length + 1);
      const rest = result.subarray(kind === 2 ? at : at + 1);
      result = Buffer.concat([result.subarray(0, at), Buffer.from(kind === 0 ? [] : [byte]), rest]);
    }
    return result;
  });

/** Connections of clients that mean harm, or know no better. */
export const badConnection: fc.Arbitrary<SentBytes> = fc.oneof(
  { weight: 8, arbitrary: request },
  { weight: 8, arbitrary: post },
  { weight: 5, arbitrary: torn },
  { weight: 2, arbitrary: fc.array(request, { minLength: 2, maxLength: 4 }).map((all) => Buffer.concat(all)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
);
