import { isTag, type AnyNode, type Element, type ParentNode } from "domhandler";
import { attribute, elementChildren, hasText, isHeading, textOf } from "./element.ts";
import type { TabPanels } from "./tab-panels.ts";

/** Panels that a page shows one at a time. */
export interface Tabs {
  /** The label of each panel. */
  readonly labels: Map<Element, Element>;
  /** Holders of labels. */
  readonly bars: Set<Element>;
}

/** Classes for the bar of labels beside the panels (MkDocs, VitePress, Webflow, Divi, Wikidot, Kadence, Rspress). */
const barClass =
  /(?:^|\s)(?:tabbed-labels|tabs|(?:[a-z]{1,8}-)?tabs__label|w-tab-menu|et_pb_tabs_controls|yui-nav|kt-tabs-title-list)(?:\s|$)/;
const panelsClass =
  /(?:^|\s)(?:tabbed-content|blocks|(?:[a-z]{1,8}-)?tabs__content|w-tab-content|et_pb_all_tabs|yui-content|kt-tabs-content-wrap)(?:\s|$)/;

/** Classes of holders of labels and panels in turn, each label before its panel (sphinx-design, sphinx-inline-tabs, Docsify, Hugo Book). */
const turnsClass = /(?:^|\s)(?:sd-tab-set|tab-set|tabset|docsify-tabs|book-tabs)(?:\s|$)/;

/**
 * Pairs the labels of a bar with their panels, if the element is one and there are as many of each (WAI-ARIA 1.2, `tab`).
 * `panelsOfPage` is asked only for a bar.
 */
export function findTabs(bar: Element, into: Tabs, panelsOfPage: () => TabPanels): void {
  if (turnsClass.test(attribute(bar, "class"))) {
    pairTurns(bar, into);
    return;
  }
  const labels = labelsOf(bar);
  if (labels.length < 2) return;
  const panels = panelsBehind(bar) ?? panelsOf(bar, labels, panelsOfPage);
  if (panels.length !== labels.length) return;
  // Some call what holds labels and panels a list of tabs (Elementor, with each label above its panel once more).
  for (const part of panels.some((panel) => isInside(panel, bar)) ? labels : [bar]) into.bars.add(part);
  // Labels that filter what one panel shows are no titles of it (Javadoc).
  if (new Set(panels).size < panels.length) return;
  panels.forEach((panel, place) => {
    const label = labels[place];
    if (label === undefined) return;
    into.labels.set(panel, label);
    const [first] = elementChildren(panel);
    if (first !== undefined && isTitle(first) && saysSame(first, label)) into.bars.add(first);
  });
}

/** True for a title in a panel, which some repeat there for small screens or for paper. */
const isTitle = ({ attribs }: Element): boolean => /tab[\w-]*(?:title|heading|label)/.test(attribs["class"] ?? "");

const saysSame = (one: Element, other: Element): boolean => textOf(one, 100).trim() === textOf(other, 100).trim();

function isInside(element: Element, holder: Element): boolean {
  let around = element.parent;
  while (around !== null && around !== holder) around = around.parent;
  return around === holder;
}

/** The content of a panel's label; empty where there is none, and where a heading in the panel says the same. */
export function labelOf(panel: Element, { labels, bars }: Tabs): readonly AnyNode[] {
  const label = labels.get(panel);
  if (label === undefined || !hasText(label) || isHeadedBy(panel, label, bars)) return [];
  return label.children;
}

/** True if a panel begins with a heading that says the same as its label. */
function isHeadedBy(panel: Element, label: Element, bars: Tabs["bars"]): boolean {
  const first = panel.children.find((child) => isTag(child) || hasText(child));
  if (first === undefined || !isTag(first) || bars.has(first)) return false;
  return isHeading(first) ? saysSame(first, label) : first.name === "div" && isHeadedBy(first, label, bars);
}

/** Pairs every label with the panel that follows it. */
function pairTurns(set: Element, into: Tabs): void {
  let label: Element | undefined;
  for (const child of elementChildren(set)) {
    if (child.name === "label" || child.name === "button") {
      label = child;
      into.bars.add(child);
    } else if (label !== undefined && child.name !== "input") {
      into.labels.set(child, label);
      label = undefined;
    }
  }
}

/** True if an element is a bar of tabs, which opens panels of the page and leads nowhere else. */
export function isTabBar(element: Element): boolean {
  return attribute(element, "role") === "tablist" || switches(element).length > 0;
}

function labelsOf(bar: Element): readonly Element[] {
  if (attribute(bar, "role") === "tablist") return withRole(bar, "tab");
  if (panelsBehind(bar) !== undefined) return elementChildren(bar);
  if (/(?:^|\s)(?:et_pb_tabs_controls|yui-nav)(?:\s|$)/.test(attribute(bar, "class"))) return bareLinks(bar);
  if (bar.name === "ul" && barClass.test(attribute(bar, "class"))) return anchors(bar);
  if (barClass.test(attribute(bar, "class")))
    return elementChildren(bar).filter(
      ({ name, attribs }) =>
        name === "label" || attribs["data-w-tab"] !== undefined || attribs["data-index"] !== undefined,
    );
  return switches(bar);
}

