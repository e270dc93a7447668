import type { Document } from "domhandler";
import type { Capture } from "../../ports/page-source.ts";
import type { Metadata, Verdict } from "../../schema/result.ts";
import { survey, type PageSurvey } from "./survey.ts";

/** All that is known about a page when it is judged. */
export interface VerdictEvidence {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly requestedUrl: string;
  /** Where the page was found, after all redirects. */
  readonly url: string;
  /** Of the page as it came, before anything was removed. */
  readonly page: PageSurvey;
  /** The page's JSON-LD blocks, parsed. */
  readonly jsonLd: readonly unknown[];
  /**
   * Visible characters of what is returned as content, white space not counted; where it is not known, those of the
   * page that stand outside links and controls.
   */
  readonly contentCharacters?: number | undefined;
}

/** What a page is taken for, and the evidence in plain words. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reason: string;
}

/** The value of a response header, lower case; empty where it was not sent. */
export function headerOf(evidence: VerdictEvidence, name: string): string {
  return evidence.headers.find(([key]) => key.toLowerCase() === name)?.[1].toLowerCase() ?? "";
}

/** The path of a URL, lower case; empty where it is no URL. */
export const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.toLowerCase() : "");

/** Gathers the evidence about a page. Must be called before anything is removed from the document. */
export function evidenceOf(
  document: Document,
  capture: Pick<Capture, "status" | "headers" | "requestedUrl" | "url">,
  metadata: Pick<Metadata, "jsonLd">,
): VerdictEvidence {
  const { status, headers, requestedUrl, url } = capture;
  return { status, headers, requestedUrl, url, page: survey(document), jsonLd: metadata.jsonLd ?? [] };
}
