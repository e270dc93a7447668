import type { CellSpan } from "./cell-spans.ts";
import type { Fragment } from "./page-text.ts";
import type { Tag } from "./tags.ts";

/** A tag with its texts in place of their marks. */
interface Element {
  readonly role: string;
  readonly parts: readonly Part[];
  readonly span?: CellSpan | undefined;
}

type Part = Element | readonly Fragment[];

/** The text of a cell, and how far it reaches, if it says so. */
export interface CellGroup {
  readonly fragments: readonly Fragment[];
  readonly span: CellSpan | undefined;
}

/** Text that one element of a tagged page holds. */
export type Group =
  | { readonly kind: "heading"; readonly level: number; readonly fragments: readonly Fragment[] }
  | {
      readonly kind: "item";
      readonly depth: number;
      /** Its mark, where the tags name it. */
      readonly label: readonly Fragment[];
      readonly fragments: readonly Fragment[];
    }
  /** A paragraph. */
  | { readonly kind: "text"; readonly fragments: readonly Fragment[] }
  /** A footnote. */
  | { readonly kind: "note"; readonly fragments: readonly Fragment[] }
  /** Text of elements that say nothing about it. */
  | { readonly kind: "flow"; readonly fragments: readonly Fragment[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly CellGroup[])[] };

const paragraphs = new Set(["P", "Caption", "BibEntry", "TOCI"]);
const notes = new Set(["Note", "FENote"]);
const headings = /^(?:H([1-6])?|Title)$/;
const cells = new Set(["TH", "TD"]);
const isNote = ({ role }: Element): boolean => notes.has(role);
/** Elements that stand apart from the text around them. */
const isBlock = (element: Element): boolean =>
  paragraphs.has(element.role) ||
  notes.has(element.role) ||
  headings.test(element.role) ||
  element.role === "L" ||
  element.role === "LI" ||
  element.role === "Table" ||
  isLabelled(element);

/** An item of a list that has another role for readers of the page. */
const isLabelled = ({ role, parts }: Element): boolean =>
  role === "NonStruct" && parts.some((part) => isElement(part) && part.role === "Lbl");

/** Cells with more text than this lay out a page, and so do tables more of whose cells hold tables or headings. */
const maxCellCharacters = 1500;
const maxShareOfBlocks = 0.1;

/** The groups of a page in the order of its tags. */
export function groupsOf(root: Tag, fragments: readonly Fragment[]): readonly Group[] {
  const byMark = new Map<string, Fragment[]>();
  for (const fragment of fragments) {
    const { mark = "" } = fragment;
    const marked = byMark.get(mark);
    if (marked === undefined) byMark.set(mark, [fragment]);
    else marked.push(fragment);
  }
  const elementOf = ({ role, span, children }: Tag): Element => ({
    ...{ role, span },
    parts: children.map((child) => (typeof child === "string" ? (byMark.get(child) ?? []) : elementOf(child))),
  });
  return withIndents(groupsIn(elementOf(root), 0));
}

/** The place of an item that others may stand in. */
interface OpenItem {
  readonly left: number;
  readonly y: number;
  readonly size: number;
  readonly depth: number;
}

/** Items further to the right than those above them are within these, up to this distance, in sizes of their type. */
const [minIndent, maxIndent] = [0.6, 6];

/** Some programs tag each level of a list as a list of its own, one after the other: their indents tell which holds which. */
function withIndents(groups: readonly Group[]): readonly Group[] {
  let open: OpenItem[] = [];
  return groups.map((group) => {
    const inked = group.kind === "item" ? group.fragments.filter(({ text }) => text.trim() !== "") : [];
    const [first] = inked;
    if (group.kind !== "item" || first === undefined || group.depth > 1 || first.rightToLeft) {
      if (group.kind !== "text") open = [];
      return group;
    }
    const { y, size } = first;
    const left = leftOf(inked);
    const above = open.at(-1);
    if (above !== undefined && y <= above.y) open = []; // the next column
    open = open.filter((item) => item.left < left + size * minIndent);
    const holder = open.findLast((item) => item.left < left - size * minIndent);
    const isWithin = holder !== undefined && left - holder.left < size * maxIndent;
    const depth = isWithin ? holder.depth + 1 : 1;
    open = [...(isWithin ? open.slice(0, open.indexOf(holder) + 1) : []), { left, y, size, depth }];
    return { ...group, depth };
  });
}

const isElement = (part: Part): part is Element => "role" in part;

const elementsIn = ({ parts }: Element): readonly Element[] => parts.filter(isElement);

const textOf = (part: Part): readonly Fragment[] => (isElement(part) ? part.parts.flatMap(textOf) : part);

/** The text of an element without the elements within it that stand apart. */
const ownText = ({ parts }: Element): readonly Fragment[] =>
  parts.flatMap((part) => (!isElement(part) ? part : isBlock(part) ? [] : ownText(part)));

/** The elements within it that stand apart. */
const blocksIn = (element: Element): readonly Element[] =>
  elementsIn(element).flatMap((child) => (isBlock(child) ? [child] : blocksIn(child)));

/** The groups of an element within as many lists. */
function groupsIn(element: Element, depth: number): readonly Group[] {
  const { role } = element;
  if (role === "Table") return tableGroups(element, depth);
  if (role === "L") return elementsIn(element).flatMap((child) => groupsIn(child, depth + 1));
  if (role === "LI" || isLabelled(element)) return itemGroups(element, depth);
  if (isNote(element)) return [{ kind: "note", fragments: textOf(element) }];
  return isBlock(element) ? paragraphGroups(element, depth) : partGroups(element, depth);
}

