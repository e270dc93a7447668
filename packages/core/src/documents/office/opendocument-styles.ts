import type { Element } from "domhandler";
import { childOf, childrenOf, descendantsOf } from "../../markup/xml-tree.ts";
import { isSymbolFont } from "../symbol-fonts.ts";

/** Text look of a style. */
export interface TextStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly code: boolean;
  readonly deleted: boolean;
  /** Text that is not shown. */
  readonly hidden: boolean;
  readonly shift: "sup" | "sub" | undefined;
  /** The font of symbols that it is set in, if it is one. */
  readonly symbols: string | undefined;
  /** Its display name, or that of its parent. */
  readonly name: string;
}

/** Marks of one level of a list. */
export interface ListLevel {
  readonly ordered: boolean;
  /** The number of the first item. */
  readonly start: number;
  /** Form of the numbers (ODF 1.3 part 3, §19.506): `1`, `a`, `A`, `i`, `I`; empty for none. */
  readonly format: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Number of levels whose numbers the mark shows, its own included. */
  readonly shownLevels: number;
}

/** Properties of a document's styles that Markdown can show, by the names of the styles. */
export interface Styles {
  readonly text: ReadonlyMap<string, TextStyle>;
  /** List styles by name, and their levels, from 1. Levels that a style does not describe are absent. */
  readonly lists: ReadonlyMap<string, ReadonlyMap<number, ListLevel>>;
  /** The numbers of headings by their level. */
  readonly outline: ReadonlyMap<number, ListLevel>;
  /** Styles of paragraphs that the table of contents lists beside headings, and their levels there. */
  readonly listed: ReadonlyMap<string, number>;
  /** Styles of paragraphs that take a number away. */
  readonly unnumbered: ReadonlySet<string>;
  readonly hiddenSheets: ReadonlySet<string>;
}

/** Reads the styles from the files of a document that hold them. */
export function readStyles(files: readonly Parameters<typeof descendantsOf>[0][]): Styles {
  const styles = files.flatMap((file) => descendantsOf(file, "style:style"));
  const byName = new Map(styles.map((style) => [nameOf(style), style]));
  const lists = files.flatMap((file) => descendantsOf(file, "text:list-style"));
  const hidden = styles.filter(
    (style) => childOf(style, "style:table-properties")?.attribs["table:display"] === "false",
  );
  return {
    text: new Map(styles.map((style) => [nameOf(style), inherited(style, byName)])),
    lists: new Map(lists.map((list) => [nameOf(list), levelsOf(list)])),
    outline: levelsOf(files.flatMap((file) => descendantsOf(file, "text:outline-style"))[0]),
    listed: listedStyles(files, styles),
    unnumbered: new Set(styles.filter(({ attribs }) => attribs["style:list-style-name"] === "").map(nameOf)),
    hiddenSheets: new Set(hidden.map(nameOf)),
  };
}

const nameOf = ({ attribs }: Element): string => attribs["style:name"] ?? "";

/** Styles that tables of contents take as headings of a level (ODF 1.3 part 3, §8.3.2 and §8.3.4), and those made from them. */
function listedStyles(
  files: readonly Parameters<typeof descendantsOf>[0][],
  styles: readonly Element[],
): ReadonlyMap<string, number> {
  const sources = files
    .flatMap((file) => descendantsOf(file, "text:table-of-content-source"))
    .filter(({ attribs }) => attribs["text:use-index-source-styles"] === "true")
    .flatMap((source) => childrenOf(source, "text:index-source-styles"));
  const listed = new Map(
    sources.flatMap((source) => {
      const level = Math.min(6, Number(source.attribs["text:outline-level"]) || 1);
      return childrenOf(source).map(({ attribs }) => [attribs["text:style-name"] ?? "", level] as const);
    }),
  );
  const made = styles.flatMap((style) => {
    const level = listed.get(style.attribs["style:parent-style-name"] ?? "");
    return level === undefined || !/^P\d+$/.test(nameOf(style)) ? [] : [[nameOf(style), level] as const];
  });
  return new Map([...made, ...listed]);
}

const levelsOf = (style: Element | undefined): ReadonlyMap<number, ListLevel> =>
  new Map(
    childrenOf(style).map(({ name, attribs }, index) => [
      Number(attribs["text:level"] ?? index + 1),
      {
        ordered: name === "text:list-level-style-number",
        start: Number(attribs["text:start-value"] ?? 1) || 1,
        format: attribs["style:num-format"] ?? "",
        prefix: attribs["style:num-prefix"] ?? "",
        suffix: attribs["style:num-suffix"] ?? "",
        shownLevels: Number(attribs["text:display-levels"] ?? 1) || 1,
      },
    ]),
  );

const maxParents = 10;

/** A style completed from its parents. */
function inherited(style: Element, byName: ReadonlyMap<string, Element>): TextStyle {
  let own = textStyle(style);
  let parent = byName.get(style.attribs["style:parent-style-name"] ?? "");
  for (let steps = 0; parent !== undefined && steps < maxParents; steps += 1) {
    const { bold, italic, code, deleted, hidden, shift, symbols } = textStyle(parent);
    own = {
      ...own,
      bold: own.bold || (bold && style.attribs["style:family"] === "text"),
      italic: own.italic || (italic && style.attribs["style:family"] === "text"),
      code: own.code || code,
      deleted: own.deleted || deleted,
      hidden: own.hidden || hidden,
      shift: own.shift ?? shift,
      symbols: own.symbols ?? symbols,
    };
    parent = byName.get(parent.attribs["style:parent-style-name"] ?? "");
  }
  return own;
}

function textStyle(style: Element): TextStyle {
  const properties = childOf(style, "style:text-properties")?.attribs ?? {};
  // The name of a font face has a number of its own where there are several of one family.
  const font = properties["style:font-name"]?.replace(/(?<=[a-z])\d$/, "");
  const position = properties["style:text-position"] ?? "";
  const name = `${style.attribs["style:display-name"] ?? style.attribs["style:name"] ?? ""} ${style.attribs["style:parent-style-name"] ?? ""}`;
  return {
    bold: properties["fo:font-weight"] === "bold",
    italic: properties["fo:font-style"] === "italic",
    code: /mono|courier|consol/i.test(font ?? "") || /preformatted|source_?.*(?:code|text)|verbatim/i.test(name),
    deleted: !/^(?:none)?$/.test(properties["style:text-line-through-style"] ?? ""),
    hidden: properties["text:display"] === "none",
    shift: /^super|^[1-9]/.test(position) ? "sup" : /^sub|^-/.test(position) ? "sub" : undefined,
    symbols: isSymbolFont(font) ? font : undefined,
    name: name.toLowerCase(),
  };
}
