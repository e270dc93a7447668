import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { getElementsByTagName } from "domutils";
import { isLabel } from "../../markdown/code/code.ts";
import { isTabBar } from "../../markdown/tabs.ts";
import { contentMark } from "../signals/candidates.ts";
import type { Block, Region } from "../blocks/flat-page.ts";
import { ownId, readNames } from "../signals/cue-words.ts";
import type { Profile } from "../signals/profile.ts";
import { isRunningText, runningSum, within } from "../blocks/sums.ts";
import { labelledTurnings, turningLine } from "./wordings.ts";

/** Elements and roles that are never a part of a text, wherever they are. */
const chromeTags: ReadonlySet<string> = new Set(["nav", "dialog", "search"]);
const chromeRoles: ReadonlySet<string> = new Set(
  "navigation search dialog alertdialog menu menubar toolbar contentinfo banner".split(" "),
);

/** Words in the names of insertions by authors and their tools that are no text. */
const chromeNames: ReadonlySet<string> = new Set(
  (
    "nav navbar navigation navheader navfooter navpanel pager pagination breadcrumb breadcrumbs share sharing social " +
    "newsletter subscribe advert advertisement ads cookie consent cookie-banner cookie-consent cookie-notice related " +
    "recommended skip-link skip-nav skiplink feedback edit-page editsection printfooter catlinks on-this-page comment-form " +
    "comment-respond respond siteSub contentSub"
  ).split(" "),
);

/**
 * The names among them of bars of links: a heading or an item with a text of its own is none, and one named so keeps clear of
 * a bar (Docusaurus).
 */
const barNames: ReadonlySet<string> = new Set(
  "nav navbar navigation navheader navfooter navpanel breadcrumb breadcrumbs".split(" "),
);

/** The names among them that stand for links: the heading over a box is none, nor a cell with a style for the pages of a list. */
const linkNames: ReadonlySet<string> = new Set("pager pagination related recommended".split(" "));

/** The name of a box for the results of a search; one without links is there for a script to fill. */
const resultsName = "search-results";

/** Chrome in a text is no larger a part of it than this. */
const largestShare = 0.6;

/**
 * True for every block marked as chrome inside of the content: by its element or role, its name, or as links to the
 * pages before and after. The holder of the content never counts. Linear in the size of the page.
 */
export function markedChrome(profile: Profile, home: Region): boolean[] {
  const { page, sums } = profile;
  const most = largestShare * within(sums.tokens, home);
  const turners = pageTurners(profile);
  const front = frontWhenAsked(profile);
  const marked: boolean[] = [];
  const holdsListing = new Uint8Array(page.regions.length);
  const isOfTabs = new Uint8Array(page.regions.length);
  for (const region of page.regions) {
    if (region.element.name === "pre" && region.parent !== undefined) holdsListing[region.parent.index] = 1;
    const isAround = region.first <= home.first && region.end >= home.end && region.depth <= home.depth;
    const isInside = region.parent !== undefined && marked[region.parent.index] === true;
    if (isOfTabs[region.parent?.index ?? -1] === 1 || isTabBar(region.element)) isOfTabs[region.index] = 1;
    marked[region.index] =
      isInside ||
      (!isAround &&
        ((within(sums.tokens, region) <= most &&
          (isMarked(profile, region, isOfTabs[region.index] === 1) || turners.has(region))) ||
          isContents(profile, region, front)));
  }
  const isBesideListing = ({ index, parent, element }: Region): boolean =>
    holdsListing[index] === 1 ||
    (holdsListing[parent?.index ?? -1] === 1 && /header/i.test(element.attribs["class"] ?? ""));
  return page.blocks.map(
    (block) =>
      marked[block.region.index] === true ||
      (isBesideListing(block.region) && isListingLabel(block)) ||
      turnsByPictures(block),
  );
}

/** True if a block is nothing but pictures that lead through a document. */
function turnsByPictures({ nodes, measures }: Block): boolean {
  if (measures.tokens > 0 || measures.links === 0) return false;
  const pictures = nodes.flatMap((node) => (isTag(node) ? getElementsByTagName("img", node) : []));
  const leads = ({ attribs }: Element): boolean => /^(?:up|top|home|contents)$|^$/i.test(attribs["alt"] ?? "");
  const turns = ({ attribs }: Element): boolean => turningLine.test(attribs["alt"] ?? "");
  return pictures.some(turns) && pictures.every((picture) => turns(picture) || leads(picture));
}

/** True if a block beside a listing names its language or is a button that copies it. */
function isListingLabel({ nodes }: Block): boolean {
  const isPart = (node: AnyNode): boolean =>
    isTag(node) ? node.name === "button" || isLabel(node) : !isText(node) || node.data.trim() === "";
  return nodes.every(isPart);
}

