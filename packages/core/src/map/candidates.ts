import { canonicalUrl } from "../url/canonical.ts";
import { withoutPathSession } from "./link-set.ts";

/** Pages that wait to be fetched: far more than are, and few enough to choose among in a moment. */
const maxCandidates = 10_000;
/** A page is not worth fetching if similar ones gave fewer new links than this on average. */
const leastYield = 1.5;
/** New links expected of a page before anything was fetched, by its distance from the start page. */
const expectedYields = [Number.POSITIVE_INFINITY, 20, 10, 5] as const;
/** Number of pages of the site that count as much as that expectation. */
const expectationWeight = 4;
/** The share of its yield that a page is worth if the map leaves the page itself out, for example above its path. */
const unwantedShare = 0.25;

/** A page that may be fetched for its links. */
export interface Candidate {
  readonly url: string;
  readonly distance: number;
  /** Pages alike: the pages of one list, or addresses of one shape. */
  readonly kin: string;
  readonly isPagination: boolean;
  /** True if the map wants the page itself, and not only its links. */
  readonly isWanted: boolean;
}

/** Pages that may be fetched, and which of them promises most. */
export interface Candidates {
  /** Takes a page in, once. */
  admit(candidate: Candidate): void;
  /** Takes out the page that promises most; undefined when none promises enough. */
  takeBest(): Candidate | undefined;
  /** Notes how many new links a page gave. */
  learn(candidate: Candidate, newLinks: number): void;
  /** True if any page still promises enough. */
  hasPromising(): boolean;
}

/** Makes an empty set of candidates, which takes in what may be visited and is no further away than `maxDistance`. */
export function createCandidates({
  maxDistance,
  mayVisit,
}: {
  readonly maxDistance: number;
  readonly mayVisit: (url: string) => boolean;
}): Candidates {
  const candidates = new Map<string, Candidate>();
  const seen = new Set<string>();
  const yields = new Map<string, Yield>();
  let siteYield = nothingYet;

  const admit = (candidate: Candidate) => {
    const key = canonicalUrl(withoutPathSession(new URL(candidate.url)), { deduplicateSimilarURLs: true });
    const waiting = candidates.get(key);
    if (waiting !== undefined && candidate.isPagination && !waiting.isPagination) candidates.set(key, candidate);
    if (
      candidates.size >= maxCandidates ||
      seen.has(key) ||
      candidate.distance > maxDistance ||
      !mayVisit(candidate.url)
    )
      return;
    seen.add(key);
    candidates.set(key, candidate);
  };
  const promise = ({ kin, distance, isPagination, isWanted }: Candidate): number => {
    const known = yields.get(kin);
    const usual = (expectedYields[Math.min(distance, 3)] ?? 5) * (isWanted ? 1 : unwantedShare);
    const expected =
      (usual * expectationWeight + siteYield.links) /
      (expectationWeight + (usual === Infinity ? 0 : siteYield.fetched));
    if (known === undefined || known.fetched === 0) return isPagination ? expected + 1000 : expected;
    // Shops repeat what sells, so one page of a list without anything new is not its end; a few of them are.
    if (isPagination) return known.emptyInARow < 3 ? 1000 : 0;
    return (Math.min(expected, 20) + known.links) / (1 + known.fetched);
  };
  const takeBest = (): Candidate | undefined => {
    let best: [key: string, candidate: Candidate, promise: number] | undefined;
    for (const [key, candidate] of candidates) {
      const promised = promise(candidate);
      if (promised >= leastYield && (best === undefined || promised > best[2])) best = [key, candidate, promised];
    }
    if (best !== undefined) candidates.delete(best[0]);
    return best?.[1];
  };
  const learn = ({ kin, distance }: Candidate, gain: number) => {
    yields.set(kin, sumOf(yields.get(kin), gain));
    // The start page is like no other.
    if (distance > 0) siteYield = sumOf(siteYield, gain);
  };

  return {
    admit,
    takeBest,
    learn,
    hasPromising: () => [...candidates.values()].some((candidate) => promise(candidate) >= leastYield),
  };
}

/** The yield of pages alike so far. */
interface Yield {
  readonly fetched: number;
  readonly links: number;
  readonly emptyInARow: number;
}

const nothingYet: Yield = { fetched: 0, links: 0, emptyInARow: 0 };

function sumOf(known: Yield = nothingYet, newLinks: number): Yield {
  return {
    fetched: known.fetched + 1,
    links: known.links + newLinks,
    emptyInARow: newLinks === 0 ? known.emptyInARow + 1 : 0,
  };
}
