import type { Progress, Visit, VisitOutcome } from "../ports/job-store.ts";
import { admissionNeeds, finish, handOn, refund, remember, settleAt, takeOver } from "./admission.ts";
import { entryAt, isUnfinished, record, refusal, refuse, startDraft, type Draft } from "./draft.ts";
import { conclude, nothingToDo, proceed, unchanged } from "./opening.ts";
import type { EntryRow, FrontierState, HalfTaken, Needs, Step } from "./rows.ts";
import { firstKey, isReplaced, isVacant, variantKey } from "./spellings.ts";

/** Records a visit, see `JobStore.complete`. */
export function visitStep(visit: Visit): Step<Progress> {
  return { needs: () => visitNeeds(visit), take: (state) => step(state, visit) };
}

/** The knowledge needed of a frontier to record a visit. Pure. */
export function visitNeeds({ key, landedOn, outcome, discovered, refused }: Visit): Needs {
  const { links = [], ...admission } = admissionNeeds(discovered);
  const isElsewhere = landedOn !== undefined && landedOn.key !== key;
  const own = new Set([key, firstKey(key)]);
  return {
    ...admission,
    entries: isElsewhere ? [...own.add(landedOn.key)] : [...own],
    withDecisions: isElsewhere, // which of the two is a duplicate is decided then
    links: [...links, ...refused],
    decisions: outcome.kind === "dropped" ? [outcome.decision.url] : [],
  };
}

/** The changes of a visit, and the work to do next. Pure. */
export function step(state: FrontierState, visit: Visit): HalfTaken<Progress> {
  const { job } = state.row;
  const row = state.entries.get(visit.key);
  if (row === undefined) return unchanged(nothingToDo(job));
  const draft = startDraft(state);
  if (!isUnfinished(row)) return proceed(draft, { isReplay: true, credits: row.credits });
  if (job.state !== "scraping") return unchanged(nothingToDo(job));
  if (visit.outcome.kind === "ongoing") {
    takeOver(draft, visit);
    if (visit.base !== undefined) draft.job.base = visit.base;
    return conclude(draft, nothingToDo(job));
  }
  return proceed(draft, { credits: recordVisit(draft, row, visit) });
}

/** Records the outcome and the findings of a visit; returns its cost. */
function recordVisit(draft: Draft, row: EntryRow, visit: Visit): number {
  const { outcome, duplicateOf } = claimLanding(draft, row, visit);
  const credits = outcome.kind === "page" ? outcome.credits : 0;
  const state = outcome.kind === "page" ? "visited" : duplicateOf === undefined ? "failed" : "duplicate";
  finish(draft, row, { state, credits, duplicateOf });
  recordOutcome(draft, row, { ...visit, outcome });
  if (duplicateOf === undefined) followUp(draft, row, visit);
  if (visit.outcome.kind !== "page" || visit.isErrorPage === true) handOn(draft, row, visit.landedOn);
  return credits;
}

function recordOutcome(draft: Draft, { entry: { url } }: EntryRow, { id, at, outcome }: Visit): void {
  const { job } = draft;
  if (outcome.kind === "page") {
    record(draft, { type: "page", at, id, url, document: outcome.document }, job.completed);
    job.completed += 1;
    job.creditsUsed += outcome.credits;
    job.lastPageAt = at;
    return;
  }
  job.known -= 1;
  if (outcome.kind === "dropped") {
    refuse(draft, outcome.decision);
  } else if (outcome.kind === "failed") {
    job.failed += 1;
    record(draft, { type: "page", at, id, url, error: outcome.error });
  }
}

/** Takes over what a visit found, and gives its trap family one back if that was something new. */
function followUp(draft: Draft, { entry }: EntryRow, visit: Visit): void {
  const family = entry.trap?.family;
  const admitted = takeOver(draft, visit);
  if (visit.base !== undefined) draft.job.base = visit.base;
  const isNew = visit.isNovel === true || admitted.some(({ trap }) => trap?.family !== family);
  if (family !== undefined && isNew) refund(draft, family);
}

interface Claim {
  readonly outcome: VisitOutcome;
  /** The key of the page that this visit turned out to duplicate. */
  readonly duplicateOf?: string | undefined;
}

/** Claims the page that the visit was led to; turns the outcome into a duplicate if that page is another visit's. */
function claimLanding(draft: Draft, row: EntryRow, { landedOn, outcome, isErrorPage = false }: Visit): Claim {
  const { key, url, depth, lane, part } = row.entry;
  if (landedOn === undefined || landedOn.key === key || outcome.kind !== "page") return { outcome };
  const other = entryAt(draft, landedOn.key);
  if (other === undefined) {
    const entry = { key: landedOn.key, url: landedOn.url, depth, lane, part };
    // Where the error page is, there may be a page under another spelling.
    const duplicateOf = isErrorPage ? variantKey(1, landedOn.key) : firstKey(key);
    draft.entries.set(entry.key, { entry, state: "duplicate", opening: 0, credits: 0, duplicateOf });
  } else if (other.state === "pending") {
    if (isErrorPage && other.entry.url !== landedOn.url) return { outcome };
    finish(draft, other, { state: "duplicate", credits: 0, duplicateOf: firstKey(key) });
    draft.job.known -= 1;
    refuse(draft, refusal(other.entry, "duplicate", `Same page as ${url}, which redirects to it.`));
    if (isErrorPage) handOn(draft, other, undefined);
  } else if (isVacant(other) && !isErrorPage) {
    settleAt(draft, other, landedOn.url);
  } else if (other.duplicateOf !== key && (other.state !== "failed" || isReplaced(other))) {
    remember(draft, landedOn.key, landedOn.url);
    const decision = refusal(row.entry, "duplicate", `Leads to ${landedOn.url}, which was seen before.`);
    return { outcome: { kind: "dropped", decision }, duplicateOf: landedOn.key };
  }
  return { outcome };
}
