import { EngineError } from "@garner/core/errors";
import type { JobKind } from "@garner/core";

/** The place of a kind of jobs on the wire. */
export const jobRoutes = {
  crawl: "/v2/crawl",
  batch: "/v2/batch/scrape",
  extract: "/v2/extract",
} as const satisfies Readonly<Record<JobKind, string>>;

/** The address of a job. Throws JOB_NOT_FOUND for an id that would be another address. */
export function jobPath(kind: JobKind, id: string): string {
  return `${jobRoutes[kind]}/${segment(id)}`;
}

/** An id as a segment of a path. Throws JOB_NOT_FOUND for text that can be no id. */
export function segment(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new EngineError("JOB_NOT_FOUND", `There is no job "${id}".`);
  return encodeURIComponent(id);
}

/** A job, and which kind it is of if that is known. */
export interface Reference {
  readonly id: string;
  readonly kind?: JobKind | undefined;
}

/** Looks for a job of unknown kind among each kind in turn. Throws JOB_NOT_FOUND if none has it. */
export async function withKind<Result>(
  { id, kind }: Reference,
  kinds: readonly [JobKind, ...JobKind[]],
  ask: (kind: JobKind) => Promise<Result>,
): Promise<Result> {
  if (kind !== undefined) return await ask(kind);
  for (const each of kinds) {
    try {
      return await ask(each);
    } catch (thrown) {
      if (!EngineError.is(thrown, "JOB_NOT_FOUND")) throw thrown;
    }
  }
  throw new EngineError("JOB_NOT_FOUND", `There is no job ${id}: it is unknown or has expired.`);
}
