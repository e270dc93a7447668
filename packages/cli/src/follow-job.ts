import type { Engine, JobHandle, JobStarted, ScrapeResult } from "@garner/core";
import { exitCodes } from "./failure.ts";
import { progressLine } from "./progress.ts";
import { tellWarning, type Terminal } from "./terminal.ts";

/** A crawl or batch to follow. */
export interface FollowedJob {
  readonly engine: Engine;
  readonly job: JobHandle<ScrapeResult, unknown, JobStarted>;
  readonly kind: "crawl" | "batch";
  /** Takes a page; if it throws, the page has failed for that reason. */
  readonly onPage: (page: ScrapeResult) => Promise<string | undefined> | undefined;
  /** Pages that were asked for and are not in the job; none when not given. */
  readonly leftOut?: number;
}

/** The end of a job. */
export interface FollowedEnd {
  readonly exitCode: number;
  /** It has completed, and no page failed on the way to the site. */
  readonly isWhole: boolean;
}

/** Hands over the pages of a job and names its failures as they come, and shows its progress. */
export async function followJob(
  { engine, job, kind, onPage, leftOut = 0 }: FollowedJob,
  terminal: Terminal,
): Promise<FollowedEnd> {
  const { id } = await job.started();
  const line = progressLine(terminal);
  let url = "";
  let refused = 0;
  let errorPages = 0;
  const nameFailure = (failedUrl: string, reason: string) =>
    line.note(`${terminal.styled("red", "failed")} ${failedUrl}: ${reason}`);
  const showing = (async () => {
    for await (const progress of job.progress) line.show(progress, url);
  })();
  // The loop over the events fails with the same error.
  showing.catch(() => undefined);
  try {
    for await (const { document, error, url: visited } of engine.jobs.events(
      { id, kind },
      { signal: terminal.signal },
    )) {
      url = visited ?? url;
      if (error !== undefined && visited !== undefined) nameFailure(visited, error.message);
      if (document === undefined) continue;
      // On one screen, output must not follow the line of progress.
      if (terminal.isInteractive) line.clear();
      const page = document as ScrapeResult;
      const refusal = await onPage(page);
      if (refusal !== undefined) {
        nameFailure(url, refusal);
        refused += 1;
      } else if (isErrorPage(page)) {
        line.note(`${terminal.styled("yellow", "warning")} ${url}: ${page.warning ?? "an error page"}`);
        errorPages += 1;
      }
    }
    await showing;
  } finally {
    line.end();
    await job[Symbol.asyncDispose]();
  }
  const { status, error, warning, ...counts } = await job.status({ limit: 1 });
  if (error !== undefined) terminal.tell(`${terminal.styled("red", "error")} ${error}\n`);
  tellWarning(terminal, warning);
  const completed = counts.completed - refused;
  const failed = counts.failed + refused + leftOut;
  const pages = `${completed} ${completed === 1 ? "page" : "pages"}`;
  const errors =
    errorPages === 0 ? "" : `, ${errorPages} of them ${errorPages === 1 ? "an error page" : "error pages"}`;
  const failures = failed === 0 ? "" : `, ${failed} failed`;
  terminal.tell(`${terminal.styled("bold", status)} ${pages}${errors}${failures}\n`);
  const isWhole = status === "completed" && counts.failed === 0;
  if (status !== "completed" || (completed === 0 && failed > 0)) return { exitCode: exitCodes.failed, isWhole };
  return { exitCode: failed + errorPages > 0 ? exitCodes.incomplete : exitCodes.done, isWhole };
}

/** True if the site answered with an error instead of the page. */
export function isErrorPage({ metadata }: ScrapeResult): boolean {
  return (metadata.statusCode ?? 200) >= 400;
}

/** Prints each page as a line of JSON; an error page is one too, and says so. */
export function jsonLines({ print }: Terminal): FollowedJob["onPage"] {
  return (page) => {
    print(`${JSON.stringify(page)}\n`);
    return undefined;
  };
}
