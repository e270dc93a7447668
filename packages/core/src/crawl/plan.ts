import { z } from "zod";
import { withDeadline } from "../concurrency/deadline.ts";
import type { Call } from "../ports/call.ts";
import { EngineError } from "../errors.ts";
import { takeLogins } from "../jobs/visits/logins.ts";
import { map } from "../map/map.ts";
import { parseInput } from "../schema/input/parse-input.ts";
import { CrawlPlan, PlanCrawlRequest, type PlannedCrawl } from "../schema/plan-crawl.ts";
import { modelMissing, readJson } from "../scrape/formats/json/read-json.ts";
import { checkPatterns } from "../url/pattern.ts";
import type { CrawlDependencies } from "./dependencies.ts";

/** The most URLs of a site that a model is shown to plan its crawl. */
const shownUrls = 200;
/** The longest look at a site before its crawl is planned. */
const mapTimeMs = 5000;
/** The longest that a plan may take in all. */
export const planTimeMs = 120_000;

/**
 * Proposes the settings of a crawl from a wish in plain words and a look at the site's map. Only what the model chose is
 * in the answer. Throws CAPABILITY_MISSING without a model, BAD_REQUEST when the model's answer makes no settings.
 */
export async function planCrawl(input: unknown, call: Call, resources: CrawlDependencies): Promise<PlannedCrawl> {
  const request = parseInput(PlanCrawlRequest, input);
  const { clock } = resources;
  const deadline = { clock, timeoutMs: planTimeMs, signal: call.signal, code: "SCRAPE_TIMEOUT" } as const;
  const { plan, warning } = await withDeadline(deadline, (signal) =>
    proposePlan(request, { ...call, signal }, resources),
  );
  return {
    url: takeLogins([request.url]).addresses[0] ?? request.url,
    ...plan,
    ...(warning === undefined ? {} : { warning }),
  };
}

/** The settings that a model proposes, and what should be known about them. */
export async function proposePlan(
  { url, prompt }: { readonly url: string; readonly prompt: string },
  call: Call & { readonly signal: AbortSignal },
  resources: CrawlDependencies,
): Promise<{ readonly plan: CrawlPlan; readonly warning?: string | undefined }> {
  const { model, compute } = resources;
  const { team } = call.principal;
  if (model === undefined) throw modelMissing("prompt");
  const { addresses } = takeLogins([url]);
  const { links, warning } = await lookAtSite(url, call, resources);
  const reading = await readJson(
    { markdown: `Start URL: ${addresses[0]}\n\n${links.join("\n")}` },
    { schema, prompt: taskOf(prompt), evidence: false },
    { option: "prompt", model, compute, team, signal: call.signal },
  ).catch((thrown: unknown) => {
    throw EngineError.is(thrown, "EXTRACTION_FAILED") ? unusable(thrown.message, thrown) : thrown;
  });
  const plan = CrawlPlan.safeParse(withWholeDelay(reading.value));
  if (!plan.success) throw unusable(z.prettifyError(plan.error), plan.error);
  const { includePaths = [], excludePaths = [] } = plan.data;
  const [complaint] = checkPatterns({ includePaths, excludePaths });
  if (complaint !== undefined) throw unusable(complaint.message, undefined);
  return { plan: plan.data, ...(warning === undefined ? {} : { warning }) };
}

/** The schema of the model's answer. A delay may have decimals: they are no reason to ask again. */
const schema: Readonly<Record<string, unknown>> = z.toJSONSchema(CrawlPlan.extend({ delay: z.number().optional() }));

function withWholeDelay(plan: unknown): unknown {
  if (typeof plan !== "object" || plan === null || !("delay" in plan) || typeof plan.delay !== "number") return plan;
  return { ...plan, delay: Math.ceil(plan.delay) };
}

function taskOf(prompt: string): string {
  return [
    `the settings of a crawl that collects the pages wished for here: ${prompt}`,
    "The text lists the start URL and some URLs of the site. `includePaths` and `excludePaths` are regular expressions that are",
    "searched for in a URL's path (`^/blog/`). Choose only the settings that the wish needs, and leave out all others.",
  ].join("\n");
}

interface Look {
  readonly links: readonly string[];
  readonly warning?: string | undefined;
}

/** A site that can't be mapped can still be crawled, so a failure is only a warning. */
async function lookAtSite(url: string, call: Call, resources: CrawlDependencies): Promise<Look> {
  try {
    const request = { url, limit: shownUrls, timeout: mapTimeMs, filterByPath: false, includeSubdomains: true };
    const { links } = await map(request, call, resources);
    return { links: links.map((link) => link.url) };
  } catch (thrown) {
    call.signal?.throwIfAborted();
    const error = EngineError.from(thrown);
    if (error.code === "URL_BLOCKED") throw error;
    return { links: [], warning: `The settings were chosen without a look at the site: ${error.message}` };
  }
}

function unusable(reason: string, cause: unknown): EngineError {
  const message = `The prompt could not be made into crawl settings: ${reason} Rephrase it, or set the options themselves.`;
  return new EngineError("BAD_REQUEST", message, { cause });
}
