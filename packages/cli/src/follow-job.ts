import type { Engine, JobHandle, JobStarted, ScrapeResult } from "@garner/core";
import { exitCodes } from "./failure.ts";
import { progressLine } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

/** A crawl or batch to follow. */
export interface FollowedJob {
  readonly engine: Engine;
  readonly job: JobHandle<ScrapeResult, unknown, JobStarted>;
  readonly kind: "crawl" | "batch";
  readonly onPage: (page: ScrapeResult) => Promise<void> | void;
}

/** Hands over the pages of a job and names its failures as they come, and shows its progress. Resolves to the exit code. */
export async function followJob({ engine, job, kind, onPage }: FollowedJob, terminal: Terminal): Promise<number> {
  const { id } = await job.started();
  const line = progressLine(terminal);
  let url = "";
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
      if (error !== undefined && visited !== undefined)
        line.note(`${terminal.styled("red", "failed")} ${visited}: ${error.message}`);
      if (document === undefined) continue;
      // If both go to one screen, output must not stand behind the line.
      if (terminal.isInteractive) line.clear();
      await onPage(document as ScrapeResult);
    }
    await showing;
  } finally {
    line.clear();
    await job[Symbol.asyncDispose]();
  }
  const { status, completed, failed, error, warning } = await job.status({ limit: 1 });
  if (error !== undefined) terminal.tell(`${terminal.styled("red", "error")} ${error}\n`);
  if (warning !== undefined) terminal.tell(`${terminal.styled("yellow", "warning")} ${warning}\n`);
  const pages = `${completed} ${completed === 1 ? "page" : "pages"}`;
  terminal.tell(`${terminal.styled("bold", status)} ${pages}${failed === 0 ? "" : `, ${failed} failed`}\n`);
  if (status !== "completed" || (completed === 0 && failed > 0)) return exitCodes.failed;
  return failed > 0 ? exitCodes.incomplete : exitCodes.done;
}
