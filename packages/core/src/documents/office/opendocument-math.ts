import { Element, Text } from "domhandler";
import { escapeHtml } from "../html/markup.ts";
import { descendantsOf, localName, rootOf } from "../../markup/xml-tree.ts";
import type { Archive } from "../archive.ts";

const elements: ReadonlySet<string> = new Set(
  (
    "semantics annotation mrow mi mn mo mtext ms mspace mfrac msqrt mroot msup msub msubsup munder mover munderover " +
    "mmultiscripts mprescripts none mtable mtr mlabeledtr mtd mfenced mstyle mpadded menclose merror maction"
  ).split(" "),
);
const attributes = /^(?:mathvariant|linethickness|open|close|separators|accent|encoding)$/;

/** The formula in an object of an OpenDocument file, as MathML without its namespace; undefined when it is none. */
export function formulaOf(archive: Archive, path: string): ((display: boolean) => string) | undefined {
  const file = archive.xml(`${path}/content.xml`);
  const root = file === undefined ? undefined : rootOf(file);
  if (root === undefined || localName(root) !== "math") return undefined;
  return (display) => `<math${display ? ' display="block"' : ""}>${inside(root)}</math>`;
}

/** True if an object of an OpenDocument file is a chart. */
export function isChart(archive: Archive, path: string): boolean {
  return descendantsOf(archive.xml(`${path}/content.xml`), "office:chart").length > 0;
}

function inside(element: Element): string {
  return element.children
    .map((child) => {
      if (child instanceof Text) return escapeHtml(child.data);
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
