import type { Decision, FrontierEntry, Job } from "../ports/job-store.ts";
import { refusal } from "./draft.ts";

/** The decision about an entry that is pending when its job ends. Pure. */
export function leftOver({ state, limit }: Job, entry: Pick<FrontierEntry, "url" | "depth" | "foundOn">): Decision {
  const detail = state === "completed" ? `The limit of ${limit ?? 0} pages was reached.` : `The job ended as ${state}.`;
  return refusal(entry, "limit", detail);
}
