/** The kind of page; docs/guide/main-content.md defines its main content. */
export type PageType =
  | "article"
  | "documentation"
  | "forum"
  | "product"
  | "collection"
  | "listing"
  | "service"
  | "home"
  | "unknown";

/** Something that was taken out of the page. */
export interface Removal {
  /** A short CSS-like path, outermost first, for example `body > div#page > aside.related`. */
  readonly path: string;
  /** The reason in plain words. */
  readonly reason: string;
  /** Characters of text that went with it, white space not counted. */
  readonly characters: number;
}

/** A block that was considered as the home of the main content. */
export interface Candidate {
  readonly path: string;
  /** The generator that nominated it, e.g. `semantic` or `density`. */
  readonly nominatedBy: string;
  /** Agreement of its text with the block decisions, from 0 to 1. */
  readonly score: number;
}

/** Running text inside of the content that was taken for something else. */
export interface LeftOut {
  readonly words: number;
  /** Its first words. */
  readonly quote: string;
}

/** Effects of {@link removeBoilerplate} on a page. */
export interface BoilerplateOutcome {
  readonly pageType: PageType;
  /** The smallest element that holds everything kept; undefined when nothing is kept. */
  readonly winner: { readonly path: string; readonly score: number } | undefined;
  /** Characters of text kept and removed, white space not counted. */
  readonly keptCharacters: number;
  readonly removedCharacters: number;
  /** True when the decisions would have left next to nothing, and a coarser rule was used instead. */
  readonly recovered: boolean;
  /** Substantial text that was left out without a mark that says why; undefined when there is none. */
  readonly leftOut: LeftOut | undefined;
  /** The place of the content, such as `#root`, of a page that has nothing but the frame of its site; undefined on others. */
  readonly emptyPlace: string | undefined;
  /** Nominations, best first. Empty unless `explain` was asked for. */
  readonly candidates: readonly Candidate[];
  /** The removed parts, in document order. Empty unless `explain` was asked for. */
  readonly removed: readonly Removal[];
}
