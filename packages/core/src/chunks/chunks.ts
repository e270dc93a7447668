import GithubSlugger from "github-slugger";
import { requireArgument } from "../errors.ts";
import { blocksOf, type Block } from "./blocks.ts";
import { piecesOf, type Piece } from "./pieces.ts";
import { estimateTokens, tokenShare } from "./tokens.ts";

/** A part of a Markdown text that can stand alone: what a search index stores, or a model is given. */
export interface Chunk {
  /** Markdown. Rows of a table that was cut have its head before them. */
  readonly text: string;
  /** The headings that the chunk stands below, the outermost first, its own last. */
  readonly headings: string[];
  /** The fragment of the last of these headings, as GitHub makes it; absent before the first heading. */
  readonly anchor?: string | undefined;
  /**
   * Where the chunk starts in the whole, in UTF-16 code units: `markdown.slice(start, end)` is its text, the repeated head
   * of a table aside. Only white space stands between two chunks.
   */
  readonly start: number;
  /** The place of its end, exclusive. */
  readonly end: number;
  /**
   * About how many tokens it is to a language model; more than asked for only where a block of code or a row of a table is
   * that long.
   */
  readonly tokens: number;
}

/** A heading and everything up to the next one of its level; the root has none. */
interface Section {
  readonly heading: Heading | undefined;
  /** Blocks before the first heading below, this one's included. */
  readonly own: Block[];
  readonly below: Section[];
}

interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

/**
 * Cuts Markdown into chunks of at most `maxTokens`. A section that fits is one chunk with all below it, small sections of
 * one parent share a chunk, and a larger one is cut between blocks, between rows of a table, items of a list or
 * sentences, but never inside a row or a block of code: only a chunk of such a one, with its headings, is larger. All
 * chunks together hold every block once and in order. Linear and pure. Throws BAD_REQUEST for arguments of another type.
 */
export function chunksOf(markdown: string, maxTokens: number): readonly Chunk[] {
  requireArgument(typeof markdown === "string", "chunksOf: `markdown` must be a string.");
  requireArgument(maxTokens > 0, "chunksOf: `maxTokens` must be a number above 0.");
  const root = sectionsOf(markdown);
  return groupsOf(root, { path: [], headings: undefined }, { markdown, maxTokens }).map((group) =>
    toChunk(markdown, group),
  );
}

/** A stretch of the text that becomes a chunk, and the headings that it stands below. */
interface Group extends Piece {
  readonly path: readonly Heading[];
  /** Nothing but headings: it goes with what follows. */
  readonly isHeading: boolean;
}

interface Cutting {
  readonly markdown: string;
  readonly maxTokens: number;
}

/** The headings that a section stands below, and those among them that nothing stands between. */
interface Above {
  readonly path: readonly Heading[];
  readonly headings: Group | undefined;
}

function groupsOf({ heading, own, below }: Section, above: Above, cutting: Cutting): readonly Group[] {
  const path = heading === undefined ? above.path : [...above.path, heading];
  const groups = above.headings === undefined ? [] : [above.headings];
  for (const [index, block] of own.entries()) {
    const isHeading = index === 0 && heading !== undefined;
    const room = isHeading ? cutting.maxTokens : roomBehind(groups.at(-1), block, cutting);
    for (const piece of piecesOf(cutting.markdown, block, room))
      add(groups, { ...piece, path, isHeading }, { path, cutting });
  }
  for (const part of below) {
    const headings = groups.at(-1)?.isHeading === true ? groups.pop() : undefined;
    for (const group of groupsOf(part, { path, headings }, cutting)) add(groups, group, { path, cutting });
  }
  return groups;
}

/** The tokens that pieces of a block may have to stand with the headings before it, which leave half of the budget at least. */
function roomBehind(last: Group | undefined, { start }: Block, { markdown, maxTokens }: Cutting): number {
  if (last?.isHeading !== true) return maxTokens;
  return Math.max(maxTokens / 2, maxTokens - last.tokens - tokenShare(markdown.slice(last.end, start)));
}

/** Neighbours share a chunk as long as they fit; it then stands below the headings of the section that holds them all. */
function add(
  groups: Group[],
  group: Group,
  shared: { readonly path: readonly Heading[]; readonly cutting: Cutting },
): void {
  const { markdown, maxTokens } = shared.cutting;
  const last = groups.at(-1);
  const tokens = last && last.tokens + tokenShare(markdown.slice(last.end, group.start)) + group.tokens;
  // What is too long by itself still has its headings.
  const fits = tokens !== undefined && (tokens <= maxTokens || (last?.isHeading === true && group.tokens > maxTokens));
  if (last === undefined || !fits) {
    groups.push(group);
    return;
  }
  const path = last.isHeading ? group.path : shared.path;
  groups.splice(-1, 1, { ...last, path, end: group.end, tokens, isHeading: last.isHeading && group.isHeading });
}

function toChunk(markdown: string, { path, start, end, lead }: Group): Chunk {
  const slice = markdown.slice(start, end).trimEnd();
  const text = lead + slice;
  const own = path.at(-1);
  return {
    text,
    headings: path.map((heading) => heading.text),
    ...(own === undefined ? {} : { anchor: own.anchor }),
    start,
    end: start + slice.length,
    tokens: estimateTokens(text),
  };
}

function sectionsOf(markdown: string): Section {
  const slugger = new GithubSlugger();
  const root: Section = { heading: undefined, own: [], below: [] };
  const open = [root];
  for (const block of blocksOf(markdown)) {
    if (block.level !== undefined) {
      const text = headingText(markdown.slice(block.start, block.end));
      const heading = { level: block.level, text, anchor: slugger.slug(text) };
      while ((open.at(-1)?.heading?.level ?? 0) >= heading.level) open.pop();
      const section: Section = { heading, own: [], below: [] };
      (open.at(-1) ?? root).below.push(section);
      open.push(section);
    }
    (open.at(-1) ?? root).own.push(block);
  }
  return root;
}

/** Every chunk repeats its headings, so that a heading of a page's making must not be a page itself. */
const maxHeadingCharacters = 200;

/** The text of a heading as a reader sees it. */
function headingText(markdown: string): string {
  return markdown
    .slice(0, 10 * maxHeadingCharacters)
    .replace(/^ {0,3}#{1,6}[ \t]*|[ \t]+#+[ \t]*$|\n[ ]{0,3}(?:=+|-+)[ \t]*$/g, "")
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1")
    .replace(/(?<!\\)(?:\*+|`+|~~)/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim()
    .slice(0, maxHeadingCharacters);
}
