import { startCrawlSite, type CrawlPages } from "@garner/testkit/site";
import { onTestFinished } from "vitest";
import { createEngine, type EngineConfig } from "../../src/index.ts";
import { unlimitedPoliteness } from "./unlimited.ts";

/** An engine's configuration for sites on loopback, without delays. */
export const config = {
  policy: { allowPrivateNetworks: ["127.0.0.1", "localhost"] },
  network: { politeness: unlimitedPoliteness },
} satisfies EngineConfig;

/** A site, and an engine that may visit it; both are disposed when the test has finished. */
export async function startCrawled(pages: CrawlPages, more: EngineConfig = {}) {
  const site = await startCrawlSite(pages);
  onTestFinished(() => site[Symbol.asyncDispose]());
  const engine = createEngine({ ...config, ...more });
  onTestFinished(() => engine[Symbol.asyncDispose]());
  return { site, engine };
}
