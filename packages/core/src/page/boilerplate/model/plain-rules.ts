import type { Region } from "../blocks/flat-page.ts";
import { ownId } from "../signals/cue-words.ts";

/** Elements and roles that frame a page. */
const frameTags: ReadonlySet<string> = new Set(["nav", "footer", "aside", "dialog", "search"]);
const frameRoles: ReadonlySet<string> = new Set(
  "navigation banner contentinfo complementary search dialog alertdialog menu menubar".split(" "),
);

/** Whole class and id tokens of frames scraping users expect gone, and of consent, share and comment-form chrome. */
const frameNames: ReadonlySet<string> = new Set(
  (
    "header top navbar footer bottom sidebar side aside modal popup overlay ad ads advert advertisement lang-selector " +
    "language language-selector social social-media social-links menu navigation nav breadcrumb breadcrumbs share " +
    "share-buttons sharing widget cookie cookies cookie-banner cookie-consent cookie-notice consent newsletter subscribe " +
    "newsletter-signup related related-posts related-articles recommended pagination pager comment-form comment-respond " +
    "respond skip-link site-header site-footer"
  ).split(" "),
);

/** Names of boxes that belong to the text: quotations, notes, callouts. */
const textBoxNames: ReadonlySet<string> = new Set(
  "quote pullquote admonition callout note tip hint warning caution danger important footnote footnotes sidenote".split(
    " ",
  ),
);

/** Names that say that the main content is inside, whatever the element itself is called. */
const contentNames: ReadonlySet<string> = new Set([
  "main",
  "content",
  "main-content",
  "article",
  "post",
  "entry-content",
]);

/**
 * The mark by which a region frames the page, on pages too small for statistics: its element or role, or its
 * name; undefined without one. A header inside an article or `main` belongs to it; the holder of the main content never
 * frames it.
 */
export function frameOf(region: Region, holdsMain: (region: Region) => boolean): "element" | "name" | undefined {
  const { name, attribs } = region.element;
  if (region.parent === undefined || holdsMain(region) || isSourceOfQuotation(region)) return undefined;
  if (name === "aside" && isTextBox(region)) return undefined;
  if (frameTags.has(name) || frameRoles.has(attribs["role"] ?? "")) return "element";
  if (name === "header") return isInsideContent(region) || isHeadingOfSection(region) ? undefined : "element";
  return namesOf(region).some((token) => frameNames.has(token)) ? "name" : undefined;
}

/** True for a box that belongs to the text around it, by its role or name. */
export const isTextBox = (region: Region): boolean =>
  isDeclaredNote(region) || namesOf(region).some((token) => textBoxNames.has(lastPart(token)));

/** True if an element or name marks the region as the main content itself. */
export const isMarkedMain = (region: Region): boolean =>
  region.element.name === "main" ||
  region.element.attribs["role"] === "main" ||
  (region.element.name !== "body" && namesOf(region).some((token) => contentNames.has(token)));

/** True for a note of a book (EPUB 3 Structural Semantics, DPUB-ARIA). */
const isDeclaredNote = ({ element: { attribs } }: Region): boolean =>
  /^(?:doc-)?(?:foot|end)notes?$/.test(attribs["role"] ?? attribs["epub:type"] ?? "");

/** `tip` of `starlight-aside--tip`. */
const lastPart = (token: string): string => token.slice(token.lastIndexOf("-") + 1);

const namesOf = ({ element }: Region): readonly string[] => [
  ...(element.attribs["class"]?.toLowerCase().split(/\s+/) ?? []),
  ownId(element)?.toLowerCase() ?? "",
];

function isInsideContent(region: Region): boolean {
  for (let holder = region.parent; holder !== undefined; holder = holder.parent) {
    const { name } = holder.element;
    if (name === "main" || name === "article" || holder.element.attribs["role"] === "main") return true;
  }
  return false;
}

/** True for a header that holds nothing but a heading below the first level: it is that of a section, not of the page. */
function isHeadingOfSection({ first, end, children }: Region): boolean {
  const [only, ...others] = children;
  if (only === undefined || others.length > 0 || end - first !== 1) return false;
  return /^h[2-6]$/.test(only.element.name) || (only.element.name === "div" && isHeadingOfSection(only));
}

/** True for a footer that names the source of the quotation around it (HTML §4.3.8). */
export const isSourceOfQuotation = ({ element, parent }: Region): boolean =>
  element.name === "footer" && parent?.element.name === "blockquote";