function paragraphGroups(element: Element, depth: number): readonly Group[] {
  const heading = headings.exec(element.role);
  const within = blocksIn(element);
  const text = ownText(element);
  const calls = new Set(within.filter(isNote).flatMap((note) => callOf(note, text)));
  const fragments = calls.size === 0 ? text : textOf(element).filter((one) => calls.has(one) || text.includes(one));
  const rest = within
    .flatMap((block) => groupsIn(block, depth))
    .map((group) =>
      group.kind === "note" ? { ...group, fragments: group.fragments.filter((one) => !calls.has(one)) } : group,
    );
  if (!hasText(fragments)) return rest;
  return heading === null
    ? [{ kind: "text", fragments }, ...rest]
    : [{ kind: "heading", level: Number(heading[1] ?? 1), fragments }, ...rest];
}

/** What stands in a note beside its paragraphs: the mark that calls it, in the line that calls it. */
function callOf(note: Element, text: readonly Fragment[]): readonly Fragment[] {
  if (blocksIn(note).length === 0) return [];
  return ownText(note).filter(({ y }) => text.some((other) => Math.abs(other.y - y) < other.size));
}

/** An element that only holds others, or text that is not said to be anything. */
function partGroups(element: Element, depth: number): readonly Group[] {
  if (isWhole(element)) return flow(textOf(element));
  const isBeside = areBeside(element.parts.map(textOf).filter(hasText));
  const groups: Group[] = [];
  let loose: Fragment[] = [];
  for (const part of element.parts) {
    if (!isBeside && (!isElement(part) || (!isBlock(part) && isWhole(part)))) loose.push(...textOf(part));
    else {
      groups.push(...flow(loose), ...(isElement(part) ? groupsIn(part, depth) : flow(part)));
      loose = [];
    }
  }
  return [...groups, ...flow(loose)];
}

/** True for text that nothing in it parts: neither other elements nor parts side by side. */
const isWhole = (element: Element): boolean =>
  blocksIn(element).length === 0 &&
  !areBeside(elementsIn(element).map(textOf).filter(hasText)) &&
  elementsIn(element).every(isWhole);

function itemGroups(element: Element, depth: number): readonly Group[] {
  const labels = elementsIn(element).filter(({ role }) => role === "Lbl");
  const body: Element = {
    role: "LBody",
    parts: element.parts.filter((part) => !isElement(part) || !labels.includes(part)),
  };
  const [first, ...others] = blocksIn(body);
  const own = ownText(body);
  const startsWithin = !hasText(own) && first !== undefined && paragraphs.has(first.role);
  const fragments = startsWithin ? ownText(first) : own;
  const inner = startsWithin ? [...blocksIn(first), ...others] : blocksIn(body);
  const rest = inner.flatMap((block) => groupsIn(block, depth));
  if (!hasText(fragments)) return [...flow(labels.flatMap(textOf)), ...rest];
  return [{ kind: "item", depth: Math.max(1, depth), label: labels.flatMap(textOf), fragments }, ...rest];
}

function tableGroups(element: Element, depth: number): readonly Group[] {
  const rows = rowsIn(element);
  const captions = elementsIn(element).filter(({ role }) => role === "Caption");
  const above = captions.flatMap((caption) => groupsIn(caption, depth));
  const all = rows.flat();
  const isLayout =
    rows.every((row) => row.length < 2) ||
    all.filter(holdsBlocks).length > all.length * maxShareOfBlocks ||
    all.some((cell) => charactersOf(textOf(cell)) > maxCellCharacters);
  if (isLayout) return [...above, ...rows.flat().flatMap((cell) => partGroups(cell, depth))];
  const texts = rows.map((row) => row.map((cell) => ({ fragments: textOf(cell), span: cell.span })));
  const isBlank = texts.every((row) => row.every(({ fragments }) => !hasText(fragments)));
  return isBlank ? above : [...above, { kind: "table", rows: texts }];
}

const rowsIn = (element: Element): readonly (readonly Element[])[] =>
  elementsIn(element).flatMap((child) => {
    if (child.role === "Caption") return [];
    return child.role === "TR" ? [cellsIn(child)] : rowsIn(child);
  });

const cellsIn = (element: Element): readonly Element[] =>
  elementsIn(element).flatMap((child) => (cells.has(child.role) ? [child] : cellsIn(child)));

/** True for cells that hold more than a table can. */
const holdsBlocks = (element: Element): boolean =>
  elementsIn(element).some((child) => child.role === "Table" || headings.test(child.role) || holdsBlocks(child));

/** True for texts of several lines each, from left to right. */
const areBeside = (texts: readonly (readonly Fragment[])[]): boolean =>
  texts.length > 1 &&
  texts.every((text, index) => {
    const before = texts[index - 1];
    const baselines = text.map(({ y }) => y);
    const isTall = Math.max(...baselines) - Math.min(...baselines) > (text[0]?.size ?? 0);
    return isTall && (before === undefined || rightOf(before) <= leftOf(text));
  });

const leftOf = (text: readonly Fragment[]): number => Math.min(...text.map(({ x }) => x));
const rightOf = (text: readonly Fragment[]): number => Math.max(...text.map(({ x, width }) => x + width));

const flow = (fragments: readonly Fragment[]): readonly Group[] =>
  hasText(fragments) ? [{ kind: "flow", fragments }] : [];

const charactersOf = (fragments: readonly Fragment[]): number =>
  fragments.reduce((sum, { text }) => sum + text.length, 0);

const hasText = (fragments: readonly Fragment[]): boolean => fragments.some(({ text }) => text.trim() !== "");
