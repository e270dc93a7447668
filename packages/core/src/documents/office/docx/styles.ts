import type { Element } from "domhandler";
import type { Archive } from "../../archive.ts";
import { isMonospaced } from "../../html/emphasis.ts";
import { childOf, descendantsOf } from "../../../markup/xml-tree.ts";

/** Meaning of a paragraph or character style for its text. */
export interface Style {
  /** 1 to 6 for headings. */
  readonly heading?: number | undefined;
  readonly quote?: boolean | undefined;
  readonly code?: boolean | undefined;
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly shift?: "sup" | "sub" | undefined;
  readonly hidden?: boolean | undefined;
  /** The list that paragraphs of this style belong to. */
  readonly list?: ListPlace | undefined;
  /** List of Word's own style, such as "List Bullet 2", by its name. */
  readonly namedList?: { readonly kind: "bullet" | "number" | "continue"; readonly depth: number } | undefined;
}

/** A place in a list. */
export interface ListPlace {
  readonly list: string;
  readonly level: number | undefined;
  /** The style that names it. */
  readonly style: string;
}

/** Styles by identifier, each with its inheritance (ECMA-376 part 1, §17.7). */
export function readStyles(archive: Archive, part: string): ReadonlyMap<string, Style> {
  const elements = new Map(
    descendantsOf(archive.xml(part), "w:style").map((style) => [style.attribs["w:styleId"] ?? "", style]),
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
  const { list, level } = ownPlace(paragraph);
  const namedList = namedListOf(name);
  const shift = shiftOf(run);
  const isForRuns = element.attribs["w:type"] === "character";
  return {
    ...(heading === undefined ? {} : { heading }),
    ...(/quot(?:e|ations?)\b|block text/.test(name) ? { quote: true } : {}),
    ...(isCodeStyle(name) || (isForRuns && isMonospaced(childOf(run, "w:rFonts")?.attribs["w:ascii"]))
      ? { code: true }
      : {}),
    ...(childOf(run, "w:b") === undefined ? {} : { bold: isOn(childOf(run, "w:b")) }),
    ...(childOf(run, "w:i") === undefined ? {} : { italic: isOn(childOf(run, "w:i")) }),
    ...(childOf(run, "w:vanish") === undefined ? {} : { hidden: isOn(childOf(run, "w:vanish")) }),
    ...(list === undefined ? {} : { list: { list, level, style: element.attribs["w:styleId"] ?? "" } }),
    ...(namedList === undefined ? {} : { namedList }),
    ...(shift === undefined ? {} : { shift }),
  };
}

const isCodeStyle = (name: string): boolean =>
  /\bcode\b|source[ _]text|teletype|typewriter|verbatim|preformatted|\bplain text\b|macro text/.test(name);

function headingOf(name: string, outline: string | undefined): number | undefined {
  if (name === "title") return 1;
  const level = /^heading (\d)/.exec(name)?.[1] ?? (outline === undefined ? undefined : String(Number(outline) + 1));
  return level === undefined || Number(level) > 9 ? undefined : Math.min(6, Number(level));
}

/** True if a toggle property is set (ECMA-376 part 1, §17.17.4). */
export const isOn = (property: Element | undefined): boolean =>
  property !== undefined && !/^(?:0|false|off|none)$/.test(property.attribs["w:val"] ?? "1");

/** The list and level that a paragraph's own properties name; either may be left to its style. */
export function ownPlace(properties: Element | undefined): Partial<ListPlace> {
  const numbering = childOf(properties, "w:numPr");
  const list = childOf(numbering, "w:numId")?.attribs["w:val"];
  const level = childOf(numbering, "w:ilvl")?.attribs["w:val"];
  return {
    ...(list === undefined ? {} : { list }),
    ...(level === undefined ? {} : { level: Number(level) || 0 }),
  };
}

/** Small type above or below the line, as run properties say it. */
export function shiftOf(run: Element | undefined): Style["shift"] {
  const align = childOf(run, "w:vertAlign")?.attribs["w:val"];
  if (align !== undefined) return align === "superscript" ? "sup" : align === "subscript" ? "sub" : undefined;
  const halfPoints = Number(childOf(run, "w:position")?.attribs["w:val"] ?? 0);
  return halfPoints > 0 ? "sup" : halfPoints < 0 ? "sub" : undefined;
}

function namedListOf(name: string): Style["namedList"] {
  const [, kind, depth = "1"] = /^list (bullet|number|continue)(?: ([2-5]))?$/.exec(name) ?? [];
  return kind === "bullet" || kind === "number" || kind === "continue" ? { kind, depth: Number(depth) - 1 } : undefined;
}
