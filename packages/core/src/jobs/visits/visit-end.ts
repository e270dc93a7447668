import type { Decision, OpenEntry, PageError, Visit } from "../../ports/job-store.ts";
import type { TaskOutcome } from "../../ports/queue.ts";
import type { JobDependencies } from "../dependencies.ts";

/** The end of a visit; one `for a browser` is to be made by a process that has one, and there is one. */
export type VisitEnd = Visit | TaskOutcome | "for a browser";

type EndDependencies = Pick<JobDependencies, "clock" | "newId">;

/** A visit that is over, with what it found. */
export function finished(
  entry: OpenEntry,
  findings: Pick<Visit, "outcome"> & { readonly [Field in keyof Visit]?: Visit[Field] | undefined },
  resources: EndDependencies,
): Visit {
  const { outcome, id = resources.newId(), discovered = [], refused = [] } = findings;
  const { landedOn, base, isNovel, isErrorPage } = findings;
  const visit = { key: entry.key, id, at: resources.clock.now(), outcome, discovered, refused };
  return { ...visit, landedOn, base, isNovel, isErrorPage };
}

/** A visit to a page that is not to be taken. */
export function dropped(decision: Decision, entry: OpenEntry, resources: EndDependencies): Visit {
  return finished(entry, { outcome: { kind: "dropped", decision } }, resources);
}

/** A visit to a page that could not be had. */
export function failed(entry: OpenEntry, error: PageError, resources: EndDependencies): Visit {
  return finished(entry, { outcome: { kind: "failed", error } }, resources);
}