/** What is behind a bar of as many buttons: listings in a box (ReadMe), or boxes called so (W3Schools); undefined for other bars. */
function panelsBehind(bar: Element): readonly Element[] | undefined {
  const buttons = elementChildren(bar);
  if (buttons.length < 2 || !buttons.every(({ name }) => name === "button")) return undefined;
  const boxes = elementsBehind(bar, buttons.length + 1);
  const [first] = boxes;
  const listings = first === undefined ? [] : elementChildren(first);
  if (listings.length === buttons.length && listings.every(({ name }) => name === "pre")) return listings;
  const panels = boxes.filter(({ attribs }) => panelClass.test(attribs["class"] ?? ""));
  return panels.length === buttons.length && panels[0] === first ? panels : undefined;
}

const panelClass = /(?:^|[\s_-])tab-?(?:content|pane|panel)(?:\s|$)/i;

/** The next elements, if no text is between them. */
function elementsBehind({ next }: Element, most: number): readonly Element[] {
  const found: Element[] = [];
  for (let node = next; node !== null && found.length < most; node = node.next) {
    if (isTag(node)) found.push(node);
    else if (hasText(node)) break;
  }
  return found;
}

/** The links or buttons of a bar that have no roles (Bootstrap, Hexo): one in every item, each with the id of a panel. */
function switches(bar: Element): readonly Element[] {
  if (bar.name !== "ul" || !/(?:^|\s)nav(?:-tabs)?(?:\s|$)/.test(attribute(bar, "class"))) return [];
  const links = elementChildren(bar).flatMap((item) => (item.name === "li" ? elementChildren(item) : [item]));
  return links.every(isSwitch) ? links : [];
}

/** The links of a bar that a script gives their work. */
function bareLinks(bar: Element): readonly Element[] {
  const links = elementChildren(bar).flatMap(elementChildren);
  return links.every(({ name, attribs }) => name === "a" && /^#?$/.test(attribs["href"] ?? "")) ? links : [];
}

const isSwitch = ({ name, attribs }: Element): boolean =>
  /^(?:tab|pill)$/.test(attribs["data-toggle"] ?? attribs["data-bs-toggle"] ?? "") ||
  (name === "button" && attribs["data-href"] !== undefined);

/** The links of a bar each of whose items has one into the page, to its panel (Foundation, WooCommerce). */
function anchors(bar: Element): readonly Element[] {
  const links = elementChildren(bar).flatMap(elementChildren);
  return links.every(({ name, attribs }) => name === "a" && /^#./.test(attribs["href"] ?? "")) ? links : [];
}

/** The id of the panel that a label opens, or "". */
function panelId(label: Element): string {
  const id = attribute(label, "aria-controls");
  if (id === "" && label.attribs["data-href"] !== undefined) return label.attribs["data-href"].replace(/^#/, "");
  const target = attribute(label, "data-bs-target") || attribute(label, "data-target") || attribute(label, "href");
  return id === "" && target.startsWith("#") ? target.slice(1) : id;
}

function panelsOf(bar: Element, labels: readonly Element[], panelsOfPage: () => TabPanels): readonly Element[] {
  const beside = holderBeside(bar);
  if (beside !== undefined) return elementChildren(beside);
  const ofPage = panelsOfPage();
  const controlled = labels.map(panelId);
  const isNamed = controlled.every((id) => id !== "");
  let holder: ParentNode | null = bar;
  for (let level = 0; level < levelsOfNamed && holder !== null; level += 1) {
    const around: ParentNode = holder;
    const found = isNamed ? controlled.map((id) => ofPage.named(id, around)) : [];
    if (isNamed && found.every((panel) => panel !== undefined)) return found;
    const panels = level < levelsOfUnnamed ? ofPage.inside(around, labels.length) : [];
    if (panels.length === labels.length) return panels;
    holder = around.parent;
  }
  return [];
}

/** What holds the panels of a bar stands behind it or before it, with at most so many elements between. */
const mostBetween = 3;

function holderBeside(bar: Element): Element | undefined {
  for (const side of ["next", "prev"] as const) {
    let passed = 0;
    for (let node = bar[side]; node !== null && passed <= mostBetween; node = node[side]) {
      if (!isTag(node)) continue;
      if (panelsClass.test(attribute(node, "class"))) return node;
      passed += 1;
    }
  }
  return undefined;
}

/** Labels may stand in so many boxes beside their panels, where they name these (MUI) and where they don't. */
const levelsOfNamed = 5;
const levelsOfUnnamed = 3;

/** Elements with a role, outermost first, none inside another. */
function withRole(parent: ParentNode, role: string): Element[] {
  return parent.children.flatMap((child): Element[] => {
    if (!isTag(child)) return [];
    return attribute(child, "role") === role ? [child] : withRole(child, role);
  });
}
