import type { FrontierEntry, Visit } from "../ports/job-store.ts";
import {
  enterLane,
  entryAt,
  isUnfinished,
  leaveLane,
  note,
  refusal,
  refuse,
  seenAt,
  takeBack,
  unopen,
  type Draft,
} from "./draft.ts";
import type { EntryRow, Needs, SeenEntry } from "./rows.ts";
import { askedOf, firstKey, isAt, isVacant, maxOthers, standing, turnOf, variantKey } from "./spellings.ts";

/** The knowledge needed to admit entries. Pure. */
export function admissionNeeds(entries: readonly FrontierEntry[]): Pick<Needs, "links" | "lanes" | "families"> {
  return {
    links: entries,
    lanes: [...new Set(entries.map(({ lane }) => lane))],
    families: [...new Set(entries.flatMap(({ trap }) => (trap === undefined ? [] : [trap.family])))],
  };
}

/** Admits the new entries whose trap family has budget, and those of addresses without a page; returns them. */
export function admitAll(draft: Draft, entries: readonly FrontierEntry[]): readonly FrontierEntry[] {
  return entries.filter((entry) => admit(draft, entry));
}

function admit(draft: Draft, entry: FrontierEntry): boolean {
  const known = seenAt(draft, entry.key);
  if (known !== undefined) return meetAgain(draft, known, entry);
  const { trap } = entry;
  if (trap !== undefined) {
    const spent = spentBy(draft, trap.family);
    if (spent >= trap.budget) {
      refuse(draft, refusal(entry, "trap", trap.detail));
      return false;
    }
    draft.spent.set(trap.family, spent + 1);
  }
  enter(draft, entry);
  return true;
}

function enter(draft: Draft, entry: FrontierEntry): void {
  takeBack(draft, entry.url);
  draft.entries.set(entry.key, { entry, state: "pending", opening: 0, credits: 0 });
  enterLane(draft, entry);
  draft.job.known += 1;
}

/**
 * An entry found again: from nearer a seed it moves up. Under another URL it is a duplicate, or is admitted if there is no
 * page under those that were asked for.
 */
function meetAgain(draft: Draft, known: SeenEntry, { key, ...found }: FrontierEntry): boolean {
  const { url, depth } = found;
  const { lane } = known;
  if (!isAt(known, url)) {
    remember(draft, key, url);
    const turn = turnOf(known);
    if (isVacant(known) && turn <= maxOthers) {
      // In the place of the one that has ended, also in its trap family.
      enter(draft, { ...found, key: variantKey(turn, key) });
      return true;
    }
    refuse(draft, refusal(found, "duplicate", samePage(known)));
  }
  if (known.state !== "pending" || known.depth <= depth || lane === undefined) return false;
  leaveLane(draft, { lane, depth: known.depth }, "pending");
  enterLane(draft, { lane, depth });
  note(draft, key, { depth });
  return false;
}

const samePage = (known: SeenEntry): string => `Same page as ${standing(known)}.`;

/** Remembers another spelling of a known address, which may be asked for in its turn. */
export function remember(draft: Draft, key: string, url: string): void {
  const known = seenAt(draft, key);
  if (known === undefined || known.url === url) return;
  const { spellings = [] } = known;
  if (spellings.length < maxOthers && !spellings.includes(url)) note(draft, key, { spellings: [...spellings, url] });
}

/** Takes a page for that of an address which had none under the spellings that were asked for. */
export function settleAt(draft: Draft, { entry, ...vacant }: EntryRow, url: string): void {
  draft.entries.set(entry.key, { ...vacant, entry, spellings: [...(vacant.spellings ?? []), url] });
}

/** Admits and refuses what a visit found; returns what was admitted. */
export function takeOver(draft: Draft, { discovered, refused }: Visit): readonly FrontierEntry[] {
  const admitted = admitAll(draft, discovered);
  for (const { key, ...decision } of refused) {
    const known = seenAt(draft, key);
    if (known === undefined) refuse(draft, decision);
    else if (!isAt(known, decision.url)) refuse(draft, refusal(decision, "duplicate", samePage(known)));
  }
  return admitted;
}

/**
 * Hands an address on, under a spelling of which there is no page: to the next one that was met, or to the next that will
 * be. One that the visit was led to has been asked for, too.
 */
export function handOn(draft: Draft, { entry }: EntryRow, landedOn: Visit["landedOn"]): void {
  const first = entryAt(draft, firstKey(entry.key));
  if (first === undefined) return;
  const { key, url } = first.entry;
  const led = landedOn?.key === key && landedOn.url !== url ? [landedOn.url] : [];
  const asked = [...new Set([...askedOf(first), ...led])];
  const room = Math.max(0, maxOthers - asked.length);
  const waiting = (first.spellings ?? []).filter((spelling) => !asked.includes(spelling)).slice(0, room);
  const next = variantKey(asked.length + 1, key);
  draft.entries.set(key, { ...first, duplicateOf: next, spellings: [...asked, ...waiting] });
  const [spelling] = waiting;
  if (spelling === undefined) return;
  const { foundOn = entry.url } = entry; // of a seed's address, only the spelling that was named is a seed
  enter(draft, { ...entry, key: next, url: spelling, foundOn });
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
