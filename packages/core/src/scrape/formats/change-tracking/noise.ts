import { diffArrays } from "diff";
import { singleSpaced } from "../../../text/single-spaced.ts";
import { saysMoney } from "./money.ts";
import { withoutNumbers, withoutRelativeTimes, withoutRestlessParts } from "./restless.ts";

/** The restlessness of a page, as far as its visits showed it. */
export interface NoiseProfile {
  /** Number of comparisons of one visit with the next. */
  readonly comparisons: number;
  /** How many of them changed each place, and how many did not. */
  readonly places: Readonly<Record<string, PlaceRecord>>;
}

interface PlaceRecord {
  readonly changed: number;
  readonly steady: number;
}

/** The profile of a page that was never compared. */
export const nothingLearned: NoiseProfile = { comparisons: 0, places: {} };

/** Two versions of a text, told apart by what matters. */
export interface Comparison {
  readonly isSame: boolean;
  /** The previous version with the noise of the current one, so that a diff shows only what matters. */
  readonly previous: string;
  /** Lines of the current version whose change does not count. */
  readonly ignored: readonly string[];
  /** The profile with what this comparison adds. */
  readonly profile: NoiseProfile;
}

/** Finding more differences takes quadratic time; a page that differs in more lines has changed, noise or not. */
const maxEditLength = 1000;
const maxKeys = 3000;
/** Comparisons before the first change of a place that count: after a new design, its clock is noise again in a while. */
const maxSteadyBefore = 5;

/**
 * Compares two versions of a page line by line; order, digits and words matter, white space does not, but for that in code and before
 * the items of lists. A place that
 * changed on most of the visits so far is noise: a clock, a counter, an advertisement. Some of those before its first change
 * count, too. What changes in the place counts as well: one earlier change is enough where nothing but a time, a date or a
 * counter differs; two where a line calls itself an advertisement, and five elsewhere, of as much: changes of numbers say
 * nothing of the words beside them. A relative time ("3 minutes ago") changes without the page. Amounts of money are never
 * noise. Pure.
 */
export function compareVersions(previous: string, current: string, profile: NoiseProfile): Comparison {
  const before = linesOf(previous);
  const after = linesOf(current);
  const parts = diffArrays(comparable(before), comparable(after), { maxEditLength });
  if (parts === undefined) return { isSame: false, previous, ignored: [], profile };
  const places = placesOf(parts, before, after);
  const seen = new Set<string>();
  const ignored: string[] = [];
  const rebuilt: (readonly string[])[] = [];
  let isSame = true;
  for (const place of places) {
    if (place.keys.length === 0) {
      rebuilt.push(place.after);
      continue;
    }
    const extent = extentOf(place);
    for (const key of place.keys)
      for (const each of extents.slice(0, extents.indexOf(extent) + 1)) seen.add(markOf(key, each));
    const isNoise = isNoisy(place, extent, profile);
    if (isNoise) ignored.push(...place.after.filter((line) => line.trim() !== ""));
    else isSame = false;
    rebuilt.push(isNoise ? place.after : place.before);
  }
  return { isSame, previous: rebuilt.flat().join("\n"), ignored, profile: learn(profile, seen) };
}

/** A run of lines in both versions. */
interface Place {
  /**
   * The marks of the place from visit to visit: the steady line before or after it, or its shape where all lines of that
   * shape changed; none if it did not change.
   */
  readonly keys: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface Part {
  readonly added?: boolean;
  readonly removed?: boolean;
  readonly count?: number;
  readonly value: readonly string[];
}

/** Lines that were taken out, put in, or replaced; or that stand in both versions. */
interface Run {
  readonly isSteady: boolean;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function placesOf(parts: readonly Part[], before: readonly string[], after: readonly string[]): readonly Place[] {
  const runs = runsOf(parts, before, after);
  const previousAnchors = anchorsOf(runs, "after");
  const nextAnchors = anchorsOf(runs.toReversed(), "before").toReversed();
  const steadyShapes = new Set(runs.flatMap(({ isSteady, after: lines }) => (isSteady ? lines.map(shapeOf) : [])));
  return runs.flatMap((run, index): readonly Place[] => {
    if (run.isSteady) return [{ keys: [], before: run.after, after: run.after }];
    return linePlaces(run, [previousAnchors[index] ?? "", nextAnchors[index] ?? ""], steadyShapes);
  });
}

function runsOf(parts: readonly Part[], before: readonly string[], after: readonly string[]): readonly Run[] {
  const runs: Run[] = [];
  let oldLine = 0;
  let newLine = 0;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (part === undefined) break;
    const isSteady = part.added !== true && part.removed !== true;
    const next = parts[index + 1];
    const isReplaced =
      !isSteady && next !== undefined && (part.added === true ? next.removed === true : next.added === true);
    const ofOther = isReplaced ? next.value.length : 0;
    const removed = part.added === true ? ofOther : part.value.length;
    const added = part.removed === true ? ofOther : part.value.length;
    if (isReplaced) index += 1;
    runs.push({
      isSteady,
      before: before.slice(oldLine, oldLine + removed),
      after: after.slice(newLine, newLine + added),
    });
    oldLine += removed;
    newLine += added;
  }
  return runs;
}

/** For every run, the last steady line on the way to it, its number among equal ones, and the number of changed runs between. */
function anchorsOf(runs: readonly Run[], direction: "before" | "after"): readonly string[] {
  let anchor = "the edge";
  let ordinal = 0;
  const times = new Map<string, number>();
  return runs.map(({ isSteady, after }) => {
    if (!isSteady) ordinal += 1;
    const lines = isSteady ? after.map((line) => singleSpaced(line).slice(0, 80)).filter((line) => line !== "") : [];
    for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1);
    const steady = lines.at(direction === "after" ? -1 : 0);
    if (steady !== undefined) {
      const count = times.get(steady) ?? 1;
      [anchor, ordinal] = [count === 1 ? steady : `${steady} ${count}`, 0];
    }
    return `${direction} ${anchor} ${ordinal}`;
  });
}

