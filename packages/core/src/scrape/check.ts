import { requireDefined } from "../extensions/defined-formats.ts";
import { rungsFor } from "../fetch/ladder.ts";
import { formatObjects } from "../schema/formats.ts";
import type { ParsedScrapeOptions } from "../schema/scrape.ts";
import { capabilitiesNeeded, capableOf, capableSources } from "./plan.ts";
import { checkSchema } from "./formats/json/read-json.ts";
import { requireModel } from "./formats/render-asked.ts";
import type { ScrapeDependencies } from "./dependencies.ts";

/** Throws CAPABILITY_MISSING now for options with which every page of a job would fail later. */
export function checkScrapeIsPossible(options: ParsedScrapeOptions, resources: ScrapeDependencies): void {
  const { sources, model } = resources;
  const formats = formatObjects(options.formats);
  requireModel(formats, model);
  requireDefined(formats, resources.formats);
  capableSources(sources, capabilitiesNeeded(options, formats, {}));
}

/**
 * Throws BAD_REQUEST now for a JSON Schema with which every page would fail later. `place` is where the options stand in the
 * request.
 */
export async function checkSchemas(
  { formats }: Pick<ParsedScrapeOptions, "formats">,
  place: readonly string[],
  asking: Parameters<typeof checkSchema>[2],
): Promise<void> {
  for (const [index, format] of formats.entries()) {
    const schema = typeof format === "object" && "schema" in format ? format.schema : undefined;
    if (schema !== undefined) await checkSchema(schema, [...place, "formats", index, "schema"], asking);
  }
}

/** The most pages with these options that their first source takes at once; `Infinity` if there is no such source here. */
export function maxPagesAtOnce(options: ParsedScrapeOptions, { sources }: Pick<ScrapeDependencies, "sources">): number {
  const needs = capabilitiesNeeded(options, formatObjects(options.formats), {});
  const [first] = rungsFor(capableOf(sources, needs), options.proxy);
  return first?.source.maxPagesAtOnce?.() ?? Infinity;
}
