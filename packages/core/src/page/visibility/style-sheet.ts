import type { ParentNode } from "domhandler";
import { singleSpaced } from "../../text/single-spaced.ts";
import { isKnownDeclaration, readDeclarations, type Declarations } from "./inline-style.ts";
import { layersNamed, type Layer } from "./cascade-layers.ts";
import { selectorLimits } from "../../selectors/compile-selector.ts";

/** Declarations of a style sheet and the selectors that they are for, not read yet. */
export interface StyleBlock {
  readonly level: StyleLevel;
  readonly declarations: string;
  readonly condition: Condition;
  readonly layer: Layer;
  readonly scope: ParentNode | undefined;
  /** Its place, counted over all sheets. */
  readonly order: number;
}

/** A list of selectors as the sheet writes it, and the one that it is nested in (CSS Nesting 1). */
export interface StyleLevel {
  readonly list: string;
  readonly outer: StyleLevel | undefined;
}

/** The text of a style sheet, and what all of it is for. */
export interface SheetSource {
  readonly text: string;
  readonly condition: Condition;
  /** The element that holds all that its rules are for; undefined for the whole page. */
  readonly scope: ParentNode | undefined;
}

/** A rule of a style sheet for one selector. */
export interface StyleRule {
  readonly selector: string;
  readonly normal: Declarations;
  /** Declarations with `!important`. */
  readonly important: Declarations;
  /** "sometimes" also if something must have happened before. */
  readonly condition: Condition;
  readonly layer: Layer;
  readonly scope: ParentNode | undefined;
  readonly order: number;
}

const longestSheet = 200_000;
const maxBlocks = 5_000;
const deepest = 12;
const longestSelectors = 3_000;

/** The screens on which rules hold: all, those of a desk but not of a telephone, some others, or none. */
export type Condition = "always" | "on wide screens" | "sometimes" | "never";

const conditions: readonly Condition[] = ["always", "on wide screens", "sometimes", "never"];

interface OpenBlock {
  /** Undefined in a block that only states a condition, outside of all others. */
  readonly level: StyleLevel | undefined;
  readonly condition: Condition;
  readonly layer: Layer;
  declarations: string;
  /** Start of the part not yet taken into `declarations`. */
  from: number;
}

const openBrace = 0x7b;
const closeBrace = 0x7d;
const semicolon = 0x3b;

/** Blocks of the style sheets read so far, and the layers that they name. */
export interface ReadSheets {
  readonly blocks: StyleBlock[];
  /** What is in no layer. */
  readonly layer: Layer;
}

/**
 * Adds the blocks of a style sheet (CSS Syntax 3 §5) for a medium whose declarations mention something that `wanted` matches,
 * those in `@media`, `@supports` and `@layer` and nested ones too. Linear in the size of the sheet, which is read up to a limit.
 */
export function readBlocks({ text, condition, scope }: SheetSource, wanted: RegExp, read: ReadSheets): void {
  const { blocks } = read;
  const outermost = { level: undefined, condition, layer: read.layer };
  const sheet = text.slice(0, longestSheet).replace(/\/\*[^]*?(?:\*\/|$)|<!--|-->|<!\[CDATA\[|\]\]>/g, "");
  const open: OpenBlock[] = [];
  let start = 0; // of a possible declaration or the selectors of a block
  const close = (end: number): void => {
    const block = open.pop();
    if (block === undefined) return;
    block.declarations += sheet.slice(block.from, end);
    const { level, condition: held, layer, declarations } = block;
    if (level !== undefined && held !== "never" && wanted.test(declarations))
      blocks.push({ level, declarations, condition: held, layer, scope, order: blocks.length });
    const around = open.at(-1);
    if (around !== undefined) around.from = end + 1;
  };
  for (let at = 0; at < sheet.length; at += 1) {
    const code = sheet.charCodeAt(at);
    if (code !== openBrace && code !== closeBrace && code !== semicolon) continue;
    if (blocks.length >= maxBlocks || open.length > deepest) return;
    if (code === closeBrace) close(at);
    else if (code === semicolon) nameLayers(sheet.slice(start, at), (open.at(-1) ?? outermost).layer);
    else if (code === openBrace) {
      const around = open.at(-1);
      if (around !== undefined) around.declarations += sheet.slice(around.from, start);
      open.push(openBlock(sheet.slice(start, at).trim(), around ?? outermost, at + 1));
    }
    start = at + 1;
  }
  while (open.length > 0) close(sheet.length);
}

/** Takes in the order of layers that a statement sets: `@layer base, theme;`. */
function nameLayers(statement: string, around: Layer): void {
  const names = layerNames.exec(statement)?.[1];
  if (names !== undefined) layersNamed(names, around);
}

const layerNames = /^\s*@layer\b([^]*)$/i;

function openBlock(prelude: string, around: Pick<OpenBlock, "level" | "condition" | "layer">, from: number): OpenBlock {
  const { level: outer, condition: inherited } = around;
  const names = layerNames.exec(prelude)?.[1];
  const layer = names === undefined ? around.layer : (layersNamed(names, around.layer)[0] ?? around.layer);
  const block = { layer, declarations: "", from };
  if (prelude === "") return { ...block, level: outer, condition: inherited };
  if (prelude.startsWith("@")) return { ...block, level: outer, condition: stricter(inherited, conditionOf(prelude)) };
  const condition = prelude.length > longestSelectors ? "never" : inherited;
  return { ...block, level: { list: prelude, outer }, condition };
}

const stricter = (one: Condition, other: Condition): Condition =>
  conditions.indexOf(one) > conditions.indexOf(other) ? one : other;

