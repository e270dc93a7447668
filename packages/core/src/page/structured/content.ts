/** A thing that a page describes to machines: its properties under their schema.org names. Serialisable. */
export interface StructuredNode {
  readonly source: "json-ld" | "microdata";
  /** Type names without their vocabulary: `Product`. */
  readonly types: readonly string[];
  /** Values as JSON: texts, numbers, booleans, lists, and further things as objects with `@type`. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A name and the value that a page gives for it: in a definition list, or in a table of two columns. */
export interface StructuredPair {
  readonly name: string;
  readonly value: string;
}

/** A table whose first row names its columns. */
export interface StructuredTable {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Content of a page that can be read exactly, without a language model. Serialisable. */
export interface StructuredContent {
  readonly nodes: readonly StructuredNode[];
  /** `<meta>` properties such as `og:title` and `product:price:amount`. */
  readonly openGraph: Readonly<Record<string, string>>;
  readonly pairs: readonly StructuredPair[];
  readonly tables: readonly StructuredTable[];
}

/** A page that says nothing. */
export const noStructuredContent: StructuredContent = { nodes: [], openGraph: {}, pairs: [], tables: [] };
