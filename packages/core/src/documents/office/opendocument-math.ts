import { Element, Text } from "domhandler";
import { escapeHtml } from "../html/markup.ts";
import { childrenOf, descendantsOf, localName, rootOf, textOf } from "../../markup/xml-tree.ts";
import type { Archive } from "../archive.ts";
import { chartTable } from "./chart.ts";

const elements: ReadonlySet<string> = new Set(
  (
    "semantics annotation mrow mi mn mo mtext ms mspace mfrac msqrt mroot msup msub msubsup munder mover munderover " +
    "mmultiscripts mprescripts none mtable mtr mlabeledtr mtd mfenced mstyle mpadded menclose merror maction"
  ).split(" "),
);
const attributes = /^(?:mathvariant|linethickness|open|close|separators|accent|encoding)$/;

/** Private characters that OpenOffice wrote up to version 3, by what they stand for. */
const privateSigns: Readonly<Record<string, string>> = { "\uE083": "+", "\uE09E": "(", "\uE09F": ")" };

/** The formula in an object of an OpenDocument file, as MathML without its namespace; undefined when it is none. */
export function formulaOf(archive: Archive, path: string): ((display: boolean) => string) | undefined {
  const file = archive.xml(`${path}/content.xml`);
  const root = file === undefined ? undefined : rootOf(file);
  if (root === undefined || localName(root) !== "math") return undefined;
  return (display) => `<math${display ? ' display="block"' : ""}>${inside(root)}</math>`;
}

/** The data of the chart in an object of an OpenDocument file as a table, "" where it has none; undefined when it is no chart. */
export function chartOf(archive: Archive, path: string): string | undefined {
  const chart = descendantsOf(archive.xml(`${path}/content.xml`), "office:chart")[0];
  if (chart === undefined) return undefined;
  const title = textOf(descendantsOf(chart, "chart:title")[0]);
  const rows = descendantsOf(descendantsOf(chart, "table:table")[0], "table:table-row").map((row) =>
    childrenOf(row, "table:table-cell").map((cell) => childrenOf(cell, "text:p").map(textOf).join(" ")),
  );
  return chartTable(title, rows) ?? "";
}

function inside(element: Element): string {
  return element.children
    .map((child) => {
      if (child instanceof Text)
        return escapeHtml(child.data.replace(/[\uE083\uE09E\uE09F]/g, (sign) => privateSigns[sign] ?? sign));
      return child instanceof Element ? written(child) : "";
    })
    .join("");
}

function written(element: Element): string {
  const name = localName(element);
  if (!elements.has(name)) return "";
  const given = Object.entries(element.attribs).flatMap(([key, value]) => {
    const local = key.slice(key.indexOf(":") + 1);
    return attributes.test(local) ? [` ${local}="${escapeHtml(value)}"`] : [];
  });
  return `<${name}${given.join("")}>${inside(element)}</${name}>`;
}
