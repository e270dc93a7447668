/** A way to mark a run of text. `sup` and `sub` have no Markdown and are written as HTML. */
export type Mark = "strong" | "em" | "del" | "sup" | "sub";

/** One end of an emphasis. */
export interface Delimiter {
  readonly kind: "delimiter";
  readonly mark: Mark;
  readonly opens: boolean;
  /** The opening of the same mark that is open around it already. */
  readonly outer: Delimiter | undefined;
  /** `**`, `_` …, or "" when it is written as an HTML tag. */
  token: string;
  partner: Delimiter | undefined;
  /** The piece written just before a closing delimiter. */
  precededBy: Piece | undefined;
}

/** A part of a phrase: text still to be escaped, finished Markdown, an emphasis delimiter, or a line break. */
export type Piece =
  | { readonly kind: "text"; text: string; readonly inLink: boolean; readonly inStrikethrough: boolean }
  | { readonly kind: "raw"; readonly markdown: string }
  | { readonly kind: "break"; readonly markdown: string }
  | Delimiter;
