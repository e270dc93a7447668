import { Element, Text, type Document, type ParentNode } from "domhandler";

/** Shorter texts are alike by chance. */
const minText = 20;
/** A repetition has so much of its longer texts in common with what is shown. */
const minShare = 0.9;

/** The characters of the longer texts in an element, and of those among them that are shown elsewhere. */
interface Repetition {
  readonly all: number;
  readonly shown: number;
}

/**
 * Returns the test if an element out of sight repeats what the page shows, as copies for printing or for machines do. Counts
 * nothing twice, so that asking about elements inside of each other stays linear.
 */
export function repeatingShown(
  document: Document,
  isHidden: (element: Element) => boolean,
): (element: Element) => boolean {
  let texts: ReadonlySet<string> | undefined;
  const known = new Map<ParentNode, Repetition>();
  return (element) => {
    texts ??= shownTexts(document, isHidden);
    const { all, shown } = repetitionIn(element, texts, known);
    return shown > 0 && shown >= minShare * all;
  };
}

const machineTags: ReadonlySet<string> = new Set(["script", "style", "template", "noscript"]);

function shownTexts(document: Document, isHidden: (element: Element) => boolean): ReadonlySet<string> {
  const texts = new Set<string>();
  const collect = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (child instanceof Text) {
        const text = child.data.trim();
        if (text.length >= minText) texts.add(text);
      } else if (child instanceof Element && !machineTags.has(child.name) && !isHidden(child)) collect(child);
    }
  };
  collect(document);
  return texts;
}

function repetitionIn(parent: ParentNode, texts: ReadonlySet<string>, known: Map<ParentNode, Repetition>): Repetition {
  const before = known.get(parent);
  if (before !== undefined) return before;
  let [all, shown] = [0, 0];
  for (const child of parent.children) {
    if (child instanceof Text) {
      const text = child.data.trim();
      if (text.length < minText) continue;
      all += text.length;
      if (texts.has(text)) shown += text.length;
    } else if (child instanceof Element && !machineTags.has(child.name)) {
      const inside = repetitionIn(child, texts, known);
      all += inside.all;
      shown += inside.shown;
    }
  }
  const repetition = { all, shown };
  known.set(parent, repetition);
  return repetition;
}
