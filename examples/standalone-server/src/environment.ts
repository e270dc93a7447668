import { createEgressGuard } from "@garner/core";
import { apiKeys, createAccess } from "@garner/http";
import { z } from "zod";

const flag = z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"], error: "Neither `true` nor `false`." });
const commaList = z.string().transform((text) => text.split(",").map((entry) => entry.trim()));
const text = z.string().min(1);
const webUrl = z.url({ protocol: /^https?$/, error: "Not an http or https URL." });
const proxyUrl = z.url({ protocol: /^(?:https?|socks5)$/, error: "Not an http, https or socks5 URL." });
const redisUrl = z.url({ protocol: /^rediss?$/, error: "Not a redis or rediss URL." });
const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const hostPoliteness = z.strictObject({
  respectRobots: z.boolean().optional(),
  startRate: z.number().positive().optional(),
  maxRate: z.number().positive().optional(),
  maxConcurrency: z.int().positive().optional(),
  intervalMs: z.int().min(0).optional(),
});
const politenessRules = z.strictObject({
  respectRobots: z.union([z.boolean(), z.literal("always")]).optional(),
  startRate: z.number().positive().optional(),
  maxRate: z.number().positive().optional(),
  maxConcurrencyPerHost: z.int().positive().optional(),
  maxCrawlDelayMs: z.int().min(0).optional(),
  hosts: z.record(z.string(), hostPoliteness).optional(),
});
const politeness = z.string().transform((json, context): z.output<typeof politenessRules> => {
  const parsed = politenessRules.safeParse(parseJson(json));
  if (parsed.success) return parsed.data;
  for (const { message, path } of parsed.error.issues)
    context.addIssue({ code: "custom", message: `${path.join(".")} ${message}` });
  return z.NEVER;
});

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json; // the schema says what it should be
  }
}

/** The environment of the server: what each variable means, what it may be, and its default. */
export const Environment = z
  .object({
    PORT: z.coerce
      .number("Not a port.")
      .int()
      .min(0)
      .max(65_535)
      .default(3002)
      .describe("Port to listen on; 0 takes a free one."),
    HOST: text.default("127.0.0.1").describe("Address to listen on; `0.0.0.0` for all of them."),
    DATA_DIR: text
      .optional()
      .describe("Folder of what outlives the process; `.garner` beside the server when not set."),
    PUBLIC_URL: webUrl.optional().describe("Where callers reach the server, when that is not `HOST` and `PORT`."),
    ALLOWED_HOSTS: commaList
      .optional()
      .describe(
        "Further names under which callers reach the server without API keys, comma separated: `garner.example`, `*.corp.example`.",
      ),
    ALLOWED_ORIGINS: commaList
      .optional()
      .describe(
        "Origins whose web pages may use the server (CORS), comma separated: `https://app.example`, or, with API keys, `*`.",
      ),
    LOG_LEVEL: z.enum(logLevels).default("info").describe("The least important lines to log."),
    LOG_QUERY_VALUES: flag
      .prefault("false")
      .describe("Whether the log shows the values of query parameters; passwords in URLs it never shows."),
    USE_DB_AUTHENTICATION: flag
      .prefault("false")
      .describe("Whether callers need an API key. Without, all are team `bypass`."),
    API_KEYS: commaList.optional().describe("API keys, comma separated: `team:key`, or a bare key of team `default`."),
    ALLOW_PRIVATE_NETWORKS: z
      .union([flag, commaList])
      .prefault("false")
      .describe(
        "Whether private addresses may be scraped: `true`, `false`, or CIDR ranges and hosts, comma separated.",
      ),
    PROXY_SERVER: proxyUrl
      .optional()
      .describe("Proxy for pages: an http, https or socks5 URL, with credentials if needed."),
    STEALTH_PROXY_SERVER: proxyUrl.optional().describe("Proxy for pages that are asked for with `proxy: stealth`."),
    SHARE_INDEX: flag
      .prefault("false")
      .describe("Whether searches and maps find what any team has scraped, and not only the caller's own."),
    WEBHOOK_SECRET: text.optional().describe("Signs webhooks."),
    WEBHOOK_SIGNATURE_HEADERS: commaList
      .optional()
      .describe(
        "The headers that carry the signature, comma separated; `X-Service-Signature,X-Firecrawl-Signature` when not set.",
      ),
    POLITENESS: politeness
      .optional()
      .describe("How crawls treat sites, as JSON: `respectRobots`, `startRate`, `maxRate`, `hosts` and more."),
    SEARXNG_ENDPOINT: webUrl.optional().describe("A SearXNG server, for searches."),
    SEARXNG_ENGINES: commaList
      .optional()
      .describe("The engines it should ask, comma separated; its own choice when not set."),
    SEARXNG_CATEGORIES: commaList
      .optional()
      .describe("The categories it should search, comma separated; `general` when not set."),
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
    REDIS_URL: redisUrl.optional().describe("A Redis server, to share work among processes."),
  })
  .superRefine((environment, context) => {
    const { USE_DB_AUTHENTICATION, API_KEYS, ALLOW_PRIVATE_NETWORKS, ALLOWED_HOSTS, ALLOWED_ORIGINS } = environment;
    const isOpen = !USE_DB_AUTHENTICATION;
    check("ALLOW_PRIVATE_NETWORKS", () => createEgressGuard({ allow: ALLOW_PRIVATE_NETWORKS }));
    if (USE_DB_AUTHENTICATION) check("API_KEYS", () => apiKeys(API_KEYS ?? []));
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

/** Variables that this version of the server understands but makes no use of. */
export const withoutEffect = ["REDIS_URL"] as const satisfies readonly (keyof Environment)[];

/** Reads the environment; an empty variable counts as absent. Throws an error that names every bad variable. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(present);
  if (parsed.success) return parsed.data;
  const complaints = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`The environment is not right.\n${complaints.join("\n")}`);
}
