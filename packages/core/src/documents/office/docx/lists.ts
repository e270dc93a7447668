import type { Document, Element } from "domhandler";
import type { Archive } from "../../archive.ts";
import { childOf, childrenOf, descendantsOf } from "../../../markup/xml-tree.ts";
import { numeral } from "../../numerals.ts";
import { isOn, type ListPlace, type Style } from "./styles.ts";

/** Marks of one level of a list. */
interface ListLevel {
  readonly ordered: boolean;
  readonly start: number;
  /** Form of the numbers, such as `lowerRoman`. */
  readonly format: string;
  /** The mark as it is written, `%1` standing for the number of the first level. */
  readonly pattern: string;
  /** True if it has no mark: its paragraphs belong to the item above them. */
  readonly unmarked: boolean;
  /** The paragraph style that stands for this level. */
  readonly style: string | undefined;
  /** The number of levels from the top whose items begin its numbers again. */
  readonly restartsBelow: number;
  /** Shows the numbers of other levels as digits. */
  readonly isLegal: boolean;
}

/** A list, as paragraphs name it. */
interface List {
  readonly levels: readonly ListLevel[];
  /** The counter that it shares with other lists of the same description. */
  readonly counter: string;
  /** Levels that begin again where the list has its first item of them. */
  readonly restarted: readonly number[];
}

/** A paragraph's place in a list. */
export interface ListMark {
  readonly depth: number;
  readonly ordered: boolean;
  readonly unmarked: boolean;
  /** The number of an ordered item, counted from the beginning of its list. */
  readonly number: number;
  /** The mark as it is shown, such as `Article 2.1`; empty for bullets. */
  readonly label: string;
  /** True for marks with words or signs beside the number, such as `§ 3`, which no list of Markdown has. */
  readonly spelledOut: boolean;
  /** The mark, if it shows the numbers of the levels above as well. */
  readonly fullNumber?: string;
}

/** The last number of every level of a counter; undefined for levels that it has not had yet. */
type Counts = Map<string, readonly (number | undefined)[]>;

/** Finds the places of paragraphs in their lists, in document order, as the numbers count along. */
export interface Lists {
  markOf(own: Partial<ListPlace>, style: Style): ListMark | undefined;
}

/** The lists of a document (ECMA-376 part 1, §17.9). */
export function readLists(archive: Archive, part: string, styles: ReadonlyMap<string, Style>): Lists {
  const lists = readDescriptions(archive.xml(part), styles);
  const counts: Counts = new Map();
  const begun = new Set<string>();
  return {
    markOf(own, style) {
      const list = own.list ?? style.list?.list;
      if (list === "0") return undefined;
      const found = list === undefined ? undefined : lists.get(list);
      if (list === undefined || found === undefined) return namedMark(style, counts, list !== undefined);
      const { levels: known, counter, restarted } = found;
      const byStyle = known.findIndex((level) => level.style !== undefined && level.style === style.list?.style);
      const place = own.level ?? (byStyle === -1 ? style.list?.level : byStyle) ?? 0;
      const level = known[place];
      if (level === undefined) return undefined;
      const { ordered, unmarked, start } = level;
      const beginning = `${list} ${place}`;
      if (restarted.includes(place) && !begun.has(beginning))
        counts.set(counter, (counts.get(counter) ?? []).slice(0, place));
      begun.add(beginning);
      const number = unmarked ? start : count(counts, counter, { depth: place, start, levels: known });
      const label = ordered && !unmarked ? labelOf(known, place, counts.get(counter) ?? []) : "";
      // Each of Word's own styles has a list of one level, which only its indent shows to be deeper.
      const depth = own.list === undefined && place === 0 ? (style.namedList?.depth ?? 0) : place;
      const fullNumber = /%\d.*%\d/.test(level.pattern) && label !== "" ? { fullNumber: label } : {};
      const isSpelledOut = ordered && spelledOut.test(level.pattern);
      return { depth, ordered, unmarked, number, label, spelledOut: isSpelledOut, ...fullNumber };
    },
  };
}

/** The lists that Word's own styles name, in documents that don't describe them. */
function namedMark(style: Style, counts: Counts, isInList: boolean): ListMark | undefined {
  const { namedList } = style;
  if (namedList === undefined)
    return isInList
      ? { depth: 0, ordered: false, unmarked: false, number: 1, label: "", spelledOut: false }
      : undefined;
  const { kind, depth } = namedList;
  const ordered = kind === "number";
  const number = ordered ? count(counts, "named", { depth, start: 1, levels: [] }) : 1;
  return {
    depth,
    ordered,
    unmarked: kind === "continue",
    number,
    label: ordered ? `${number}.` : "",
    spelledOut: false,
  };
}

