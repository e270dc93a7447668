import { createEgressGuard } from "@garner/core";
import { apiKeys, createAccess } from "@garner/http";
import { z } from "zod";
import { bucketOptions } from "./bucket.ts";
import {
  commaList,
  flag,
  flagOrList,
  headerNames,
  oneOf,
  politeness,
  port,
  proxyUrl,
  redisUrl,
  secretKey,
  text,
  webUrl,
  wholeNumber,
} from "./variable-types.ts";

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** The environment of the server: the meaning, the values and the default of each variable. */
export const Environment = z
  .object({
    PORT: port.prefault("3002").describe("Port to listen on; 0 takes a free one."),
    HOST: text.default("127.0.0.1").describe("Address to listen on; `0.0.0.0` for all of them."),
    DATA_DIR: text
      .optional()
      .describe("Folder of what outlives the process; `.garner` in the working folder when not set."),
    PUBLIC_URL: webUrl.optional().describe("The server's address for callers, when that is not `HOST` and `PORT`."),
    ALLOWED_HOSTS: commaList
      .optional()
      .describe(
        "Further names under which callers reach the server without API keys: `garner.example`, `*.corp.example`.",
      ),
    ALLOWED_ORIGINS: commaList
      .optional()
      .describe("Origins whose web pages may use the server (CORS): `https://app.example`, or, with API keys, `*`."),
    LOG_LEVEL: oneOf(logLevels).default("info").describe("The least important lines to log."),
    LOG_QUERY_VALUES: flag
      .prefault("false")
      .describe("True if the log shows the values of query parameters; passwords in URLs it never shows."),
    USE_DB_AUTHENTICATION: flag
      .prefault("false")
      .describe("True if callers need an API key. Without, all are team `bypass`."),
    API_KEYS: commaList
      .optional()
      .describe(
        "API keys: `team:key`, or a bare key of team `default`. With `REDIS_URL`, those of `garner keys` count as well.",
      ),
    ADMIN_KEY: secretKey
      .optional()
      .describe(
        "Opens the page of the queue at `/admin/queues`, and at `/admin/{key}/queues`; it is closed when not set.",
      ),
    ALLOW_PRIVATE_NETWORKS: flagOrList
      .prefault("false")
      .describe("Private networks that may be scraped: all, none, or CIDR ranges and hosts."),
    PROXY_SERVER: proxyUrl.optional().describe("Proxy for pages, with credentials if needed."),
    STEALTH_PROXY_SERVER: proxyUrl.optional().describe("Proxy for pages that are asked for with `proxy: stealth`."),
    SHARE_INDEX: flag
      .prefault("false")
      .describe("True if searches and maps find what any team has scraped, and not only the caller's own."),
    WEBHOOK_SECRET: text.optional().describe("Signs webhooks."),
    WEBHOOK_SIGNATURE_HEADERS: headerNames
      .optional()
      .describe("The headers that carry the signature; `X-Service-Signature,X-Firecrawl-Signature` when not set."),
    POLITENESS: politeness
      .optional()
      .describe("The manners of crawls: `respectRobots`, `startRate`, `maxRate`, `hosts` and more."),
    OCR_LANGUAGES: commaList
      .optional()
      .describe("Languages of scanned documents by Tesseract's names, with `@garner/ocr`; `eng` when not set."),
    SEARXNG_ENDPOINT: webUrl.optional().describe("A SearXNG server, for searches."),
    SEARXNG_ENGINES: commaList.optional().describe("The engines it should ask; its own choice when not set."),
    SEARXNG_CATEGORIES: commaList.optional().describe("The categories it should search; `general` when not set."),
    SERPER_API_KEY: text.optional().describe("A key of Serper (Google), for searches."),
    BRAVE_API_KEY: text.optional().describe("A key of the Brave Search API, for searches."),
    TAVILY_API_KEY: text.optional().describe("A key of Tavily, for searches."),
    OPENAI_API_KEY: text
      .optional()
      .describe("A key of OpenAI, or of the server at `OPENAI_BASE_URL`, for language models."),
    OPENAI_BASE_URL: webUrl.optional().describe("A server with OpenAI's interface, for language models."),
    ANTHROPIC_API_KEY: text.optional().describe("A key of Anthropic, for language models."),
    OLLAMA_BASE_URL: webUrl.optional().describe("An Ollama server, for language models."),
    MODEL_NAME: text.optional().describe("The language model to ask; a small one of the provider when not set."),
    REDIS_URL: redisUrl
      .optional()
      .describe(
        "A Redis 7 or Valkey that several servers share, in place of `DATA_DIR`: jobs, credits, rates, cache, index.",
      ),
    REDIS_PREFIX: text.optional().describe("The beginning of all keys in Redis; `garner` when not set."),
    REDIS_TLS_CA: text
      .optional()
      .describe("A file (PEM) with the authority of a `rediss://` whose certificate no usual one has signed."),
    REDIS_TLS_SERVERNAME: text
      .optional()
      .describe("The name in the certificate of Redis, when it is not the host of `REDIS_URL`."),
    REDIS_TLS_CERT: text.optional().describe("A file (PEM) with the certificate to show to a Redis that asks for one."),
    REDIS_TLS_KEY: text.optional().describe("A file (PEM) with the key of `REDIS_TLS_CERT`."),
    REDIS_LEASE_MS: wholeNumber(1000, 600_000)
      .optional()
      .describe(
        "The time after which others take what a silent process of `REDIS_URL` was working on; `10000` when not set.",
      ),
    DOCUMENTS_DIR: text
      .optional()
      .describe("A folder that all servers of `REDIS_URL` share, for pages of jobs from 64 KiB on, compressed."),
    S3_ENDPOINT: webUrl
      .optional()
      .describe(
        "An S3-compatible store for screenshots and PDFs, behind signed URLs, and for what else `DOCUMENTS_DIR` is for.",
      ),
    S3_BUCKET: text.optional().describe("Its bucket."),
    S3_ACCESS_KEY_ID: text.optional().describe("Who may write to the bucket."),
    S3_SECRET_ACCESS_KEY: text.optional().describe("The secret of `S3_ACCESS_KEY_ID`."),
    S3_REGION: text.optional().describe("The region as the store calls it; `us-east-1` when not set."),
    WORK: flag
      .prefault("true")
      .describe(
        "True if this process works on jobs; `false` leaves them to others on the same `REDIS_URL` or `DATA_DIR`.",
      ),
    WORK_CONCURRENCY: wholeNumber(1, 1000).prefault("50").describe("Pages of jobs that this process takes at once."),
    JOB_CONCURRENCY: wholeNumber(1, 10_000)
      .prefault("20")
      .describe("Most pages of one job that all processes together take at once."),
    TEAM_CONCURRENCY: wholeNumber(1, 10_000)
      .prefault("50")
      .describe("Most pages of one team that all processes together take at once."),
  })
  .superRefine((environment, context) => {
    const { USE_DB_AUTHENTICATION, API_KEYS, ALLOW_PRIVATE_NETWORKS, ALLOWED_HOSTS, ALLOWED_ORIGINS } = environment;
    const isOpen = !USE_DB_AUTHENTICATION;
    check("ALLOW_PRIVATE_NETWORKS", () => createEgressGuard({ allow: ALLOW_PRIVATE_NETWORKS }));
    // Redis may have keys of its own.
    const needsKeys = USE_DB_AUTHENTICATION && (API_KEYS !== undefined || environment.REDIS_URL === undefined);
    if (needsKeys) check("API_KEYS", () => apiKeys(API_KEYS ?? []));
    check("S3_ENDPOINT", () => bucketOptions(environment));
    check("ALLOWED_HOSTS", () => createAccess({ isOpen, allowedHosts: ALLOWED_HOSTS }));
    check("ALLOWED_ORIGINS", () => createAccess({ isOpen, allowedOrigins: ALLOWED_ORIGINS }));

    function check(name: string, attempt: () => unknown): void {
      try {
        attempt();
      } catch (thrown) {
        context.addIssue({
          code: "custom",
          path: [name],
          message: thrown instanceof Error ? thrown.message : "Wrong.",
        });
      }
    }
  });
export type Environment = z.output<typeof Environment>;

/** Reads the environment; an empty variable counts as absent. Throws an error that names every bad variable. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(present);
  if (parsed.success) return parsed.data;
  const complaints = new Set(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`));
  throw new Error(`The environment is not right.\n${[...complaints].join("\n")}`);
}
