import { Element, type Document } from "domhandler";
import { EngineError } from "../../../errors.ts";
import type { BodyParser } from "../../../ports/body-parser.ts";
import { withinBudget } from "../../../markup/budget.ts";
import { childOf, childrenOf, descendantsOf, rootOf, textOf } from "../../../markup/xml-tree.ts";
import { breaksOff, openArchive, type Archive } from "../../archive.ts";
import { beyondWarnings, createLosses, lostTextsWarning, unsolvedWarning, type Losses } from "../../losses.ts";
import { escapeHtml, plainParagraphs } from "../../html/markup.ts";
import { createPictures, type Pictures } from "../../pictures.ts";
import { sheetTables, type TableArea } from "../../html/sheet-tables.ts";
import type { TableCell } from "../../html/table.ts";
import { readGraphics, type Graphics } from "../graphics.ts";
import {
  coreProperties,
  mainPart,
  plainCharacters,
  relationsOf,
  targetOf,
  targetsOf,
  type Relations,
} from "../package.ts";
import { readFormats } from "./formats.ts";
import { readRichValues } from "./rich-values.ts";
import { placeOf, readSheet, richText, type Book } from "./sheet.ts";

/** Most tags of a sheet that are read: about a million cells. */
const maxSheetTags = 4_000_000;

/**
 * Excel workbooks (ECMA-376 part 1, §18): every visible sheet as a table under its name, numbers as they are shown, links,
 * pictures, and formulas as their stored results. A formula without one stands for itself, with a warning.
 */
export const xlsxParser: BodyParser = {
  mediaTypes: [
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
    "application/vnd.ms-excel.sheet.macroenabled.12",
  ],
  async parse(input) {
    const archive = await openArchive(input.body, "Excel");
    const part = mainPart(archive, "xl/workbook.xml");
    if (part.endsWith(".bin")) {
      const message = "The Excel document is in the binary format (.xlsb): save it as .xlsx.";
      throw new EngineError("UNSUPPORTED_CONTENT", message, { details: { mediaType: input.mediaType } });
    }
    const relations = relationsOf(archive, part);
    const workbook = archive.mainXml(part);
    archive.expect(targetsOf(relations, /^(?:worksheet|sharedStrings|styles)$/));
    const losses = createLosses();
    const from1904 = descendantsOf(workbook, "workbookPr").some(({ attribs }) =>
      /^(?:1|true)$/.test(attribs["date1904"] ?? ""),
    );
    const pictures = createPictures(losses, archive);
    const book: OpenBook = {
      archive,
      strings: sharedStrings(archive.xml(targetOf(relations, "sharedStrings") ?? "xl/sharedStrings.xml")),
      showNumber: await readFormats(archive.xml(targetOf(relations, "styles") ?? "xl/styles.xml"), { from1904 }),
      losses,
      richValues: readRichValues({ archive, relations, pictures, losses }),
      pictures,
      graphics: await readGraphics(archive),
      warnings: [],
    };
    const sheets = descendantsOf(workbook, "sheet");
    const visible = sheets.filter(({ attribs }) => (attribs["state"] ?? "visible") === "visible");
    const partOf = ({ attribs }: Element) => relations.get(attribs["r:id"] ?? "")?.target ?? "";
    if (visible.length > 0 && visible.every((sheet) => archive.bytes(partOf(sheet)) === undefined))
      throw new EngineError("UNSUPPORTED_CONTENT", "The Excel document is broken: none of its sheets can be read.");
    const hidden = sheets.length - visible.length;
    if (hidden > 0)
      book.warnings.push(hidden === 1 ? "1 hidden sheet is left out." : `${hidden} hidden sheets are left out.`);
    const parts = visible.map((sheet) => sheetHtml(book, sheet.attribs["name"] ?? "Sheet", partOf(sheet)));
    return {
      html: `<main>${parts.join("")}</main>`,
      metadata: { ...coreProperties(archive), numSheets: visible.length },
      warnings: [...archive.warnings, ...book.warnings, ...losses.warnings()],
    };
  },
};

interface OpenBook extends Book {
  readonly archive: Archive;
  readonly losses: Losses;
  readonly pictures: Pictures;
  readonly graphics: Graphics;
  readonly warnings: string[];
}

function sheetHtml(book: OpenBook, name: string, part: string): string {
  const { archive, warnings, losses } = book;
  const source = archive.text(part);
  if (source === undefined) {
    losses.add("sheet");
    return `<h2>${escapeHtml(name)}</h2>`;
  }
  const { html: xml } = withinBudget(source, maxSheetTags);
  const relations = relationsOf(archive, part);
  const { rows, unsolved, beyond, lostTexts, isWhole } = readSheet(xml, book, relations);
  if (xml.length < source.length) warnings.push(`Sheet ${name} is very large; only its beginning was read.`);
  else if (!isWhole) warnings.push(`Sheet ${name} is damaged: it ${breaksOff}.`);
  if (lostTexts > 0) warnings.push(lostTextsWarning(name, lostTexts));
  if (unsolved > 0) warnings.push(unsolvedWarning(name, unsolved));
  warnings.push(...beyondWarnings(name, beyond));
  const tables = sheetTables(rows, tableAreas(archive, relations));
  warnings.push(...tables.warnings.map((warning) => `Sheet ${name}: ${warning}`));
  return `<h2>${escapeHtml(name)}</h2>${tables.html}${attachedHtml(book, part)}`;
}

