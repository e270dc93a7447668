import { Element, isTag, isText, Text, type ChildNode } from "domhandler";
import { appendChild, prepend } from "domutils";

/** Elements that scripts define (HTML §4.13), by what the last words of their names say that they are. */
const parts: readonly (readonly [name: RegExp, role: string])[] = [
  [/-tab-panel$/, "tabpanel"],
  [/-tab$/, "tab"],
  [/-(?:tab-group|tabs)$/, "tablist"],
];

/** Names of elements that {@link adoptComponent} knows. */
export const componentNames = /-(?:tab|tab-panel|tab-group|tabs|details)$/;

/** Gives tabs and parts that unfold, as libraries of components define them (Shoelace, Fluent), what HTML and ARIA have for it. */
export function adoptComponent(element: Element): void {
  const role = parts.find(([name]) => name.test(element.name))?.[1];
  if (role !== undefined) {
    element.attribs = { role, ...element.attribs };
    element.name = "div";
    return;
  }
  const { summary } = element.attribs;
  if (!element.name.endsWith("-details") || summary === undefined) return;
  element.name = "details";
  const title = new Element("summary", {}, [new Text(summary)]);
  const [first] = element.children;
  if (first === undefined) appendChild(element, title);
  else prepend(first, title);
}

const stanza = /(?:^|\s)(?:stanza|strophe|line-?group|lg)(?:\s|$)/;

/** The lines of a stanza, where each is an element of its own (Project Gutenberg, TEI). */
export function adoptStanza(element: Element, classes: string): void {
  if (!stanza.test(classes)) return;
  const lines = element.children.filter(isTag);
  if (lines.length < 2 || !lines.every(isLine) || !element.children.every((child) => isTag(child) || isBlank(child)))
    return;
  element.name = "p";
  for (const line of lines) {
    line.name = "span";
    appendChild(line, new Element("br", {}));
  }
}

const isBlank = (node: ChildNode): boolean => !isText(node) || node.data.trim() === "";

const inLine = /^(?:a|abbr|b|em|i|small|span|strong|sub|sup|u)$/;

/** True for a box that holds nothing but text. */
const isLine = ({ children, name }: Element): boolean =>
  /^(?:div|p)$/.test(name) && children.every((child) => !isTag(child) || isInLine(child));

const isInLine = ({ children, name }: Element): boolean =>
  inLine.test(name) && children.every((child) => !isTag(child) || isInLine(child));
