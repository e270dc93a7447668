import type { Element } from "domhandler";
import type { Archive } from "../../archive.ts";
import { childOf, childrenOf, descendantsOf } from "../../../markup/xml-tree.ts";

/** What a paragraph or character style means for its text. */
export interface Style {
  /** 1 to 6 for headings. */
  readonly heading?: number | undefined;
  readonly quote?: boolean | undefined;
  readonly code?: boolean | undefined;
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  /** The list that paragraphs of this style belong to. */
  readonly list?: { readonly list: string; readonly level: number } | undefined;
}

/** How one level of a list is marked. */
export interface ListLevel {
  readonly ordered: boolean;
  readonly start: number;
  /** Without a mark: its paragraphs belong to the item above them. */
  readonly unmarked: boolean;
}

/** Styles by identifier, each with what it inherits (ECMA-376 part 1, §17.7). */
export function readStyles(archive: Archive): ReadonlyMap<string, Style> {
  const elements = new Map(
    descendantsOf(archive.xml("word/styles.xml"), "w:style").map((style) => [style.attribs["w:styleId"] ?? "", style]),
  );
  const styles = new Map<string, Style>();
  const resolve = (identifier: string, visited: readonly string[]): Style => {
    const known = styles.get(identifier);
    const element = elements.get(identifier);
    if (known !== undefined || element === undefined || visited.includes(identifier)) return known ?? {};
    const base = childOf(element, "w:basedOn")?.attribs["w:val"];
    const inherited = base === undefined ? {} : resolve(base, [...visited, identifier]);
    const style = { ...inherited, ...ownStyle(element) };
    styles.set(identifier, style);
    return style;
  };
  for (const identifier of elements.keys()) resolve(identifier, []);
  return styles;
}

/** Built-in styles have English names in every language of the program. */
function ownStyle(element: Element): Style {
  const name = (childOf(element, "w:name")?.attribs["w:val"] ?? "").toLowerCase();
  const paragraph = childOf(element, "w:pPr");
  const run = childOf(element, "w:rPr");
  const heading = headingOf(name, childOf(paragraph, "w:outlineLvl")?.attribs["w:val"]);
  const list = listOf(paragraph);
  return {
    ...(heading === undefined ? {} : { heading }),
    ...(/quote|block text/.test(name) ? { quote: true } : {}),
    ...(/\bcode\b|source code|verbatim|preformatted|html code|\bplain text\b|macro text/.test(name)
      ? { code: true }
      : {}),
    ...(childOf(run, "w:b") === undefined ? {} : { bold: isOn(childOf(run, "w:b")) }),
    ...(childOf(run, "w:i") === undefined ? {} : { italic: isOn(childOf(run, "w:i")) }),
    ...(list === undefined ? {} : { list }),
  };
}

function headingOf(name: string, outline: string | undefined): number | undefined {
  if (name === "title") return 1;
  const level = /^heading (\d)/.exec(name)?.[1] ?? (outline === undefined ? undefined : String(Number(outline) + 1));
  return level === undefined || Number(level) > 9 ? undefined : Math.min(6, Number(level));
}

/** Whether a toggle property is set (ECMA-376 part 1, §17.17.4). */
export const isOn = (property: Element | undefined): boolean =>
  property !== undefined && !/^(?:0|false|off|none)$/.test(property.attribs["w:val"] ?? "1");

/** The list and level that paragraph properties name; list 0 takes a paragraph out of its style's list. */
export function listOf(properties: Element | undefined): Style["list"] {
  const numbering = childOf(properties, "w:numPr");
  const list = childOf(numbering, "w:numId")?.attribs["w:val"];
  return list === undefined ? undefined : { list, level: Number(childOf(numbering, "w:ilvl")?.attribs["w:val"] ?? 0) };
}

/** The levels of every list (ECMA-376 part 1, §17.9). */
export function readLists(archive: Archive): ReadonlyMap<string, readonly ListLevel[]> {
  const file = archive.xml("word/numbering.xml");
  const patterns = new Map(
    descendantsOf(file, "w:abstractNum").map((pattern) => [
      pattern.attribs["w:abstractNumId"] ?? "",
      levelsOf(pattern),
    ]),
  );
  return new Map(
    descendantsOf(file, "w:num").map((list) => {
      const pattern = childOf(list, "w:abstractNumId")?.attribs["w:val"] ?? "";
      return [list.attribs["w:numId"] ?? "", patterns.get(pattern) ?? []];
    }),
  );
}

const levelsOf = (pattern: Element): readonly ListLevel[] =>
  childrenOf(pattern, "w:lvl").map((level) => ({
    ordered: !/^(?:bullet|none)$/.test(childOf(level, "w:numFmt")?.attribs["w:val"] ?? "bullet"),
    start: Number(childOf(level, "w:start")?.attribs["w:val"] ?? 1),
    unmarked: (childOf(level, "w:lvlText")?.attribs["w:val"] ?? "").trim() === "",
  }));