/** Drops tables of contents of more than the page, where something else is kept. */
export function dropContents(profile: Profile, kept: boolean[]): void {
  const without = kept.slice();
  const front = frontWhenAsked(profile);
  for (const region of profile.page.regions)
    if (isContents(profile, region, front)) without.fill(false, region.first, region.end);
  if (without.includes(true)) without.forEach((is, index) => (kept[index] = is));
}

/** Words in the names of tables of contents. */
const contentsNames: ReadonlySet<string> = new Set("nav navigation menu sidebar sidenav contents".split(" "));

/** Least words and share of links in a whole site's table of contents; words of sentences, or of a marked text, beside it. */
const contents = { tokens: 150, links: 0.85, textBeside: 25, textMarked: 15 };

const isInside = ({ first, end }: Region, other: Region | undefined): boolean =>
  other !== undefined && first >= other.first && end <= other.end;

/** True if the id of a region says that it holds the content of the page. */
const isNamedContent = ({ element }: Region): boolean =>
  /^(?:main|content|(?:main|page|docs?|document|body)[-_]?(?:content|body|main|text))$/i.test(
    element.attribs["id"] ?? "",
  );

/**
 * True if a region is the table of contents of more than the page: it is named so, has nothing but links, and stands beside a
 * text, or beside what the author marked as one. On the front page of a book, its contents are the text.
 */
function isContents({ sums, page, cues }: Profile, region: Region, front: () => Region | undefined): boolean {
  const size = within(sums.tokens, region);
  if (size < contents.tokens || within(sums.linkTokens, region) < contents.links * size) return false;
  const { name, attribs } = region.element;
  const namesIt = (word: string): boolean => contentsNames.has(word) || word.startsWith("toc");
  const isNamed =
    name === "nav" || readNames(`${attribs["class"] ?? ""} ${ownId(region.element) ?? ""}`, cues.names).some(namesIt);
  if (!isNamed) return false;
  for (let holder = region.parent; holder !== undefined; holder = holder.parent)
    if (contentMark(holder, cues) > 0) return false;
  if (followsParagraph(page.blocks, region) || isInside(region, front())) return false;
  const isBesideText = within(sums.long, page.root) - within(sums.long, region) >= contents.textBeside;
  const isText = (other: Region): boolean =>
    (contentMark(other, cues) > 0 || isNamedContent(other)) &&
    (other.first >= region.end || other.end <= region.first) &&
    within(sums.tokens, other) - within(sums.linkTokens, other) >= contents.textMarked;
  return isBesideText || page.regions.some(isText);
}

/** The front page of a book (DocBook): the box around its title page and its contents, where these are all the text there is. */
export function frontPage({ page: { regions, root }, sums, cues }: Profile): Region | undefined {
  const isNamed = ({ element }: Region, name: string): boolean =>
    readNames(element.attribs["class"] ?? "", cues.names).includes(name);
  const titlePages = regions.filter(
    (region) => isNamed(region, "titlepage") && !isNamed(region.parent ?? root, "titlepage"),
  );
  const [first] = titlePages;
  if (first === undefined) return undefined;
  const rest = titlePages.reduce((sum, page) => sum - within(sums.long, page), within(sums.long, root));
  const toc = regions.find(
    (region) =>
      region.first >= first.end && isNamed(region, "toc") && rest - within(sums.long, region) < contents.textBeside,
  );
  return toc?.parent === root ? undefined : toc?.parent;
}

/** The front page of a book, looked for once and when it is asked for: few pages have a table of contents. */
function frontWhenAsked(profile: Profile): () => Region | undefined {
  let found: { readonly front: Region | undefined } | undefined;
  return () => (found ??= { front: frontPage(profile) }).front;
}

/** True if a paragraph stands before a region beside it: what follows there is a part of its text. */
const followsParagraph = (blocks: readonly Block[], { parent, index }: Region): boolean =>
  parent?.children.some(
    (sibling) =>
      sibling.index < index &&
      sibling.element.name === "p" &&
      blocks.slice(sibling.first, sibling.end).some(isRunningText),
  ) === true;

/**
 * By class and by the whole of an id, unless that is made of a heading, as those of sections are. Names say nothing in a bar
 * of tabs: style sheets give it the looks of a navigation.
 */
