import type { Element } from "domhandler";
import { childOf, childrenOf, descendantsOf, rootOf, textOf } from "../../../markup/xml-tree.ts";
import type { Archive } from "../../archive.ts";
import { escapeHtml } from "../../html/markup.ts";
import type { TableCell } from "../../html/table.ts";
import type { Losses } from "../../losses.ts";
import type { Pictures } from "../../pictures.ts";
import { relationsOf, targetOf, type Relations } from "../package.ts";

/** The content of a cell by the number of its metadata, from 1; undefined where its plain value says it. */
export type RichValues = (metadata: number) => TableCell | undefined;

/** A value as it is shown: a picture with its description, or words. */
interface Shown {
  readonly picture: string | undefined;
  readonly words: string;
}

interface Workbook {
  readonly archive: Archive;
  readonly relations: Relations;
  readonly pictures: Pictures;
  readonly losses: Losses;
}

/**
 * Pictures and records in cells, which have an error as their value for programs that don't know them (MS-XLSX, §2.3.6.1,
 * §2.2.4.11): pictures are shown, records by the name that they are shown with; others are counted.
 */
export function readRichValues({ archive, relations, pictures, losses }: Workbook): RichValues {
  const file = (type: string) => {
    const part = targetOf(relations, type);
    return part === undefined ? undefined : archive.xml(part);
  };
  const childrenIn = (type: string) => {
    const document = file(type);
    return childrenOf(document === undefined ? undefined : rootOf(document));
  };
  const metadata = file("sheetMetadata");
  const records = childrenOf(descendantsOf(metadata, "valueMetadata")[0], "bk").map((block) => childOf(block, "rc"));
  const future = descendantsOf(metadata, "futureMetadata").find(({ attribs }) => attribs["name"] === "XLRICHVALUE");
  const places = childrenOf(future, "bk").map((block) => descendantsOf(block, "rvb")[0]);
  const values = childrenIn("rdRichValue");
  const structures = childrenIn("rdRichValueStructure");
  const pictureParts = targetOf(relations, "richValueRel");
  const pictureRelations = pictureParts === undefined ? undefined : relationsOf(archive, pictureParts);
  const pictureNames = childrenIn("richValueRel");
  const read = (value: Element): Shown | undefined => {
    const structure = structures[Number(value.attribs["s"] ?? -1)];
    if (structure?.attribs["t"] === "_error") return undefined;
    const keys = childrenOf(structure, "k").map(({ attribs }) => attribs["n"] ?? "");
    const written = childrenOf(value, "v").map((part) => textOf(part).trim());
    const of = (name: string) => written[keys.indexOf(name)] ?? "";
    const identifier = pictureNames[Number(of("_rvRel:LocalImageIdentifier") || -1)]?.attribs["r:id"];
    const picture = pictureRelations?.get(identifier ?? "")?.target;
    return { picture, words: of(picture === undefined ? "_DisplayString" : "Text") };
  };
  const known = new Map<Element | undefined, Shown | undefined>([[undefined, { picture: undefined, words: "" }]]);
  return (number) => {
    const place = places[Number(records[number - 1]?.attribs["v"] ?? -1)];
    const value = values[Number(place?.attribs["i"] ?? -1)];
    if (value !== undefined && !known.has(value)) known.set(value, read(value));
    const shown = known.get(value);
    if (shown === undefined) return undefined;
    const { picture, words } = shown;
    if (picture !== undefined) return { text: words === "" ? "[Image]" : words, html: pictures.html(picture, words) };
    if (words === "") losses.add("rich value");
    return { text: words, html: escapeHtml(words) };
  };
}
