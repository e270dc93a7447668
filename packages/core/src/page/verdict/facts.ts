import { Element, type Document, type ParentNode } from "domhandler";
import type { Capture } from "../../ports/page-source.ts";
import type { Metadata, Verdict, VerdictDoubt } from "../../schema/result.ts";
import { isDocumentationGenerator } from "../documentation-generator.ts";
import { paidSelectors } from "./declared-paid.ts";
import type { PageSurvey } from "./page-survey.ts";
import { charactersIn, survey } from "./survey.ts";

/** Everything known about a page when it is judged. */
export interface VerdictFacts {
  readonly status: number;
  /** The page was handed over; no server answered. */
  readonly isGiven: boolean;
  /** The page is a document such as a PDF: no site puts its messages into one. */
  readonly isDocument: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly requestedUrl: string;
  /** The page's address after all redirects. */
  readonly url: string;
  /** The page's scripts have run. */
  readonly isRendered: boolean;
  /** The page as it came, before anything was removed. */
  readonly page: PageSurvey;
  /** The page's JSON-LD blocks, parsed. */
  readonly jsonLd: readonly unknown[];
  /**
   * Visible characters of the returned content without white space; if unknown, those of the page outside links and
   * controls.
   */
  readonly contentCharacters?: number | undefined;
  /** The main content; undefined if none was chosen, or if it is long. */
  readonly content?: PageSurvey | undefined;
  /** The empty place of the content, such as `#root`, where nothing but the frame of the site is around it. */
  readonly emptyPlace?: string | undefined;
  /** Characters in the parts that the page declares as paid; undefined when it declares none. */
  readonly paidCharacters?: number | undefined;
}

/** The verdict on a page, and the facts in plain words. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reason: string;
  /** For an `ok`: a verdict that is likely, but not likely enough. */
  readonly doubt?: VerdictDoubt | undefined;
  /** The message that the classifier finds likeliest, however unlikely; undefined if it did not read the page. */
  readonly suspected?: VerdictDoubt | undefined;
}

/** The value of a response header, lower case; empty where it was not sent. */
export function headerOf(facts: VerdictFacts, name: string): string {
  return facts.headers.find(([key]) => key.toLowerCase() === name)?.[1].toLowerCase() ?? "";
}

/** True for a status beyond 599, which no standard knows: servers make such up to turn crawlers away. */
export const isMadeUp = (status: number): boolean => status >= 600;

/** True for a page that a documentation generator wrote: its program has no users to stop, and it speaks of many messages. */
export const isOfManual = ({ page }: Pick<VerdictFacts, "page">): boolean =>
  isDocumentationGenerator(page.metas.get("generator") ?? "");

/** How a reason begins: with the server's status, unless the page was handed over. */
export const answered = ({ status, isGiven }: VerdictFacts): string =>
  isGiven ? "" : `the server answered ${status}, but `;

/** The path of a URL, lower case; empty where it is no URL. */
export const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.toLowerCase() : "");

/** True if a URL asks for a "not found" page by its name. */
export const isNamedMissing = (url: string): boolean => /404|not-?found/.test(pathOf(url));

/** Formats of documents. */
const documentType =
  /^(?:message\/|application\/(?:pdf|x-pdf|rtf|zip|epub|mbox|x-ipynb|vnd\.(?:openxmlformats|oasis|ms-))|text\/(?:rtf|csv|tab-separated|comma-separated|tsv)|image\/)/;

/** Gathers the facts about a page. Must be called before anything is removed from the document. */
export function factsOf(
  document: Document,
  capture: Pick<Capture, "status" | "headers" | "requestedUrl" | "url" | "isRendered"> &
    Partial<Pick<Capture, "source" | "contentType">>,
  metadata: Pick<Metadata, "jsonLd">,
): VerdictFacts {
  const { status, headers, requestedUrl, url } = capture;
  const isRendered = capture.isRendered ?? false;
  const jsonLd = metadata.jsonLd ?? [];
  const page = survey(document);
  return {
    status,
    isGiven: capture.source === "given",
    isDocument: documentType.test(capture.contentType ?? ""),
    headers,
    requestedUrl,
    url,
    isRendered,
    page,
    jsonLd,
    paidCharacters: paidCharacters(document, paidSelectors(jsonLd)),
  };
}

/** Longer content is something to read, whatever it says. */
const maxShortCharacters = 8000;

/** Adds the facts about the chosen main content, or the place that has none. `body` must hold nothing else. */
export function withContent(facts: VerdictFacts, body: ParentNode, emptyPlace?: string): VerdictFacts {
  const contentCharacters = charactersIn(body);
  const content = contentCharacters > maxShortCharacters ? undefined : survey(body);
  return { ...facts, contentCharacters, content, emptyPlace };
}

function paidCharacters(document: Document, selectors: readonly string[]): number | undefined {
  if (selectors.length === 0) return undefined;
  const names = new Set(selectors.map((selector) => selector.slice(1)));
  const isPaid = ({ attribs }: Element) =>
    names.has(attribs["id"] ?? "") || (attribs["class"] ?? "").split(/\s+/).some((name) => names.has(name));
  return outermost(document, isPaid).reduce((sum, element) => sum + charactersIn(element), 0);
}

/** The elements that fit, without those inside one another. */
function outermost(parent: ParentNode, fits: (element: Element) => boolean): readonly Element[] {
  return parent.children.flatMap((child) => {
    if (!(child instanceof Element)) return [];
    return fits(child) ? [child] : outermost(child, fits);
  });
}