function isMarked(profile: Profile, region: Region, isOfTabs: boolean): boolean {
  const { name, attribs } = region.element;
  const { role, class: classes } = attribs;
  const id = ownId(region.element);
  if (chromeTags.has(name) || (role !== undefined && chromeRoles.has(role))) return true;
  if (isOfTabs) return false;
  const isOwnId = id !== undefined && chromeNames.has(id) && !/^h\d$/.test(name);
  if (isOwnId && slugOf(profile.texts[region.first] ?? "") !== id) return true;
  if (classes === undefined) return false;
  for (const word of readNames(classes, profile.cues.names)) {
    if (word === resultsName && !hasLinks(profile, region)) return true;
    if (!chromeNames.has(word) || isFactsNamed(name, word)) continue;
    if (barNames.has(word) && (/^h\d$/.test(name) || isItemOfText(profile, region))) continue;
    if (!linkNames.has(word) || hasLinks(profile, region)) return true;
  }
  return false;
}

/** True for an item of a list of which most is text that leads nowhere. */
const isItemOfText = ({ sums }: Profile, item: Region): boolean =>
  item.element.name === "li" && within(sums.linkTokens, item) < within(sums.tokens, item) / 2;

function hasLinks({ page: { blocks }, traits }: Profile, { first, end }: Region): boolean {
  const inLink = traits.tag("a");
  for (let index = first; index < end; index += 1) {
    const block = blocks[index];
    if (block !== undefined && (block.measures.links > 0 || (inLink[block.region.index] ?? 0) > 0)) return true;
  }
  return false;
}

/** True for a table that is named after what its facts relate to. */
const isFactsNamed = (element: string, word: string): boolean => element === "table" && word === "related";

/** A heading as generators of documentation write it in its address. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/^[^\p{L}]+|[^\p{L}\p{N}]+$/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-");

/** Link types of other places in the same document (HTML 4.01 §6.12, HTML §4.6.7). */
const documentLinks: ReadonlySet<string> = new Set(
  "next prev previous up top contents index start first last".split(" "),
);

/** True if all links of a block, two or more, are declared as leading through a document, or all of it is links labelled so. */
function turnsPages({ nodes, measures }: Block): boolean {
  if (
    measures.links > 0 &&
    measures.linkTokens === measures.tokens &&
    getElementsByTagName("a", [...nodes]).every(isTurner)
  )
    return true;
  if (measures.links < 2) return false;
  const declares = (node: AnyNode): boolean => {
    if (!isTag(node)) return true;
    if (node.name !== "a" || node.attribs["href"] === undefined) return node.children.every(declares);
    return (node.attribs["rel"] ?? "")
      .toLowerCase()
      .split(/\s+/)
      .some((type) => documentLinks.has(type));
  };
  return nodes.every(declares);
}

/** True for a link with a label such as “Next” in an element of its own, before the title of the page that it leads to. */
function isTurner(link: Element): boolean {
  const [label, ...title] = textsIn(link);
  return label !== undefined && title.length > 0 && turningLine.test(label);
}

/** The texts in an element that are not blank, in document order. */
const textsIn = (node: AnyNode): readonly string[] => {
  if (isText(node)) return node.data.trim() === "" ? [] : [node.data.trim()];
  return isTag(node) ? node.children.flatMap(textsIn) : [];
};

/** True for a link named after a place that every page of a document leads to. */
const leadsToPlace = (text: string): boolean =>
  /^[^\p{L}]*(?:top|up|home|(?:table of )?contents|index)[^\p{L}]*$/iu.test(text);

/** Links that lead through a document are no more than this. */
const largestTurner = { tokens: 80, blocks: 24 };

/** The outermost small regions that hold links to the page before or after, and little besides links. */
function pageTurners({ page, sums, texts, traits }: Profile): ReadonlySet<Region> {
  const turners = new Set<Region>();
  const inLink = traits.tag("a");
  const isLinked = ({ index }: Region): boolean => (inLink[index] ?? 0) > 0;
  const links = runningSum(page.blocks, ({ region, measures }) =>
    isLinked(region) ? measures.tokens : measures.linkTokens,
  );
  for (const block of page.blocks) {
    const { index } = block;
    const isLink = block.measures.linkTokens > 0 || isLinked(block.region);
    const isCode = block.measures.technicalTokens === block.measures.tokens;
    const leads = leadsToPlace(texts[index] ?? "") && leadsToPlace(texts[index + 1] ?? "");
    const turns = turningLine.test(texts[index] ?? "") || labelledTurnings.test(texts[index] ?? "");
    if (!isLink || isCode || !(leads || turns || turnsPages(block))) continue;
    let outermost: Region | undefined;
    for (let holder: Region | undefined = block.region; holder?.parent !== undefined; holder = holder.parent) {
      const size = within(sums.tokens, holder);
      if (size > largestTurner.tokens || holder.end - holder.first > largestTurner.blocks) break;
      if (within(sums.headings, holder) > 0 || within(links, holder) < size * 0.4) break;
      outermost = holder;
    }
    if (outermost !== undefined) turners.add(outermost);
  }
  return turners;
}
