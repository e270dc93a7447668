import type { Decision, FrontierEntry, Job } from "../ports/job-store.ts";
import { refusal } from "./draft.ts";

/** Why an entry that is pending at the end of a job was not taken. Pure. */
export function leftOver({ state, limit }: Job, entry: Pick<FrontierEntry, "url" | "depth" | "foundOn">): Decision {
  const detail = state === "completed" ? `The limit of ${limit ?? 0} pages was reached.` : `The job ended as ${state}.`;
  return refusal(entry, "limit", detail);
}
