import { EngineError } from "../errors.ts";
import type { Call } from "../ports/call.ts";
import type { Clock } from "../ports/clock.ts";
import type { ScrapeStore } from "../ports/scrape-store.ts";
import { parseInput } from "../schema/input/parse-input.ts";
import type { ScrapeResult } from "../schema/result.ts";
import { ScrapeReference } from "../schema/scrape-reference.ts";

/** The resources by which results of scrapes are kept. */
export interface KeepingDependencies {
  readonly scrapes: ScrapeStore;
  readonly clock: Clock;
  readonly policy: { readonly jobTtlMs: number };
}

/** Larger results, in characters of JSON, are not kept: to read them again, ask for files as URLs. */
const maxCharacters = 8 * 1024 * 1024;

/** Keeps a result for its caller's team under its id. Resolves with a warning when the store failed. Never throws. */
export async function keepScrape(
  outcome: ScrapeResult,
  call: Call,
  { scrapes, clock, policy }: KeepingDependencies,
): Promise<string | undefined> {
  const id = outcome.metadata.scrapeId;
  if (id === undefined || sizeOf(outcome) > maxCharacters) return undefined;
  const { team } = call.principal;
  const at = clock.now();
  const json = JSON.stringify(outcome);
  if (json.length > maxCharacters) return undefined;
  try {
    await scrapes.keep({ id, team, json, expiresAt: at + policy.jobTtlMs }, at);
    return undefined;
  } catch (thrown) {
    return `The result could not be kept under its id: ${EngineError.from(thrown).message}`;
  }
}

/** A lower bound of the characters of JSON: those of the formats that are text. Writing all of it first may take long. */
function sizeOf(outcome: ScrapeResult): number {
  return Object.values(outcome)
    .filter((value) => typeof value === "string")
    .reduce((sum, value) => sum + value.length, 0);
}

/** The result of a scrape of the caller's team, as it was answered. Throws JOB_NOT_FOUND. */
export async function getScrape(
  input: unknown,
  call: Call,
  { scrapes, clock }: KeepingDependencies,
): Promise<ScrapeResult> {
  const { id } = parseInput(ScrapeReference, input);
  const { team } = call.principal;
  const json = await scrapes.get({ id, team, at: clock.now() });
  if (json === undefined)
    throw new EngineError(
      "JOB_NOT_FOUND",
      `There is no scrape ${id}: it is unknown, has expired, is a page of a job, which keeps it itself, was asked for with \`zeroDataRetention\`, or its result was too large to keep.`,
    );
  return JSON.parse(json) as ScrapeResult;
}
