import type { JobHandle, ScrapeResult } from "@garner/core";
import { exitCodes } from "./failure.ts";
import { progressLine } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

/** Hands over the pages of a job as they come, shows its progress, and names failures. Resolves to the exit code. */
export async function followJob(
  job: JobHandle,
  terminal: Terminal,
  onPage: (page: ScrapeResult) => Promise<void> | void,
): Promise<number> {
  const line = progressLine(terminal);
  let url = "";
  const showing = (async () => {
    for await (const progress of job.progress) line.show(progress, url);
  })();
  // The loop over the pages fails with the same error.
  showing.catch(() => undefined);
  try {
    for await (const page of job) {
      url = page.metadata.sourceURL ?? page.metadata.url ?? url;
      // If both go to one screen, output must not stand behind the line.
      if (terminal.isInteractive) line.clear();
      await onPage(page);
    }
    await showing;
  } finally {
    line.clear();
  }
  const { errors, status, completed, failed, warning } = await job.status({ limit: 1 });
  for (const failure of errors) terminal.tell(`${terminal.styled("red", "failed")} ${failure.url}: ${failure.error}\n`);
  if (warning !== undefined) terminal.tell(`${terminal.styled("yellow", "warning")} ${warning}\n`);
  const pages = `${completed} ${completed === 1 ? "page" : "pages"}`;
  terminal.tell(`${terminal.styled("bold", status)} ${pages}${failed === 0 ? "" : `, ${failed} failed`}\n`);
  if (status !== "completed" || (completed === 0 && failed > 0)) return exitCodes.failed;
  return failed > 0 ? exitCodes.incomplete : exitCodes.done;
}
