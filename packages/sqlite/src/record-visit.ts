import type { FrontierEntry, Visit, VisitOutcome } from "@garner/core";
import { digest, fromJson } from "./database.ts";
import { addAlias, admitAll, findEntry, finish, refund, refusal, refuse, type UrlRow } from "./frontier.ts";
import { addEvent } from "./job-row.ts";
import type { JobStep } from "./lanes.ts";

/** Records how a visit ended and what it found; returns what it cost. */
export function recordVisit(step: JobStep, row: UrlRow, visit: Visit): number {
  const { outcome, duplicateOf } = claimLanding(step, row, visit);
  const credits = outcome.kind === "page" ? outcome.credits : 0;
  const state = outcome.kind === "page" ? "visited" : duplicateOf === undefined ? "failed" : "duplicate";
  finish(step, row, { state, credits, duplicateOf });
  recordOutcome(step, row, { ...visit, outcome });
  if (duplicateOf === undefined) followUp(step, row, visit);
  return credits;
}

function recordOutcome(step: JobStep, { url }: UrlRow, { id, at, outcome }: Visit): void {
  const { job } = step;
  if (outcome.kind === "page") {
    addEvent(step, { type: "page", at, id, url, document: outcome.document, page: job.completed });
    job.completed += 1;
    job.credits_used += outcome.credits;
    job.last_page_at = at;
    return;
  }
  job.known -= 1;
  if (outcome.kind === "dropped") {
    refuse(step, outcome.decision);
  } else if (outcome.kind === "failed") {
    job.failed += 1;
    addEvent(step, { type: "page", at, id, url, error: outcome.error });
  }
}

/** Admits and refuses what a visit found, and gives its trap family its budget back if that was something new. */
function followUp(step: JobStep, row: UrlRow, visit: Visit): void {
  const family = fromJson<{ family: string }>(row.trap)?.family;
  const admitted = takeOver(step, visit);
  if (visit.base !== undefined) step.job.base = visit.base;
  const isNew = visit.isNovel === true || admitted.some((entry) => entry.trap?.family !== family);
  if (family !== undefined && isNew) refund(step, family);
}

/** Admits and refuses what a visit found; returns what was admitted. */
export function takeOver(step: JobStep, { discovered, refused }: Visit): readonly FrontierEntry[] {
  const admitted = admitAll(step, discovered);
  for (const { key, ...decision } of refused) {
    const known = findEntry(step, key)?.url;
    if (known === undefined) refuse(step, decision);
    else if (known !== decision.url) refuse(step, refusal(decision, "duplicate", `Same page as ${known}.`));
  }
  return admitted;
}

interface Claim {
  readonly outcome: VisitOutcome;
  /** The key of the page that this visit turned out to duplicate. */
  readonly duplicateOf?: string | undefined;
}

/** Claims the page that the visit was led to; turns the outcome into a duplicate if that page is another visit's. */
function claimLanding(step: JobStep, row: UrlRow, { landedOn, outcome }: Visit): Claim {
  if (landedOn === undefined || landedOn.key === row.key || outcome.kind !== "page") return { outcome };
  const other = findEntry(step, landedOn.key);
  if (other === undefined) {
    addAlias(step, landedOn, row);
  } else if (other.state === "pending") {
    finish(step, other, { state: "duplicate", duplicateOf: row.key });
    step.job.known -= 1;
    refuse(step, duplicate(other, `Same page as ${row.url}, which redirects to it.`));
  } else if (other.state !== "failed" && !isDuplicateOf(other, row.key)) {
    const decision = duplicate(row, `Redirects to ${landedOn.url}, which was seen before.`);
    return { outcome: { kind: "dropped", decision }, duplicateOf: landedOn.key };
  }
  return { outcome };
}

function duplicate({ url, depth, found_on }: UrlRow, detail: string) {
  return refusal({ url, depth, foundOn: found_on ?? undefined }, "duplicate", detail);
}

function isDuplicateOf({ duplicate_of }: UrlRow, key: string): boolean {
  return duplicate_of !== null && Buffer.compare(duplicate_of, digest(key)) === 0;
}
