import { withDeadline } from "../concurrency/deadline.ts";
import { requireDefined, withDefinedFormats } from "../extensions/defined-formats.ts";
import type { Call } from "../ports/call.ts";
import { pageTooLarge } from "../fetch/body/read-body.ts";
import { warningOf } from "../schema/warning.ts";
import { defaultTimeoutMs } from "../schema/scrape.ts";
import type { ScrapeDependencies } from "./dependencies.ts";
import { takeStandardSchemas, type StandardSchemas } from "./formats/json/standard-schema.ts";
import { requireModel } from "./formats/render-asked.ts";
import { resultOf, type ScrapeOutcome } from "./page-result.ts";
import { readInput } from "./read-page.ts";
import type { ScrapeCall } from "./scrape.ts";
import { transformOptions } from "./transform-options.ts";

/** Reads a page that the caller already has. Nothing is fetched, and nothing is kept. */
export async function read(
  page: unknown,
  { wish, call }: { readonly wish: unknown; readonly call: ScrapeCall & Call },
  resources: ScrapeDependencies,
): Promise<ScrapeOutcome> {
  const { input, schemas } = takeStandardSchemas(
    withDefinedFormats(Array.isArray(wish) ? { formats: wish } : wish, resources.formats),
  );
  return await readGiven(page, { wish: input, schemas, call }, resources);
}

/** A wish that is plain data, and the library schemas that were taken out of it. */
export interface PlainWish {
  readonly wish: unknown;
  readonly schemas: StandardSchemas;
  readonly call: ScrapeCall & Call;
}

/** {@link read} for a wish whose schemas and formats of the host's were taken out before. */
export async function readGiven(
  page: unknown,
  { wish, schemas, call }: PlainWish,
  resources: ScrapeDependencies,
): Promise<ScrapeOutcome> {
  const { capture, request, formats, warnings } = readInput(page, wish, resources.clock.now());
  if (capture.body.length > resources.policy.maxBodyBytes) throw pageTooLarge(resources.policy.maxBodyBytes);
  requireModel(formats, resources.model);
  requireDefined(formats, resources.formats);
  const { maxTimeoutMs } = resources.policy;
  const timeoutMs = Math.min(request.timeout ?? defaultTimeoutMs, maxTimeoutMs);
  const deadline = {
    clock: resources.clock,
    timeoutMs,
    maxTimeoutMs,
    signal: call.signal,
    code: "SCRAPE_TIMEOUT",
  } as const;
  return await withDeadline(deadline, async (signal) => {
    const { markdown, policy } = resources;
    const options = transformOptions(request, formats, { explain: call.explain, markdown, policy });
    const content = await resources.transformer.transform(capture, options, signal);
    const taken = { capture, content, warnings: [] };
    const wanted = { request, formats, call: { ...call, schemas }, remembers: false };
    const outcome = await resultOf(taken, wanted, { resources, signal });
    return { ...outcome, ...warningOf([...warnings, outcome.warning]) };
  });
}
