import { Element, Text } from "domhandler";
import { ommlToMathMl } from "../office/omml.ts";

/**
 * Equations of RTF (specification 1.9.1, “Math”): the elements of OMML as groups, each named by its first word. `\mf`
 * is `m:f`; text in a group of properties is a value.
 */

/** Parts of an equation that show nothing. */
const silent: ReadonlySet<string> = new Set(["mmathPict", "mctrlPr", "margPr", "mmathPr"]);

/** A new equation, to be filled by {@link openPart} and {@link addToPart}. */
export const newEquation = (): Element => new Element("m:oMath", {});

/** The part that a word begins inside of another; "silent" for one that shows nothing, undefined for other words. */
export function openPart(within: Element, word: string): Element | "silent" | undefined {
  if (silent.has(word)) return "silent";
  if (!/^m[a-zA-Z]/.test(word)) return undefined;
  if (word === "moMath" || word === "moMathPara") return within;
  const part = new Element(`m:${word.slice(1)}`, {});
  part.parent = within;
  within.children.push(part);
  return part;
}

/** Adds the text of a run, or the value of a property. */
export function addToPart(part: Element, text: string): void {
  const { parent } = part;
  if (parent instanceof Element && parent.name.endsWith("Pr"))
    part.attribs["m:val"] = (part.attribs["m:val"] ?? "") + text.trim();
  else if (part.name === "m:r") part.children.push(new Element("m:t", {}, [new Text(text)]));
}

/** The equation as MathML; undefined when it shows nothing. */
export function equationHtml(equation: Element): string | undefined {
  const html = ommlToMathMl(equation);
  return /<m[ion]\b/.test(html) ? html : undefined;
}