/** The tables that a sheet declares (ECMA-376 part 1, §18.5.1.2). */
const tableAreas = (archive: Archive, relations: Relations): readonly TableArea[] =>
  [...relations.values()].flatMap(({ type, target }) => {
    const file = type === "table" ? archive.xml(target) : undefined;
    const [first, last] = (descendantsOf(file, "table")[0]?.attribs["ref"] ?? "").split(":").map(placeOf);
    if (first === undefined || last === undefined) return [];
    return [{ top: first.row, left: first.column, bottom: last.row, right: last.column }];
  });

/** Objects on a sheet: its pictures and boxes of text, the data of charts, the words of diagrams; comments are losses. */
function attachedHtml({ archive, pictures, losses, graphics }: OpenBook, part: string): string {
  const shown: string[] = [];
  for (const { type, target } of relationsOf(archive, part).values()) {
    if (type === "comments") losses.add("comment", remarksIn(archive.xml(target)));
    if (type === "threadedComment") losses.add("comment", descendantsOf(archive.xml(target), "threadedComment").length);
    if (type !== "drawing") continue;
    const relations = relationsOf(archive, target);
    for (const { type: kind, target: chart } of relations.values()) {
      const drawn = /^chart(?:Ex)?$/.test(kind) ? graphics.chartHtml(chart) : undefined;
      if (drawn !== undefined) shown.push(drawn);
      else if (/^chart(?:Ex)?$/.test(kind)) losses.add("chart");
      const words = kind === "diagramData" ? graphics.diagramHtml(chart) : undefined;
      if (words !== undefined) shown.push(words);
    }
    const drawing = archive.xml(target);
    const isNewest = (element: Element) => !hasAncestor(element, "mc:Fallback");
    for (const box of descendantsOf(drawing, "xdr:txBody").filter(isNewest)) shown.push(boxHtml(box));
    for (const picture of descendantsOf(drawing, "xdr:pic").filter(isNewest)) {
      const address = descendantsOf(picture, "a:blip")[0]?.attribs["r:embed"] ?? "";
      const description = descendantsOf(picture, "xdr:cNvPr")[0]?.attribs["descr"] ?? "";
      shown.push(`<p>${pictures.html(relations.get(address)?.target, description.trim())}</p>`);
    }
  }
  return shown.join("");
}

/** The number of comments of one sheet; those that only stand for a thread, for older programs, name it as their author. */
function remarksIn(file: Document | undefined): number {
  const authors = descendantsOf(file, "author").map(textOf);
  const isOwn = ({ attribs }: Element) => authors[Number(attribs["authorId"])]?.startsWith("tc={") !== true;
  return descendantsOf(file, "comment").filter(isOwn).length;
}

function hasAncestor({ parent }: Element, name: string): boolean {
  for (let above = parent; above instanceof Element; above = above.parent) if (above.name === name) return true;
  return false;
}

/** The paragraphs of a text box or shape. */
const boxHtml = (box: Element): string =>
  plainParagraphs(
    descendantsOf(box, "a:p").map((paragraph) =>
      childrenOf(paragraph)
        .map((part) => (part.name === "a:br" ? "\n" : descendantsOf(part, "a:t").map(textOf).join("")))
        .join(""),
    ),
  ).replaceAll("\n", "<br>");

/** The texts that cells name by their numbers; small type above and below the line is kept, pronunciations are not. */
function sharedStrings(file: Document | undefined): readonly TableCell[] {
  return childrenOf(file === undefined ? undefined : rootOf(file), "si").map((entry) =>
    richText(
      childrenOf(entry).flatMap((child) => {
        if (child.name === "t") return [{ text: plainCharacters(textOf(child)), tag: undefined }];
        return child.name === "r"
          ? [{ text: plainCharacters(textOf(childOf(child, "t"))), tag: tagOf(childOf(child, "rPr")) }]
          : [];
      }),
    ),
  );
}

function tagOf(properties: Element | undefined): string | undefined {
  const align = childOf(properties, "vertAlign")?.attribs["val"];
  if (align === "superscript") return "sup";
  if (align === "subscript") return "sub";
  const strike = childOf(properties, "strike");
  return strike === undefined || /^(?:0|false)$/.test(strike.attribs["val"] ?? "") ? undefined : "del";
}
