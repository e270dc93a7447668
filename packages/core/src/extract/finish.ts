import { computeFor } from "../concurrency/pure-work.ts";
import { EngineError } from "../errors.ts";
import type { Job, Settlement } from "../ports/job-store.ts";
import { completeJson } from "../scrape/formats/json/read-json.ts";
import { findSources, mergePages } from "./page-work.ts";
import { type ExtractOutcome, PageExtract, settingsOf } from "./settings.ts";
import type { ExtractVisitDependencies } from "./dependencies.ts";

const pagesAtOnce = 500;
const chunkBytes = 64 * 1024 * 1024;

/**
 * The last step of an extraction: puts together what the pages gave, where they differ by whether the page supports the
 * field, and holds it against the schema. Failed when no page could be read, or the whole does not fit.
 */
export async function finishExtract(job: Job, resources: ExtractVisitDependencies): Promise<Omit<Settlement, "at">> {
  const settings = settingsOf(job);
  const pages = await readPages(job.id, resources);
  if (pages.length === 0) return await nothingRead(job, resources);
  const tokens = pages.reduce((sum, { extract }) => sum + extract.tokens, 0);
  const warnings = [...settings.warnings, ...pages.flatMap(({ extract }) => extract.warnings)];
  const nothing: ExtractOutcome = {
    ...{ data: [], sources: {}, tokensUsed: tokens, pagesRead: pages.length },
    warnings: firstOnes(warnings),
  };
  try {
    const { model, compute, clock } = resources;
    const call = { model, compute, team: job.team, signal: clock.deadline(repairTimeMs) };
    const read = pages.map(({ extract: { value, unsupported } }) => ({ value, unsupported }));
    const whole = await completeJson(await computeFor(call, mergePages, read), settings.schema, call);
    const tokensUsed = tokens + whole.usage.inputTokens + whole.usage.outputTokens;
    if (whole.failure !== undefined) return failed(whole.failure, { ...nothing, tokensUsed });
    const given = pages.map(({ metadata, extract }) => ({ url: metadata.sourceURL, value: extract.value }));
    const sources = await computeFor(call, findSources, { merged: whole.value, pages: given });
    const result: ExtractOutcome = {
      ...nothing,
      ...{ data: whole.value, sources: { ...sources }, tokensUsed },
      warnings: firstOnes([...warnings, ...whole.warnings]),
    };
    return { state: "completed", result };
  } catch (thrown) {
    return failed(EngineError.from(thrown), nothing);
  }
}

/** The end of an extraction without data; what it read is still told. */
function failed({ code, message }: EngineError, result: ExtractOutcome): Omit<Settlement, "at"> {
  return { state: "failed", error: { code, message }, result };
}

const firstOnes = (warnings: readonly string[]): string[] => [...new Set(warnings)].slice(0, 20);

const repairTimeMs = 120_000;

async function readPages(id: string, { jobs }: ExtractVisitDependencies): Promise<readonly PageExtract[]> {
  const pages: PageExtract[] = [];
  for (let skip: number | undefined = 0; skip !== undefined;) {
    const chunk: Awaited<ReturnType<typeof jobs.pages>> = await jobs.pages(id, {
      skip,
      limit: pagesAtOnce,
      maxBytes: chunkBytes,
    });
    pages.push(...chunk.pages.map((page) => PageExtract.parse(page)));
    skip = chunk.next;
  }
  return pages;
}

async function nothingRead(job: Job, { jobs }: ExtractVisitDependencies): Promise<Omit<Settlement, "at">> {
  const [first] = await jobs.errors(job.id);
  const reason = first?.error;
  if (reason === undefined) {
    const message = "There was no page to read: the URLs are invalid, or nothing was found for them.";
    return { state: "failed", error: { code: "BAD_REQUEST", message } };
  }
  return { state: "failed", error: { code: reason.code, message: `No page could be read: ${reason.message}` } };
}
