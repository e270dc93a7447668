import type { PageIndex } from "../../../ports/page-index.ts";
import { nothingLearned, type NoiseProfile } from "./noise.ts";

/** A page as it was at a time. */
export interface Version {
  /** When it was captured, milliseconds since the epoch; of several captures without a change, the last. */
  readonly at: number;
  readonly markdown: string;
  readonly fields?: VersionFields | undefined;
}

/** What was read in a version. */
export interface VersionFields {
  /** Mark of the schema and the prompt that they were read by. */
  readonly wish: string;
  readonly value: unknown;
  /** The part of the value that the page states to machines; an earlier release did not keep it apart. */
  readonly exact?: Readonly<Record<string, unknown>> | undefined;
}

/** Everything that is remembered of a page. */
export interface History {
  /** Oldest first. */
  readonly versions: readonly Version[];
  readonly noise: NoiseProfile;
  /** Other pages linked to it. */
  readonly wasLinked: boolean;
}

/** Versions that are kept of one page. */
const maxVersions = 5;
/** Characters of them together; two are kept whatever their length. */
const maxCharacters = 16_000_000;

const noHistory: History = { versions: [], noise: nothingLearned, wasLinked: false };

/** The history under a key, without versions that are older than `since`. */
export async function readHistory(pageIndex: PageIndex, key: string, since: number): Promise<History> {
  const text = await pageIndex.readSnapshot(key);
  if (text === undefined) return noHistory;
  const history = JSON.parse(text) as StoredHistory; // written by writeHistory
  return { ...history, versions: history.versions.filter(({ at }) => at > since), noise: profileOf(history.noise) };
}

/** A history as this version or an earlier one wrote it. */
interface StoredHistory extends Omit<History, "noise"> {
  readonly noise: NoiseProfile | NoiseProfile["places"];
}

/** An earlier version kept the places alone. */
function profileOf(noise: StoredHistory["noise"]): NoiseProfile {
  if (isProfile(noise)) return noise;
  const comparisons = Object.values(noise).map(({ changed, steady }) => changed + steady);
  return { comparisons: Math.max(0, ...comparisons), places: noise };
}

function isProfile(noise: StoredHistory["noise"]): noise is NoiseProfile {
  return typeof noise["comparisons"] === "number";
}

/**
 * Keeps a history under a key until its newest version is older than `ttlMs`. Resolves with how many histories the index
 * dropped for it.
 */
export async function writeHistory(
  pageIndex: PageIndex,
  key: string,
  { history, ttlMs }: { readonly history: History; readonly ttlMs: number },
): Promise<number> {
  const newest = history.versions.at(-1);
  if (newest === undefined) return 0;
  return (await pageIndex.writeSnapshot(key, JSON.stringify(history), newest.at + ttlMs)) ?? 0;
}

/** The version that a page captured at a time is compared with: the last one before it. Pure. */
export function versionBefore({ versions }: History, at: number): Version | undefined {
  return versions.findLast((version) => version.at <= at);
}

/**
 * The versions with a new one at its place in time; one that is no change takes the place of the one before it. The new one
 * is kept whatever its time: after a clock that ran ahead, the others are newer than every capture to come. Pure.
 */
export function withVersion(
  { versions }: History,
  version: Version,
  replaced: Version | undefined,
): readonly Version[] {
  const kept = [version];
  let characters = version.markdown.length;
  for (const other of versions.filter((each) => each !== replaced).toReversed()) {
    characters += other.markdown.length;
    if (kept.length === maxVersions || (kept.length > 1 && characters > maxCharacters)) break;
    kept.push(other);
  }
  return kept.toSorted((one, other) => one.at - other.at);
}
