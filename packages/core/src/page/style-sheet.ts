import { readDeclarations, type Declarations } from "./inline-style.ts";

/** Declarations of a style sheet and the selectors that they are for, not read yet. */
export interface StyleBlock {
  /** The selectors, those of the blocks around it (CSS Nesting 1) first. */
  readonly levels: readonly string[];
  readonly declarations: string;
  /** Whether it holds now, on a wide screen, or only on other media. */
  readonly always: boolean;
  /** Its place, counted over all sheets. */
  readonly order: number;
}

/** A rule of a style sheet for one selector. */
export interface StyleRule {
  readonly selector: string;
  readonly normal: Declarations;
  /** What is declared `!important`. */
  readonly important: Declarations;
  /** Whether it holds now, on a wide screen; otherwise only on other media, or once something has happened. */
  readonly certain: boolean;
  readonly order: number;
}

const longestSheet = 200_000;
const mostBlocks = 5_000;
const deepest = 12;
const longestSelectors = 3_000;

interface OpenBlock {
  readonly prelude: string;
  declarations: string;
  /** Where what has not been taken into `declarations` yet begins. */
  from: number;
}

const openBrace = 0x7b;
const closeBrace = 0x7d;
const semicolon = 0x3b;

/**
 * Adds the blocks of a style sheet (CSS Syntax 3 §5) whose declarations mention something that `wanted` matches, those in
 * `@media`, `@supports` and `@layer` and nested ones too. Linear in the size of the sheet, which is read up to a limit.
 */
export function readBlocks(source: string, wanted: RegExp, blocks: StyleBlock[]): void {
  const sheet = source.slice(0, longestSheet).replace(/\/\*[^]*?(?:\*\/|$)|<!--|-->/g, "");
  const open: OpenBlock[] = [];
  let start = 0; // of what may be a declaration or the selectors of a block
  const close = (end: number): void => {
    const block = open.pop();
    if (block === undefined) return;
    block.declarations += sheet.slice(block.from, end);
    if (wanted.test(block.declarations)) addBlock(block, open, blocks);
    const around = open.at(-1);
    if (around !== undefined) around.from = end + 1;
  };
  for (let at = 0; at < sheet.length; at += 1) {
    const code = sheet.charCodeAt(at);
    if (code !== openBrace && code !== closeBrace && code !== semicolon) continue;
    if (blocks.length >= mostBlocks || open.length > deepest) return;
    if (code === closeBrace) close(at);
    else if (code === openBrace) {
      const around = open.at(-1);
      if (around !== undefined) around.declarations += sheet.slice(around.from, start);
      open.push({ prelude: sheet.slice(start, at).trim(), declarations: "", from: at + 1 });
    }
    start = at + 1;
  }
  while (open.length > 0) close(sheet.length);
}

function addBlock({ prelude, declarations }: OpenBlock, around: readonly OpenBlock[], blocks: StyleBlock[]): void {
  const preludes = [...around.map((block) => block.prelude), prelude].filter((part) => part !== "");
  const conditions = preludes.filter((part) => part.startsWith("@")).map(conditionOf);
  const levels = preludes.filter((part) => !part.startsWith("@"));
  const isReadable = levels.length > 0 && levels.every(({ length }) => length <= longestSelectors);
  if (!isReadable || conditions.includes("never")) return;
  blocks.push({ levels, declarations, always: !conditions.includes("sometimes"), order: blocks.length });
}

/** The rules of a block, one for each of its selectors. */
export function rulesOf({ levels, declarations, always, order }: StyleBlock): readonly StyleRule[] {
  const { normal, important } = readDeclarations(declarations);
  return nest(levels).map((selector) => ({
    selector,
    normal,
    important,
    certain: always && !isDynamic(selector),
    order,
  }));
}

/** The selectors of nested rules, each within those around it. */
function nest(levels: readonly string[]): readonly string[] {
  return levels.reduce<readonly string[]>((outer, level) => {
    const inner = splitSelectors(level);
    if (outer.length === 0) return inner;
    return outer.slice(0, 20).flatMap((around) => {
      return inner.map((selector) =>
        selector.includes("&") ? selector.replaceAll("&", around) : `${around} ${selector}`,
      );
    });
  }, []);
}

function splitSelectors(list: string): readonly string[] {
  const parts = list.match(/(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\]|[^,()[\]])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** When the rules in a block with this prelude hold for a person at a desk. */
function conditionOf(prelude: string): "always" | "sometimes" | "never" {
  const [, name = "", query = ""] = /^@([\w-]+)\s*([^]*)$/.exec(prelude) ?? [];
  switch (name.toLowerCase()) {
    case "layer":
      return "always";
    case "supports":
      return /^not\b/i.test(query) ? "sometimes" : "always";
    case "media":
      return mediaCondition(query);
    case "container":
    case "scope":
      return "sometimes";
    default:
      return "never";
  }
}

/** Whether a media query list (Media Queries 4) holds on every screen, on some, or on none. */
export function mediaCondition(list: string): "always" | "sometimes" | "never" {
  const queries = list
    .toLowerCase()
    .split(",")
    .map((query) => query.trim());
  // Every screen is wider than this.
  if (
    queries.some((query) =>
      /^(?:(?:only )?(?:all|screen)( and )?)?(?:\(min-width:\s*[0-2]?\d?\d(?:px)?\))?$/.test(query),
    )
  )
    return "always";
  return queries.every((query) => /^(?:only )?(?:print|speech|aural|tty|braille)\b/.test(query))
    ? "never"
    : "sometimes";
}

/**
 * Whether a selector asks for a state that comes and goes: a pseudo-class other than those about the tree, or the class by
 * which a page notes that it can run scripts.
 */
function isDynamic(selector: string): boolean {
  return (
    /:(?!(?:is|where|not|root|empty|(?:first|last|only|nth)-[\w-]+)\b)/.test(selector.replace(/\\./g, "")) ||
    /\.(?:no-?)?js\b/.test(selector)
  );
}
