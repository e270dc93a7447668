import { z } from "zod";
import {
  clockSchema,
  hooksSchema,
  parsersSchema,
  recognizerSchema,
  searchSchema,
  storesSchema,
  transformerSchema,
} from "./check-ports.ts";
import type {
  ContentConfig,
  EngineConfig,
  ModelsConfig,
  NetworkConfig,
  Policy,
  RuntimeConfig,
  WebhooksConfig,
} from "./config.ts";
import { EngineError } from "./errors.ts";
import { SitePoliteness } from "./extensions/site-profiles.ts";
import type { Politeness } from "./fetch/politeness/host-rules.ts";
import type { ModelPrices } from "./models/usage.ts";
import type { ProxyServers } from "./ports/page-source.ts";
import { parseInput } from "./schema/input/parse-input.ts";

/** Every option of a group, and no other. */
type Options<Group> = { readonly [Name in keyof Required<Group>]: z.ZodType };

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const anything = z.unknown().optional();
const text = z.string().optional();
const flag = z.boolean().optional();
const list = z.array(z.unknown()).optional();
const callback = z.custom<() => unknown>((value) => typeof value === "function", "must be a function").optional();
/** May be `Infinity`, which zod's own numbers are not. */
const amount = z
  .custom<number>((value) => typeof value === "number" && value >= 0, "must be a number that is not negative")
  .optional();
const many = z.custom<number>((value) => typeof value === "number" && value > 0, "must be a number above 0").optional();

const policy = {
  userAgent: text,
  allowPrivateNetworks: z.union([z.boolean(), z.array(z.string())]).optional(),
  maxBodyBytes: many,
  maxRedirects: amount,
  maxTimeoutMs: many,
  maxConcurrency: many,
  maxTeamConcurrency: many,
  jobTtlMs: amount,
  snapshotTtlMs: amount,
  planCredits: amount,
  showsQueryValues: flag,
  sharesIndex: flag,
} satisfies Options<Policy>;

const politeness = {
  respectRobots: z.union([z.boolean(), z.literal("always")]).optional(),
  startRate: many,
  maxRate: many,
  maxConcurrencyPerHost: many,
  maxCrawlDelayMs: amount,
  hosts: z.record(z.string(), SitePoliteness).optional(),
} satisfies Options<Politeness>;

const network = {
  proxy: z.strictObject({ basic: text, stealth: text } satisfies Options<ProxyServers>).optional(),
  politeness: z.strictObject(politeness).optional(),
  resolver: callback,
  ownAddresses: callback,
} satisfies Options<NetworkConfig>;

const price = amount.unwrap();
const prices = { perMillionInputTokens: price, perMillionOutputTokens: price } satisfies Options<ModelPrices>;
const models = {
  language: anything,
  maxInputTokens: many,
  timeoutMs: many,
  prices: z.strictObject(prices).optional(),
};
const content = {
  parsers: parsersSchema,
  transformer: transformerSchema,
  formats: list,
  ocr: recognizerSchema,
  markdown: callback,
};
const webhooks = { secret: text, signatureHeaders: z.array(z.string()).optional() };
const runtime = { onEvent: callback, worksOnItsJobs: flag, clock: clockSchema, newId: callback, random: callback };

/** An object of the host's, such as a store, has what its port wants, and perhaps more. */
const Config = z.strictObject({
  sources: list,
  search: searchSchema,
  models: z.strictObject(models satisfies Options<ModelsConfig>).optional(),
  content: z.strictObject(content satisfies Options<ContentConfig>).optional(),
  network: z.strictObject(network).optional(),
  stores: storesSchema.optional(),
  webhooks: z.strictObject(webhooks satisfies Options<WebhooksConfig>).optional(),
  hooks: hooksSchema.optional(),
  profiles: anything,
  policy: z.strictObject(policy).optional(),
  runtime: z.strictObject(runtime satisfies Options<RuntimeConfig>).optional(),
} satisfies Options<EngineConfig>);

/**
 * Refuses a configuration with an option that does not exist, or of the wrong type, which would have no effect: a proxy
 * that nothing goes through, a limit that limits nothing. Throws BAD_REQUEST that names it.
 */
export function checkConfig(config: unknown): void {
  if (!isObject(config)) throw new EngineError("BAD_REQUEST", "The configuration of an engine must be an object.");
  parseInput(Config, config);
}
