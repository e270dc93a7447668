import type { FrontierEntry, Visit } from "../ports/job-store.ts";
import {
  decidedReason,
  enterLane,
  entryAt,
  isUnfinished,
  leaveLane,
  refusal,
  refuse,
  seenAt,
  takeBack,
  unopen,
  type Draft,
} from "./draft.ts";
import type { EntryRow, Needs, SeenEntry } from "./rows.ts";

/** The knowledge needed to admit entries. Pure. */
export function admissionNeeds(entries: readonly FrontierEntry[]): Pick<Needs, "links" | "lanes" | "families"> {
  return {
    links: entries,
    lanes: [...new Set(entries.map(({ lane }) => lane))],
    families: [...new Set(entries.flatMap(({ trap }) => (trap === undefined ? [] : [trap.family])))],
  };
}

/** Admits the new entries whose trap family has budget, and returns them. */
export function admitAll(draft: Draft, entries: readonly FrontierEntry[]): readonly FrontierEntry[] {
  return entries.filter((entry) => admit(draft, entry));
}

function admit(draft: Draft, entry: FrontierEntry): boolean {
  const known = seenAt(draft, entry.key);
  if (known !== undefined) {
    meetAgain(draft, known, entry);
    return false;
  }
  const { trap } = entry;
  if (trap !== undefined) {
    const spent = spentBy(draft, trap.family);
    if (spent >= trap.budget) {
      refuse(draft, refusal(entry, "trap", trap.detail));
      return false;
    }
    draft.spent.set(trap.family, spent + 1);
  }
  takeBack(draft, entry.url);
  draft.entries.set(entry.key, { entry, state: "pending", opening: 0, credits: 0 });
  enterLane(draft, entry);
  draft.job.known += 1;
  return true;
}

/** An entry found again: under another URL it is a duplicate, from nearer a seed it moves up. */
function meetAgain(draft: Draft, known: SeenEntry, { key, ...found }: FrontierEntry): void {
  if (!isAt(known, found.url)) refuse(draft, refusal(found, "duplicate", `Same page as ${known.url}.`));
  const { depth } = found;
  const { lane } = known;
  if (known.state !== "pending" || known.depth <= depth || lane === undefined) return;
  leaveLane(draft, { lane, depth: known.depth }, "pending");
  enterLane(draft, { lane, depth });
  const row = entryAt(draft, key);
  if (row === undefined) draft.moved.set(key, depth);
  else draft.entries.set(key, { ...row, entry: { ...row.entry, depth } });
}

/** Admits and refuses what a visit found; returns what was admitted. */
export function takeOver(draft: Draft, { discovered, refused }: Visit): readonly FrontierEntry[] {
  const admitted = admitAll(draft, discovered);
  for (const { key, ...decision } of refused) {
    const known = seenAt(draft, key);
    if (known === undefined) refuse(draft, decision);
    else if (!isAt(known, decision.url)) refuse(draft, refusal(decision, "duplicate", `Same page as ${known.url}.`));
  }
  return admitted;
}

/** True if an entry is visited at this address: its own, or the one that was taken in its place. */
const isAt = ({ url, duplicateOf }: SeenEntry, address: string): boolean =>
  url === address || duplicateOf === variantKey(address);

/** The key of an entry for an address that is taken in the place of another spelling of it. Pure. */
export const variantKey = (url: string): string => `variant ${url}`;

/**
 * Takes another spelling of an address under which there is no page: the first that was met, and left out as a duplicate.
 * The entry that has ended stands for it from then on.
 */
export function takeVariant(draft: Draft, ended: EntryRow, variants: NonNullable<Visit["variants"]>): void {
  const variant = variants.find(({ url }) => decidedReason(draft, url) === "duplicate");
  if (variant === undefined) return;
  const key = variantKey(variant.url);
  if (!admit(draft, { ...ended.entry, ...variant, key })) return;
  const state = ended.state === "failed" ? "duplicate" : ended.state;
  draft.entries.set(ended.entry.key, { ...ended, state, duplicateOf: key });
}

/** Gives a trap family one admission back. */
export function refund(draft: Draft, family: string): void {
  draft.spent.set(family, Math.max(0, spentBy(draft, family) - 1));
}

function spentBy({ spent, state }: Draft, family: string): number {
  return spent.get(family) ?? state.spent.get(family) ?? 0;
}

/** Ends an unfinished entry. */
export function finish(draft: Draft, row: EntryRow, ending: Pick<EntryRow, "state" | "credits" | "duplicateOf">): void {
  if (isUnfinished(row)) leaveLane(draft, row.entry, row.state);
  if (row.state === "open") draft.job.open -= 1;
  draft.entries.set(row.entry.key, { ...row, ...ending });
}

/** Puts an open entry back. */
export function release(draft: Draft, row: EntryRow): void {
  unopen(draft, row.entry);
  draft.entries.set(row.entry.key, { ...row, state: "pending" });
}
