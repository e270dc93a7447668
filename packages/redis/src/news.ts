import type { Changes } from "@garner/core";

/** What other processes are told of a job that was changed: its id, and that it has ended. Empty if there is no news. */
export function newsOf({ row: { job }, events }: Changes): string {
  if (events.length === 0) return "";
  return JSON.stringify(job.state === "scraping" ? [job.id] : [job.id, job.state]);
}
