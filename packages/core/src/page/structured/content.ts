/** A thing that a page describes to machines: its properties under their schema.org names. Serialisable. */
export interface StructuredNode {
  readonly source: "json-ld" | "microdata";
  /** Type names without their vocabulary: `Product`. */
  readonly types: readonly string[];
  /** Values as JSON: texts, numbers, booleans, lists, and further things as objects with `@type`. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** It stands beside what the page is about: in the footer, among comments or recommendations. */
  readonly isBeside?: true;
}

/** The words and addresses by which a page says what it is about. */
export interface PageIdentity {
  /** The texts of its `h1` and of `og:title`, without the name of its site. */
  readonly names: readonly string[];
  /** The text of its `title`, which often names the site as well. */
  readonly title?: string | undefined;
  /** Its own address, the canonical one and `og:url`. */
  readonly addresses: readonly string[];
  /** The language of its text (BCP 47), if it says so. */
  readonly language?: string | undefined;
}

/** A name and the value that a page gives for it: in a definition list, or in a table of two columns. */
export interface StructuredPair {
  readonly name: string;
  readonly value: string;
}

/** A table whose first row names its columns. */
export interface StructuredTable {
  readonly headers: readonly string[];
  /** Without its foot, and without rows of a single cell; a row that spans others is shorter or longer than the headers. */
  readonly rows: readonly (readonly string[])[];
}

/** Content of a page that can be read exactly, without a language model. Serialisable. */
export interface StructuredContent {
  readonly page: PageIdentity;
  readonly nodes: readonly StructuredNode[];
  /** `<meta>` properties such as `og:title` and `product:price:amount`. */
  readonly openGraph: Readonly<Record<string, string>>;
  /** Those of the page itself, without what stands beside it. */
  readonly pairs: readonly StructuredPair[];
  readonly tables: readonly StructuredTable[];
}

/** A page that says nothing. */
export const noStructuredContent: StructuredContent = {
  page: { names: [], addresses: [] },
  nodes: [],
  openGraph: {},
  pairs: [],
  tables: [],
};
