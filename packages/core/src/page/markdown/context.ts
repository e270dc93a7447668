import { isTag, type Element, type ParentNode } from "domhandler";
import { findFrame, noFrames, type ListingFrames } from "./code/frame.ts";
import { isBlock, isInvisible, isShownAsBlock, textOf } from "./element.ts";
import { findFootnotes, isInlineNote, type Footnotes } from "./footnote.ts";
import { findTabs, type Tabs } from "./tabs.ts";
import { tabPanels, type TabPanels } from "./tab-panels.ts";
import { findWordLists, isWordListPart, type WordLists } from "./word-list.ts";

/** Options of the Markdown conversion. */
export interface MarkdownOptions {
  /** Absolute URL that links and images are resolved against; without it they stay as they are. */
  readonly baseUrl?: string | undefined;
  /** Replaces images embedded as base64 by a marker that keeps their alternative text. */
  readonly removeBase64Images?: boolean | undefined;
  /** Writes breaks between pages of a document as a rule and a comment that names the page. */
  readonly pageMarkers?: boolean | undefined;
}

/** Everything a rule may read: the options and the findings of one walk over the whole tree. */
export interface Context {
  readonly baseUrl: string | undefined;
  readonly removeBase64Images: boolean;
  readonly pageMarkers: boolean;
  /** Inline elements that stand on lines of their own, or have elements inside that do. */
  readonly mixed: ReadonlySet<Element>;
  /** Elements with a `pre` among their children. */
  readonly besideCode: ReadonlySet<ParentNode>;
  readonly frames: ListingFrames;
  readonly footnotes: Footnotes;
  readonly tabs: Tabs;
  readonly wordLists: WordLists;
}

/** Looks once over the tree. */
export function createContext(root: ParentNode, options: MarkdownOptions): Context {
  let panels: TabPanels | undefined;
  const found: Survey = {
    mixed: new Set(),
    besideCode: new Set(),
    frames: noFrames(),
    fragmentLinks: [],
    inlineNotes: [],
    tabs: noTabs(),
    panels: () => (panels ??= tabPanels(root)),
    wordLists: noLists(),
  };
  survey(root, found);
  return {
    baseUrl: options.baseUrl,
    removeBase64Images: options.removeBase64Images ?? false,
    pageMarkers: options.pageMarkers ?? false,
    mixed: found.mixed,
    besideCode: found.besideCode,
    frames: found.frames,
    footnotes: findFootnotes(root, found),
    tabs: found.tabs,
    wordLists: found.wordLists,
  };
}

interface Survey {
  readonly mixed: Set<Element>;
  readonly besideCode: Set<ParentNode>;
  readonly frames: ListingFrames;
  /** Links of the page into itself, in order. */
  readonly fragmentLinks: Element[];
  readonly inlineNotes: Element[];
  readonly tabs: Tabs;
  /** What bars of tabs may open; read when the first one asks. */
  readonly panels: () => TabPanels;
  readonly wordLists: WordLists;
}

const noTabs = (): Tabs => ({ labels: new Map(), bars: new Set() });
const noLists = (): WordLists => ({ lists: new Map(), rest: new Set() });

/** True for the frame of a listing in a table (Hexo). */
const isHighlighted = (parent: ParentNode): boolean =>
  isTag(parent) && parent.name === "figure" && parent.attribs["class"]?.startsWith("highlight") === true;

/** True for a button to copy what it stands beside: a box in it makes its word no content. */
const isCopyButton = (element: Element): boolean =>
  element.name === "button" && /^copy$/i.test(textOf(element, 20).trim());

/** Collects facts for the rules. Returns true if a block element lies under `parent`. */
function survey(parent: ParentNode, into: Survey): boolean {
  let [found, holdsWordList] = [false, false];
  for (const child of parent.children) {
    if (!isTag(child) || isInvisible(child)) continue;
    if (child.name === "a" && child.attribs["href"]?.startsWith("#") === true) into.fragmentLinks.push(child);
    if (isInlineNote(child)) into.inlineNotes.push(child);
    if (child.name === "table" && isHighlighted(parent)) into.besideCode.add(parent);
    if (child.name === "pre") {
      into.besideCode.add(parent);
      findFrame(child, into.frames);
    }
    if (child.attribs["role"] === "tablist" || /tab|yui-nav/i.test(child.attribs["class"] ?? ""))
      findTabs(child, into.tabs, into.panels);
    if (isWordListPart(child)) holdsWordList = true;
    const inside = survey(child, into);
    const block = isBlock(child);
    const holdsLines = inside || (isShownAsBlock(child) && !(isTag(parent) && parent.name === "code"));
    if (holdsLines && !block && !isCopyButton(child)) into.mixed.add(child);
    if (holdsLines || block) found = true;
  }
  if (holdsWordList) findWordLists(parent, into.wordLists);
  return found;
}
