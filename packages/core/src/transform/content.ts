import { render as serialise } from "dom-serializer";
import type { Document, Element } from "domhandler";
import { essenceOf, isHtml, mediaTypeOf } from "../decoding/media-type.ts";
import type { Capture } from "../ports/page-source.ts";
import type { Metadata } from "../schema/result.ts";
import { readAttributes } from "../page/attributes.ts";
import { readAnchors } from "../page/anchors.ts";
import type { BoilerplateOutcome } from "../page/boilerplate/index.ts";
import { withinBudget, type BoundedHtml } from "../markup/budget.ts";
import { rescueText, type Rescue } from "../page/declared-text.ts";
import { absolutiseUrls, baseUrlOf, removeMachinery } from "../page/clean.ts";
import { elementIndexer, indexElements, type ElementIndex } from "../page/element-index.ts";
import { readImages } from "../page/images.ts";
import { placeLateParts } from "../page/late-parts.ts";
import { readLinks, readSitemapLinks } from "../page/links.ts";
import { takeOpenedParts } from "../page/opened-parts.ts";
import { adoptOverlayLinks } from "../page/overlay-links.ts";
import { toMarkdown } from "../page/markdown/index.ts";
import { enlargeImages } from "../page/media.ts";
import { readMetadata } from "../page/metadata.ts";
import { revealCode } from "../page/program-markup.ts";
import { revealAddresses } from "../page/protected-addresses.ts";
import type { Steps } from "../collections/steps.ts";
import { parse, parseInSteps } from "../markup/parse.ts";
import { xhtmlAsHtml } from "../markup/xhtml.ts";
import { bodyOf, dropTags, keepTags } from "../page/select.ts";
import { wantsPart } from "./document-parts.ts";
import { judgeWhole } from "./judge-whole.ts";
import { keepMainContent, showAsSeen } from "./main-content.ts";
import { nothingLeftWarning } from "./nothing-left.ts";
import { removePlaceholders } from "../page/placeholders.ts";
import { encodeQueries } from "./query-charset.ts";
import type { PageContent, PageOutputs, TransformOptions } from "./transformer.ts";
import { readStructured } from "../page/structured/index.ts";
import {
  factsOf,
  judge,
  type Judgement,
  unfilledPlaceOf,
  unfinishedWarning,
  waitingPlaceOf,
  warningFor,
  withContent,
} from "../page/verdict/verdict.ts";
import type { InvisibleOutcome } from "../page/visibility/visibility.ts";

/** Options of an HTML page, and the charset that it was written in. */
interface HtmlOptions extends TransformOptions {
  readonly charset?: string | undefined;
}

/** Makes the content of an HTML page. The steps run on one DOM, in an order that each of them relies on,
 * with a rest between. */
