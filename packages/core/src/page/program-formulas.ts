import { isTag, Text, type ChildNode, type Element } from "domhandler";
import { appendChild } from "domutils";
import { adopt, forEachElement } from "../markup/elements.ts";

/** A formula that Substack leaves to a script, with its source in the settings of an empty box. */
export function adoptFormula(element: Element): void {
  const source = /"persistentExpression":("(?:[^"\\]|\\.)*")/.exec(element.attribs["data-attrs"] ?? "")?.[1] ?? '""';
  const tex = stringIn(source);
  if (tex === "" || element.children.length > 0) return;
  element.name = "math";
  element.attribs = { display: "block", alttext: tex };
  appendChild(element, new Text(tex));
}

/** The string that JSON writes so; "" where it is none. */
function stringIn(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return "";
  }
}

/** MathML with the prefix of another format that it was taken from (JATS): scripts draw it, browsers don't know it. */
export function adoptFormulaOfXml(math: Element): void {
  const prefix = math.name.slice(0, -"math".length);
  const rename = (part: Element): void => {
    if (!part.name.startsWith(prefix)) return;
    part.name = part.name.slice(prefix.length);
    const inner = part.children.flatMap((child) => [child, ...takenOutOf(child, prefix)]);
    if (inner.length > part.children.length) adopt(part, inner);
  };
  rename(math);
  forEachElement(math, rename);
}

const emptyPart = /^(?:mspace|mprescripts|none|mal\w+)$/;

/** What stands behind an empty element of XML, and in it for HTML, which closes none of those that it doesn't know. */
function takenOutOf(node: ChildNode, prefix: string): readonly ChildNode[] {
  if (!isTag(node) || !node.name.startsWith(prefix) || !emptyPart.test(node.name.slice(prefix.length))) return [];
  const { children } = node;
  node.children = [];
  return children.flatMap((child) => [child, ...takenOutOf(child, prefix)]);
}