/** Lines that replaced as many others are places of their own. */
function linePlaces(
  { before, after }: Run,
  anchors: readonly string[],
  steadyShapes: ReadonlySet<string>,
): readonly Place[] {
  if (before.length !== after.length) return [{ keys: anchors, before, after }];
  return before.map((line, index) => {
    const replacement = after[index] ?? "";
    const shape = shapeOf(line);
    const keys = anchors.map((anchor) => `${anchor} ${index}`);
    return {
      keys: shape === shapeOf(replacement) && !steadyShapes.has(shape) ? [...keys, `like ${shape}`] : keys,
      before: [line],
      after: [replacement],
    };
  });
}

/** How much of a place differs, from little to much: only times, dates and counters; only numbers; words. */
const extents = ["restless", "numbers", "words"] as const;
type Extent = (typeof extents)[number];

function extentOf({ before, after }: Place): Extent {
  if (before.some((line, index) => isIndented(line, after[index]))) return "words";
  const isAlike = (form: (line: string) => string) =>
    before.length === after.length && before.every((line, index) => form(line) === form(after[index] ?? ""));
  if (isAlike(withoutRestlessParts)) return "restless";
  return isAlike(withoutNumbers) ? "numbers" : "words";
}

/** The mark under which changes of a place are counted that differ by as much or more. */
const markOf = (key: string, extent: Extent): string => (extent === "restless" ? key : `${extent} ${key}`);

function isNoisy({ keys, before, after }: Place, extent: Extent, { places }: NoiseProfile): boolean {
  const lines = [...before, ...after];
  if (lines.every((line) => line.trim() === "")) return true;
  const isTimeless = before.every(
    (line, index) =>
      withoutRelativeTimes(line) === withoutRelativeTimes(after[index] ?? "") && !isIndented(line, after[index]),
  );
  if (before.length === after.length && isTimeless) return true;
  if (lines.some(saysMoney)) return false;
  const needed = changesNeeded(lines, extent);
  return keys.some((key) => {
    const known = places[markOf(key, extent)];
    return known !== undefined && known.changed >= needed && known.changed >= 2 * known.steady;
  });
}

/** A place that says nothing of itself may well be news every day, so it takes longest to learn. */
function changesNeeded(lines: readonly string[], extent: Extent): number {
  if (extent === "restless") return 1;
  return lines.every((line) => advertising.test(line)) ? 2 : 5;
}

function learn({ comparisons, places }: NoiseProfile, changed: ReadonlySet<string>): NoiseProfile {
  const keys = [...new Set([...changed, ...Object.keys(places)])].slice(0, maxKeys);
  const unseen: PlaceRecord = { changed: 0, steady: Math.min(comparisons, maxSteadyBefore) };
  const learned = keys.map((key): [string, PlaceRecord] => {
    const known = places[key] ?? unseen;
    const didChange = changed.has(key);
    return [key, { changed: known.changed + (didChange ? 1 : 0), steady: known.steady + (didChange ? 0 : 1) }];
  });
  return { comparisons: comparisons + 1, places: Object.fromEntries(learned) };
}

const advertising =
  /\b(?:ads?|adverts?|advertisements?|advertorial|sponsored|promoted|promotion|anzeige|werbung|publicité|publicidad|patrocinado|reklam[ae]?|annonce)\b/i;

function shapeOf(line: string): string {
  return withoutNumbers(line).slice(0, 200);
}

/** Lines that are equal if they differ in nothing that matters. */
function comparable(lines: readonly string[]): string[] {
  let fence: string | undefined;
  return lines.map((line) => {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    const isCode = fence !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
    if (isCode) return line.trimEnd();
    const [indent = ""] = /^\s+(?=(?:[-*+]|\d{1,9}[.)])\s)/.exec(line) ?? [];
    return `${indent}${singleSpaced(line)}`;
  });
}

/** True for lines of one text that differ in their white space. */
const isIndented = (line: string, other: string | undefined): boolean =>
  other !== undefined && line.trimEnd() !== other.trimEnd() && singleSpaced(line) === singleSpaced(other);

function linesOf(text: string): readonly string[] {
  return text.split("\n");
}
