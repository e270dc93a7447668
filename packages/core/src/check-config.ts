import { z } from "zod";
import {
  callback,
  clockSchema,
  hooksSchema,
  isObject,
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
import { isRenderedFormat } from "./extensions/defined-formats.ts";
import { PolitenessInput } from "./fetch/politeness/politeness-input.ts";
import type { ModelPrices } from "./models/usage.ts";
import type { ProxyServers } from "./ports/page-source.ts";
import { sendableHeaders } from "./fetch/http/request-headers.ts";
import { amount, amountAboveZero, count } from "./schema/fields/amounts.ts";
import { HeaderName } from "./schema/fields/headers.ts";
import { parseInput } from "./schema/input/parse-input.ts";

/** Every option of a group, and no other. */
type Options<Group> = { readonly [Name in keyof Required<Group>]: z.ZodType };

const anything = z.unknown().optional();
const text = z.string().optional();
const flag = z.boolean().optional();
const list = z.array(z.unknown()).optional();
const some = amount.optional();
const many = amountAboveZero.optional();

const policy = {
  userAgent: z
    .string()
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: "must be a text that a header can have: one line of Latin letters" })
    .optional(),
  allowPrivateNetworks: z.union([z.boolean(), z.array(z.string())]).optional(),
  maxBodyBytes: many,
  maxRedirects: some,
  maxTimeoutMs: many,
  maxConcurrency: count.optional(),
  maxTeamConcurrency: count.optional(),
  jobTtlMs: some,
  snapshotTtlMs: some,
  planCredits: some,
  showsQueryValues: flag,
  sharesIndex: flag,
} satisfies Options<Policy>;

const network = {
  proxy: z.strictObject({ basic: text, stealth: text } satisfies Options<ProxyServers>).optional(),
  politeness: PolitenessInput.optional(),
  resolver: callback,
  ownAddresses: callback,
} satisfies Options<NetworkConfig>;

const prices = { perMillionInputTokens: amount, perMillionOutputTokens: amount } satisfies Options<ModelPrices>;
const models = {
  language: anything,
  maxInputTokens: many,
  timeoutMs: many,
  prices: z.strictObject(prices).optional(),
};
const content = {
  parsers: parsersSchema,
  transformer: transformerSchema,
  formats: z.array(z.custom(isRenderedFormat, "must be a format that `defineFormat` has made")).optional(),
  ocr: recognizerSchema,
  markdown: callback,
};
/** A header that a delivery does not need for something else. */
const SignatureHeader = HeaderName.refine(
  (name) => sendableHeaders({ [name]: "" }).warnings.length === 0 && !/^(?:content-type|x-webhook-id)$/i.test(name),
  { error: "must be a header of its own, as every delivery has this one already" },
);
const webhooks = { secret: text, signatureHeaders: z.array(SignatureHeader).min(1).optional() };
const runtime = { onEvent: callback, worksOnItsJobs: flag, clock: clockSchema, newId: callback, random: callback };

/** An object of the host's, such as a store, has the members of its port, and perhaps more. */
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
