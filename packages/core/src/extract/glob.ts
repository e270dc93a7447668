import { withoutWww } from "../url/without-www.ts";

/** A URL with `*` in its path: where to look for pages, and which of them are meant. */
export interface UrlGlob {
  /** The address up to the first part with a `*`. */
  readonly base: string;
  matches(url: string): boolean;
}

/**
 * Reads a URL that may hold `*` (requirements §4.10). At the end of a path it stands for everything below, elsewhere for
 * one part of the path. Undefined when there is no `*`. Pure.
 */
export function readGlob(address: string): UrlGlob | undefined {
  const url = URL.parse(address);
  if (url === null || !url.pathname.includes("*")) return undefined;
  const path = decoded(url.pathname);
  const before = path.slice(0, path.indexOf("*"));
  const base = new URL(before.slice(0, before.lastIndexOf("/") + 1), url).href;
  const pattern = segmentsOf(path).map((segment) => segment.split(/\*+/));
  const isOpen = path.endsWith("*");
  const host = withoutWww(url.host);
  return {
    base,
    matches(candidate) {
      const other = URL.parse(candidate);
      if (other === null) return false;
      const otherHost = withoutWww(other.host);
      const isHost = otherHost === host || otherHost.endsWith(`.${host}`);
      if (!isHost) return false;
      const segments = segmentsOf(decoded(other.pathname));
      return [segments, [...segments, ""]].some((some) => matchesPath(some, pattern, isOpen));
    },
  };
}

/** The key of an entry that stands for an address with a `*`. */
export function globKey(address: string): string {
  return `glob ${address}`;
}

/** The address with a `*` that an entry stands for; undefined for an entry that is a page and nothing else. */
export function globOfKey(key: string): string | undefined {
  return /^glob (.+)$/.exec(key)?.[1];
}

function segmentsOf(path: string): readonly string[] {
  return path.toLowerCase().split("/");
}

/** A segment of a path with a `*` between its pieces. */
type SegmentPattern = readonly string[];

function matchesPath(segments: readonly string[], pattern: readonly SegmentPattern[], isOpen: boolean): boolean {
  const isLong =
    segments.length > pattern.length && !(isOpen || (segments.length === pattern.length + 1 && segments.at(-1) === ""));
  return (
    segments.length >= pattern.length &&
    !isLong &&
    pattern.every((pieces, index) => matchesSegment(segments[index] ?? "", pieces))
  );
}

/** Takes the first place for each piece, which leaves most room for the rest: no more than one look at the text. */
function matchesSegment(segment: string, pieces: SegmentPattern): boolean {
  const [first = "", ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return segment === first;
  if (!segment.startsWith(first)) return false;
  let position = first.length;
  for (const piece of others) {
    const found = segment.indexOf(piece, position);
    if (found === -1) return false;
    position = found + piece.length;
  }
  return segment.length - last.length >= position && segment.endsWith(last);
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path; // a stray "%" is part of the path
  }
}
