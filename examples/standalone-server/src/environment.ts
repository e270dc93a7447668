import { createEgressGuard } from "@garner/core";
import { apiKeys } from "@garner/http";
import { z } from "zod";

const flag = z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"], error: "Neither `true` nor `false`." });
const commaList = z.string().transform((text) => text.split(",").map((entry) => entry.trim()));
const text = z.string().min(1);
const webUrl = z.url({ protocol: /^https?$/, error: "Not an http or https URL." });
const proxyUrl = z.url({ protocol: /^(?:https?|socks5)$/, error: "Not an http, https or socks5 URL." });
const redisUrl = z.url({ protocol: /^rediss?$/, error: "Not a redis or rediss URL." });
const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

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
    DATA_DIR: text.default(".garner").describe("Folder of what outlives the process."),
    PUBLIC_URL: webUrl.optional().describe("Where callers reach the server, when that is not `HOST` and `PORT`."),
    LOG_LEVEL: z.enum(logLevels).default("info").describe("The least important lines to log."),
    USE_DB_AUTHENTICATION: flag
      .default(false)
      .describe("Whether callers need an API key. Without, all are team `bypass`."),
    API_KEYS: commaList.optional().describe("API keys, comma separated: `team:key`, or a bare key of team `default`."),
    ALLOW_PRIVATE_NETWORKS: z
      .union([flag, commaList])
      .default(false)
      .describe(
        "Whether private addresses may be scraped: `true`, `false`, or CIDR ranges and hosts, comma separated.",
      ),
    PROXY_SERVER: proxyUrl
      .optional()
      .describe("Proxy for pages: an http, https or socks5 URL, with credentials if needed."),
    STEALTH_PROXY_SERVER: proxyUrl.optional().describe("Proxy for pages that are asked for with `proxy: stealth`."),
    WEBHOOK_SECRET: text.optional().describe("Signs webhooks."),
    SEARXNG_ENDPOINT: webUrl.optional().describe("A SearXNG server, for searches."),
    OPENAI_BASE_URL: webUrl.optional().describe("A server with OpenAI's interface, for language models."),
    OPENAI_API_KEY: text.optional().describe("The key for that server."),
    MODEL_NAME: text.optional().describe("The language model to ask."),
    REDIS_URL: redisUrl.optional().describe("A Redis server, to share work among processes."),
  })
  .superRefine(({ USE_DB_AUTHENTICATION, API_KEYS, ALLOW_PRIVATE_NETWORKS }, context) => {
    check("ALLOW_PRIVATE_NETWORKS", () => createEgressGuard({ allow: ALLOW_PRIVATE_NETWORKS }));
    if (USE_DB_AUTHENTICATION) check("API_KEYS", () => apiKeys(API_KEYS ?? []));

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
  const complaints = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`The environment is not right.\n${complaints.join("\n")}`);
}