export function* htmlContent(html: string, capture: Capture, options: HtmlOptions): Steps<PageContent> {
  const bounded = boundedHtml(html, capture);
  const { note, elements } = elementIndexer();
  const document = yield* parsePage(bounded.html, options, note);
  const baseUrl = baseUrlOf(elements, capture.url);
  const metadata = readMetadata(elements, baseUrl);
  const ofWhole = {
    ...outputsOfWhole(document, { baseUrl, metadata, capture, options }),
    ...sitemapsOf(elements, baseUrl),
  };
  yield;
  placeLateParts(document, elements);
  const facts = factsOf(document, capture, metadata);
  removePlaceholders(document, bounded.html);
  yield;
  const invisible = yield* showAsSeen(document, elements, bounded.html);
  const included = options.includeTags.length === 0 ? 0 : keepTags(document, options.includeTags);
  const mainContent = yield* selectContent(document, { url: capture.url, html: bounded.html }, options);
  yield;
  const rescue = mainContent === undefined ? undefined : rescueText(document, metadata.jsonLd ?? []);
  revealAddresses(document, bounded.html);
  removeMachinery(document);
  absolutiseUrls(document, baseUrl);
  const judgement =
    mainContent === undefined
      ? yield* judgeWhole(facts, bounded.html)
      : judge(withContent(facts, bodyOf(document), mainContent.emptyPlace));
  const unfilledPlace = judgement.verdict === "ok" ? unfilledPlaceOf(facts) : undefined;
  const nothingLeft = nothingLeftWarning({
    body: bodyOf(document),
    capture,
    options,
    included,
    page: facts.page,
    verdict: judgement.verdict,
    isFrame: mainContent?.emptyPlace !== undefined,
  });
  yield;
  return {
    ...render(document, baseUrl, options),
    ...(options.outputs.includes("rawHtml") ? { rawHtml: html } : {}),
    ...ofWhole,
    metadata: described(metadata, invisible, mainContent),
    ...judged(judgement),
    ...(unfilledPlace === undefined ? {} : { unfilledPlace }),
    ...(invisible.hiddenWriting === 0 ? {} : { hiddenWriting: invisible.hiddenWriting }),
    warnings: [
      bounded.warning,
      invisible.problem,
      warningFor(judgement),
      judgement.verdict === "ok"
        ? (unfinishedWarning(facts) ?? unfilledWarning(unfilledPlace) ?? waitingWarning(waitingPlaceOf(facts)))
        : undefined,
      nothingLeft,
      leftOutWarning(mainContent),
      rescueWarning(rescue),
    ].filter((warning) => warning !== undefined),
    ...(options.explain ? { explanation: { mainContent, invisible, obstacle: judgement.suspected } } : {}),
  };
}

interface WholePage {
  readonly baseUrl: string;
  readonly metadata: Metadata;
  readonly capture: Capture;
  readonly options: TransformOptions;
}

/** What is read of the whole page, before anything is taken out of it. */
function outputsOfWhole(
  document: Document,
  { baseUrl, metadata, capture, options: { outputs, attributes } }: WholePage,
): Pick<PageOutputs, "allLinks" | "anchors" | "attributes" | "structured"> {
  return {
    ...(outputs.includes("allLinks") ? { allLinks: linksOf(document, baseUrl, capture) } : {}),
    ...(outputs.includes("anchors") ? { anchors: readAnchors(document, baseUrl) } : {}),
    ...(attributes === undefined ? {} : { attributes: readAttributes(document, attributes) }),
    ...(outputs.includes("structured")
      ? { structured: readStructured(document, { url: capture.url, baseUrl }, metadata) }
      : {}),
  };
}

function sitemapsOf(elements: ElementIndex, baseUrl: string): Pick<PageOutputs, "sitemaps"> {
  const sitemaps = readSitemapLinks(elements("link"), baseUrl);
  return sitemaps.length === 0 ? {} : { sitemaps };
}

/** The page as its links are meant: their queries are in its charset. */
function* parsePage(
  html: string,
  { charset = "utf-8" }: HtmlOptions,
  note: (element: Element) => void,
): Steps<Document> {
  const document = yield* parseInSteps(html, note);
  encodeQueries(document, charset);
  return document;
}

/** The source as the parser for HTML reads it. */
function boundedHtml(source: string, capture: Capture): BoundedHtml {
  const bounded = withinBudget(revealCode(source));
  return isXhtml(capture) ? { ...bounded, html: xhtmlAsHtml(bounded.html) } : bounded;
}

/** True for a page that browsers read as XML: it is served as such. */
const isXhtml = (capture: Capture): boolean =>
  /^(?:application\/(?:xhtml\+)?xml|text\/xml)$/.test(essenceOf(capture.contentType)) && isHtml(mediaTypeOf(capture));

/** The links of the whole page: as it stands, and as it was before its scripts ran. */
function linksOf(document: Document, baseUrl: string, { served, url }: Capture): readonly string[] {
  const links = readLinks(document, baseUrl);
  if (served === undefined) return links;
  const before = parse(withinBudget(new TextDecoder().decode(served)).html);
  return [...new Set([...links, ...readLinks(before, baseUrlOf(indexElements(before), url))])];
}