/** Reads the rules of blocks: one for each selector. Lists around several blocks are read once. */
export function ruleReader(spend: (steps: number) => boolean): (block: StyleBlock) => readonly StyleRule[] {
  const known = new Map<StyleLevel, readonly string[]>();
  const selectorsOf = (level: StyleLevel): readonly string[] => {
    const before = known.get(level);
    if (before !== undefined) return before;
    const selectors = nest(level.outer && selectorsOf(level.outer), splitSelectors(level.list), spend);
    known.set(level, selectors);
    return selectors;
  };
  return ({ level, declarations, condition, layer, scope, order }) => {
    const { normal, important } = readDeclarations(declarations);
    return selectorsOf(level)
      .filter((selector) => spend(stepsPerRule + selector.length))
      .map((selector) => {
        const asked = isDynamic(selector) ? "sometimes" : condition;
        return { selector, normal, important, condition: asked, layer, scope, order };
      });
  };
}

/** Cost of reading a rule, besides a step for each character of its selector. */
const stepsPerRule = 20;

const maxAround = 20;

/** The selectors of a list within another; those that grow too long are left out. */
function nest(
  outer: readonly string[] | undefined,
  inner: readonly string[],
  spend: (steps: number) => boolean,
): readonly string[] {
  if (outer === undefined || outer.length === 0) return inner;
  return outer.slice(0, maxAround).flatMap((around) => {
    return inner.flatMap((selector) => {
      const places = selector.split("&").length - 1;
      const length = selector.length + Math.max(1, places) * around.length;
      if (length > selectorLimits.length || !spend(length)) return [];
      return [places > 0 ? selector.replaceAll("&", () => around) : `${around} ${selector}`];
    });
  });
}

const comma = 0x2c;
const backslash = 0x5c;
const opening: ReadonlySet<number> = new Set([0x28, 0x5b]);
const closing: ReadonlySet<number> = new Set([0x29, 0x5d]);

/** The parts of a list between its commas, those in parentheses and brackets aside. */
function splitSelectors(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at += 1) {
    const code = list.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (opening.has(code)) depth += 1;
    else if (closing.has(code)) depth -= 1;
    else if (code === comma && depth <= 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(list.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Condition of rules in a block with this prelude, for a person at a desk. */
function conditionOf(prelude: string): Condition {
  const [, name = "", query = ""] = /^@([\w-]+)\s*([^]*)$/.exec(prelude) ?? [];
  switch (name.toLowerCase()) {
    case "layer":
      return "always";
    case "supports":
      return supportsCondition(query);
    case "media":
      return mediaCondition(query);
    case "container":
      return isForWide(singleSpaced(query.toLowerCase()).replace(/^[\w-]+ (?=\()/, ""))
        ? "on wide screens"
        : "sometimes";
    case "scope":
      return "sometimes";
    default:
      return "never";
  }
}

/** The condition of rules for browsers that know something (CSS Conditional 3 §6), in the browsers of today. */
function supportsCondition(query: string): Condition {
  const isKnown = [...query.toLowerCase().matchAll(/\(\s*([\w-]+)\s*:\s*([^()]*)/g)].every(
    ([, property = "", value = ""]) => !/^-(?:ms|o|moz|khtml)-/.test(property) && isKnownDeclaration(property, value),
  );
  if (/\bnot\b/i.test(query) || (!isKnown && /\bor\b/i.test(query))) return "sometimes";
  return isKnown ? "always" : "never";
}

/** The screens on which a media query list (Media Queries 4) holds. */
export function mediaCondition(list: string): Condition {
  const queries = list
    .toLowerCase()
    .split(",")
    .map((query) => singleSpaced(query));
  // Every screen is wider than this.
  if (
    queries.some((query) =>
      /^(?:(?:only )?(?:all|screen)( and )?)?(?:\(min-width:\s*[0-2]?\d?\d(?:px)?\))?$/.test(query),
    )
  )
    return "always";
  if (queries.some(isForWide)) return "on wide screens";
  return queries.every((query) => /^(?:only )?(?:print|speech|aural|tty|braille)\b/.test(query))
    ? "never"
    : "sometimes";
}

/** Width of the window on a desk, in pixels and in letters of 16. */
const deskWidth = { px: 1280, em: 80 };

/** True for a query whose every part holds on a desk: wide enough, with a pointer, in daylight. */
const isForWide = (query: string): boolean => query.split(/\s+and\s+/).every(holdsOnDesk);

function holdsOnDesk(part: string): boolean {
  if (/^(?:(?:only )?(?:all|screen)|not (?:print|speech)|\((?:hover|any-hover)(?:: ?hover)?\))$/.test(part))
    return true;
  if (/^\((?:(?:any-)?pointer: ?fine|orientation: ?landscape|prefers-color-scheme: ?light)\)$/.test(part)) return true;
  const [, bound = "", width, unit] =
    /^\((min-width ?:|max-width ?:|width ?>=?|width ?<=?) ?(\d{1,5}(?:\.\d{1,4})?)(px|r?em)\)$/.exec(part) ?? [];
  if (width === undefined) return false;
  const desk = unit === "px" ? deskWidth.px : deskWidth.em;
  return /^min|>/.test(bound) ? Number(width) <= desk : Number(width) >= desk;
}

/**
 * True if a selector asks for a state that comes and goes: a pseudo-class other than those about the tree, or the class by
 * which a page notes that it can run scripts.
 */
function isDynamic(selector: string): boolean {
  return (
    /:(?!(?:is|where|not|has|root|empty|(?:first|last|only|nth)-[\w-]+)\b)/.test(selector.replace(/\\./g, "")) ||
    /\.(?:no-?)?js\b/.test(selector)
  );
}
