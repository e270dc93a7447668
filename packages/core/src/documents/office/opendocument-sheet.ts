import type { Element } from "domhandler";
import { childrenOf, descendantsOf } from "../../markup/xml-tree.ts";
import { escapeHtml } from "../html/markup.ts";
import { htmlTable } from "../html/table.ts";
import type { Styles } from "./opendocument-styles.ts";
import { plainText } from "./opendocument-text.ts";

interface SheetContext {
  readonly styles: Pick<Styles, "hiddenSheets">;
  readonly warnings: string[];
}

const maxRepeated = 1000;

/** Sheets repeat cells and rows by number; empty ones are repeated to the end of the sheet. */
export function sheetHtml(sheet: Element, context: SheetContext): string {
  const name = sheet.attribs["table:name"] ?? "Sheet";
  if (context.styles.hiddenSheets.has(sheet.attribs["table:style-name"] ?? "")) {
    context.warnings.push(`The hidden sheet ${name} is left out.`);
    return "";
  }
  const rows = descendantsOf(sheet, "table:table-row").flatMap((row) => {
    const cells = childrenOf(row, "table:table-cell").flatMap((cell) => {
      const text = dateOf(cell) ?? childrenOf(cell, "text:p").map(plainText).join("\n");
      return repeated(text, cell.attribs["table:number-columns-repeated"], text === "");
    });
    return repeated(
      cells,
      row.attribs["table:number-rows-repeated"],
      cells.every((cell) => cell === ""),
    );
  });
  const table = htmlTable(rows);
  if (table.html !== "") context.warnings.push(...table.warnings.map((warning) => `Sheet ${name}: ${warning}`));
  return `<h2>${escapeHtml(name)}</h2>${table.html}`;
}

/** A date as ISO 8601 writes it, however the sheet shows it. */
function dateOf({ attribs }: Element): string | undefined {
  const [day, time] = (attribs["office:date-value"] ?? "").split("T");
  if (day === undefined || day === "") return undefined;
  return time === undefined ? day : `${day} ${time.replace(/(?::00)?(?:\.\d+)?$/, "")}`;
}

function repeated<Value>(value: Value, count: string | undefined, isEmpty: boolean): readonly Value[] {
  const times = Math.min(Number(count ?? 1) || 1, isEmpty ? 100 : maxRepeated);
  return Array.from({ length: times }, () => value);
}