/** The mark of an item with the numbers of all levels that its pattern names. */
function labelOf(levels: readonly ListLevel[], depth: number, numbers: readonly (number | undefined)[]): string {
  const isLegal = levels[depth]?.isLegal === true;
  const formOf = ({ format }: ListLevel) => (isLegal && format !== "decimalZero" ? "decimal" : format);
  return (levels[depth]?.pattern ?? "")
    .replace(/%([1-9])/g, (_whole, digit: string) => {
      const place = Number(digit) - 1;
      const level = levels[place];
      return level === undefined ? "" : numeral(numbers[place] ?? level.start, formOf(level));
    })
    .trim();
}

const spelledOut = /(?:\p{L}{2}|[§#№\p{Script=Han}\p{Script=Hangul}]).*%\d/u;

interface Counted {
  readonly depth: number;
  readonly start: number;
  readonly levels: readonly ListLevel[];
}

/** The next number of a level; those below it begin again, but for levels that go on. */
function count(counts: Counts, counter: string, { depth, start, levels }: Counted): number {
  const numbers = counts.get(counter) ?? [];
  const number = (numbers[depth] ?? start - 1) + 1;
  const below = numbers
    .slice(depth + 1)
    .map((last, index) => (depth < (levels[depth + 1 + index]?.restartsBelow ?? maxLevels) ? undefined : last));
  counts.set(counter, [...Array.from({ length: depth }, (_, level) => numbers[level]), number, ...below]);
  return number;
}

function readDescriptions(file: Document | undefined, styles: ReadonlyMap<string, Style>): ReadonlyMap<string, List> {
  const patterns = new Map(
    descendantsOf(file, "w:abstractNum").map((pattern) => [pattern.attribs["w:abstractNumId"] ?? "", pattern]),
  );
  const lists = new Map(descendantsOf(file, "w:num").map((list) => [list.attribs["w:numId"] ?? "", list]));
  const patternOf = (list: Element | undefined) =>
    patterns.get(childOf(list, "w:abstractNumId")?.attribs["w:val"] ?? "");
  return new Map(
    [...lists].map(([identifier, list]) => {
      const own = patternOf(list);
      const linked = styles.get(childOf(own, "w:numStyleLink")?.attribs["w:val"] ?? "")?.list?.list;
      const pattern = linked === undefined ? own : patternOf(lists.get(linked));
      const levels = levelsOf(pattern);
      const overrides = childrenOf(list, "w:lvlOverride");
      for (const override of overrides) overrideLevel(levels, override);
      const restarted = overrides.filter((override) => childOf(override, "w:startOverride") !== undefined);
      return [
        identifier,
        { levels, counter: `list ${pattern?.attribs["w:abstractNumId"] ?? ""}`, restarted: restarted.map(levelNumber) },
      ];
    }),
  );
}

const levelNumber = ({ attribs }: Element): number => Number(attribs["w:ilvl"] ?? 0);

function overrideLevel(levels: ListLevel[], override: Element): void {
  const index = levelNumber(override);
  const known = levels[index];
  const whole = childOf(override, "w:lvl");
  const start = childOf(override, "w:startOverride")?.attribs["w:val"];
  if (whole !== undefined && index < maxLevels) levels[index] = levelOf(whole);
  else if (known !== undefined && start !== undefined) levels[index] = { ...known, start: Number(start) || 1 };
}

/** Word has nine. */
const maxLevels = 9;

const levelsOf = (pattern: Element | undefined): ListLevel[] =>
  childrenOf(pattern, "w:lvl").slice(0, maxLevels).map(levelOf);

function levelOf(level: Element): ListLevel {
  const format = childOf(level, "w:numFmt")?.attribs["w:val"] ?? "decimal";
  const isPicture = childOf(level, "w:lvlPicBulletId") !== undefined;
  return {
    format,
    pattern: childOf(level, "w:lvlText")?.attribs["w:val"] ?? "",
    ordered: !/^(?:bullet|none)$/.test(format),
    start: Number(childOf(level, "w:start")?.attribs["w:val"] ?? 1),
    unmarked: !isPicture && (childOf(level, "w:lvlText")?.attribs["w:val"] ?? "").trim() === "",
    style: childOf(level, "w:pStyle")?.attribs["w:val"],
    restartsBelow: Number(childOf(level, "w:lvlRestart")?.attribs["w:val"] ?? maxLevels),
    isLegal: isOn(childOf(level, "w:isLgl")),
  };
}
