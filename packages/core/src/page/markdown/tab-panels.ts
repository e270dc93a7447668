import { isTag, type Element, type ParentNode } from "domhandler";

/** The elements of a page that bars of tabs may open. */
export interface TabPanels {
  /** The first element inside `holder` that has an id. */
  named(id: string, holder: ParentNode): Element | undefined;
  /** The outermost elements inside `holder` with the role of a panel: all of them, or one more than `most`. */
  inside(holder: ParentNode, most: number): readonly Element[];
}

/** The places in document order at which an element begins and ends. */
interface Span {
  readonly element: Element;
  readonly first: number;
  end: number;
}

/**
 * Reads a page in one walk. Whatever stands around a bar, and however many bars there are, one costs no more than a look at
 * each panel.
 */
export function tabPanels(root: ParentNode): TabPanels {
  const spans = new Map<ParentNode, Span>();
  const panels: Span[] = [];
  const named = new Map<string, Span[]>();
  let place = 0;
  readInside(root);

  function readInside(parent: ParentNode): void {
    for (const element of parent.children) {
      if (!isTag(element)) continue;
      const span = { element, first: place, end: place };
      place += 1;
      spans.set(element, span);
      const { id, role } = element.attribs;
      if (role === "tabpanel") panels.push(span);
      const alike = id === undefined ? undefined : named.get(id);
      if (alike !== undefined) alike.push(span);
      else if (id !== undefined) named.set(id, [span]);
      readInside(element);
      span.end = place;
    }
  }

  const spanOf = (holder: ParentNode) => spans.get(holder) ?? { first: -1, end: place };

  return {
    named(id, holder) {
      const { first, end } = spanOf(holder);
      return named.get(id)?.find((span) => span.first > first && span.end <= end)?.element;
    },
    inside(holder, most) {
      const { first, end } = spanOf(holder);
      const found: Element[] = [];
      let next = first + 1;
      for (const span of panels) {
        if (span.first >= end || found.length > most) break;
        if (span.first < next) continue;
        found.push(span.element);
        next = span.end;
      }
      return found;
    },
  };
}
