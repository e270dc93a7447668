/** The description of the API as a whole. */
export const info = {
  title: "Garner",
  version: "2",
  summary: "Clean content of web pages: scrape, crawl, batch, map, search, extract.",
  description: [
    "Bodies are JSON; forms are read too: `formats=links,html`, `location[country]=DE`, or JSON in a field. A failure is `{ success: false, code, error, details? }`.",
    "A page that answers 404 or 500 is no failure: it is a result with `metadata.statusCode`.",
    "Jobs (crawls, batches, extractions) are started, then asked for, followed by Server-Sent Events or a WebSocket, or told to a webhook.",
  ].join("\n\n"),
  license: { name: "MIT", identifier: "MIT" },
};

/** The groups of operations. */
export const tags = [
  { name: "Pages", description: "Single pages, the URLs of a site, and searches." },
  { name: "Crawl", description: "Whole sites, as jobs." },
  { name: "Batch", description: "Lists of pages, as jobs." },
  { name: "Extract", description: "Structured data from pages, as jobs." },
  { name: "Webhooks", description: "Deliveries of what happens to jobs." },
  { name: "Usage", description: "Credits, concurrency and the queue." },
  { name: "Service", description: "The server itself; open to everybody." },
  { name: "Older version", description: "The same operations by the names of `/v1`, for clients that speak it." },
];

const text = { type: "string" };

/** The shared parts of all operations, besides schemas. */
export const components = {
  securitySchemes: {
    apiKey: { type: "http", scheme: "bearer", description: "An API key, unless the server is open to everybody." },
  },
  parameters: {
    "x-request-id": {
      name: "x-request-id",
      in: "header",
      description: "Names the request in logs; the answer repeats it.",
      schema: { type: "string", pattern: "^[\\w.:+/=@-]{1,128}$" },
    },
    "x-idempotency-key": {
      name: "x-idempotency-key",
      in: "header",
      description: "The same request with the same key starts one job. Another request with it is a `CONFLICT`.",
      schema: text,
    },
    "last-event-id": {
      name: "last-event-id",
      in: "header",
      description: "The last event that is known; the stream goes on behind it.",
      schema: text,
    },
    after: {
      name: "after",
      in: "query",
      description: "The same as `Last-Event-ID`.",
      schema: { type: "integer", minimum: 0 },
    },
  },
  headers: {
    "x-request-id": { description: "Names the request in logs.", schema: text },
    "retry-after": {
      description: "Seconds until the request may succeed, where it is known.",
      schema: { type: "integer" },
    },
    allow: { description: "The methods that the address answers.", schema: text },
    "www-authenticate": { description: "How to authenticate.", schema: text },
  },
};