/** Makes the content of a document that is Markdown already. */
export function* markdownContent(
  { markdown, html }: { readonly markdown: string; readonly html: string },
  capture: Capture,
  options: TransformOptions,
): Steps<PageContent> {
  const content = yield* htmlContent(html, capture, { ...options, onlyMainContent: false });
  const isWhole = options.includeTags.length === 0 && options.excludeTags.length === 0;
  // The text of the Markdown is that of the HTML: its hidden part counts once.
  return isWhole && options.outputs.includes("markdown") ? { ...content, markdown, hiddenWriting: undefined } : content;
}

function* selectContent(
  document: Document,
  { url, html }: { readonly url: string; readonly html: string },
  options: TransformOptions,
): Steps<BoilerplateOutcome | undefined> {
  if (options.excludeTags.length > 0) dropTags(document, options.excludeTags);
  if (!options.onlyMainContent || options.includeTags.length > 0) return undefined;
  const putBack = takeOpenedParts(document, html);
  const outcome = yield* keepMainContent(document, { url, explain: options.explain });
  putBack();
  return outcome;
}

function render(document: Document, baseUrl: string, options: TransformOptions): PageOutputs {
  adoptOverlayLinks(document);
  const body = bodyOf(document);
  const { outputs, removeBase64Images } = options;
  return {
    ...(outputs.includes("markdown")
      ? { markdown: toMarkdown(body, { baseUrl, removeBase64Images, pageMarkers: wantsPart(options, "pageMarkers") }) }
      : {}),
    ...(outputs.includes("links") ? { links: readLinks(body, baseUrl) } : {}),
    ...(outputs.includes("images") ? { images: readImages(body, baseUrl, { keepsData: !removeBase64Images }) } : {}),
    ...(outputs.includes("html") ? { html: htmlOf(document, baseUrl) } : {}),
  };
}

/**
 * The last rendering, as it changes the images: HTML names the largest picture, Markdown the one that the page shows.
 * Characters stay as they are, whatever the script, but for those that HTML needs escaped (HTML §13.3).
 */
function htmlOf(document: Document, baseUrl: string): string {
  enlargeImages(document, baseUrl);
  return serialise(document, { encodeEntities: "utf8" });
}

const judged = ({
  verdict,
  reason,
  doubt,
}: Judgement): Pick<PageContent, "verdict" | "verdictReason" | "verdictDoubt"> => ({
  verdict,
  verdictReason: reason,
  ...(doubt === undefined ? {} : { verdictDoubt: doubt }),
});

/** Adds the steps' findings about the page. */
function described(
  metadata: Metadata,
  invisible: InvisibleOutcome,
  mainContent: BoilerplateOutcome | undefined,
): Metadata {
  const { removedCharacters } = invisible;
  const pageType = mainContent?.pageType ?? "unknown";
  return {
    ...metadata,
    ...(removedCharacters === 0 ? {} : { invisibleCharactersRemoved: removedCharacters }),
    ...(pageType === "unknown" ? {} : { pageType }),
  };
}

function unfilledWarning(place: string | undefined): string | undefined {
  if (place === undefined) return undefined;
  return `The page says little, and its scripts may fill ${place}: a page source with a browser shows what they bring.`;
}

function waitingWarning(place: string | undefined): string | undefined {
  if (place === undefined) return undefined;
  return `A part of the page may be missing: its scripts seem to fill ${place}. A page source with a browser shows what they bring, as with \`waitFor\`.`;
}

function rescueWarning(rescue: Rescue | undefined): string | undefined {
  if (rescue === undefined) return undefined;
  const { shownCharacters, declaredCharacters } = rescue;
  return `The page shows ${shownCharacters} characters of a text of ${declaredCharacters}, so the text is the one that it declares in JSON-LD; onlyMainContent: false keeps what is shown.`;
}

function leftOutWarning(mainContent: BoilerplateOutcome | undefined): string | undefined {
  if (mainContent?.leftOut === undefined) return undefined;
  const { words, quote } = mainContent.leftOut;
  return `${words} words inside of the main content were taken for something else, from “${quote}” on; onlyMainContent: false keeps them.`;
}
