import type { Untimed } from "../concurrency/stopwatch.ts";
import type { TrackCall } from "../concurrency/tracks.ts";
import type { Compute } from "../concurrency/pure-work.ts";
import type { PageRange } from "../schema/fields/page-selection.ts";
import type { DocumentPart, ParserInput } from "../ports/body-parser.ts";
import type { Capture } from "../ports/page-source.ts";
import type {
  AttributeValues,
  DocumentPage,
  Metadata,
  PageBlocks,
  PageImage,
  Verdict,
  VerdictDoubt,
} from "../schema/result.ts";
import type { AttributeSelector } from "../page/attributes.ts";
import type { PagePicture, RecognizedPage } from "../ports/text-recognizer.ts";
import type { Anchor } from "../page/anchors.ts";
import type { BoilerplateOutcome } from "../page/boilerplate/outcome.ts";
import type { StructuredContent } from "../page/structured/index.ts";
import type { InvisibleOutcome } from "../page/visibility/visibility.ts";

/** Options for a capture. Serialisable, so that the work can be done in a worker thread. */
export interface TransformOptions {
  readonly onlyMainContent: boolean;
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly removeBase64Images: boolean;
  /** The size of the largest file inside of a compressed one, in bytes; 50 MB when not given. */
  readonly maxBodyBytes?: number | undefined;
  /** Parse PDFs; otherwise they come back base64 encoded. */
  readonly parsePdf: boolean;
  /** Most pages of a PDF that are read; all when not given. */
  readonly maxPdfPages?: number | undefined;
  /** The pages of a PDF that are read; all when not given. */
  readonly pdfPages?: readonly PageRange[] | undefined;
  /** PDF mode: see {@link ParserInput.mode}. */
  readonly pdfMode?: ParserInput["mode"];
  /** The parts of a document that are wanted besides its text; none when not given. */
  readonly documentParts?: readonly DocumentPart[] | undefined;
  /** Most pictures of pages without text that are wanted; none when not given. */
  readonly maxPictures?: number | undefined;
  /** The text that was recognized in these pictures. */
  readonly recognized?: readonly RecognizedPage[] | undefined;
  /** Outputs to render. `allLinks` are those of the whole page, which a crawl follows. */
  readonly outputs: readonly PageOutput[];
  /** Attributes of elements of the whole page that are wanted. */
  readonly attributes?: readonly AttributeSelector[] | undefined;
  /** Also say which block won, and what was removed and why. */
  readonly explain: boolean;
}

/** Something the pipeline can render. */
export type PageOutput = "markdown" | "html" | "rawHtml" | "links" | "images" | "allLinks" | "anchors" | "structured";

/** The rendered outputs of a page; those not asked for are absent. */
export interface PageOutputs {
  readonly markdown?: string;
  readonly html?: string;
  readonly rawHtml?: string;
  readonly links?: readonly string[];
  readonly allLinks?: readonly string[];
  readonly images?: readonly PageImage[];
  readonly attributes?: readonly AttributeValues[];
  /** The sitemaps that an HTML page links to, whatever the outputs. */
  readonly sitemaps?: readonly string[];
  /** The links of the whole page with their texts. */
  readonly anchors?: readonly Anchor[];
  /** The pages of a document one by one. */
  readonly pages?: readonly DocumentPage[];
  /** The blocks of its pages. */
  readonly blocks?: readonly PageBlocks[];
  /** The page's content in an exactly readable form. */
  readonly structured?: StructuredContent;
}

/** A capture made readable. Serialisable. */
export interface PageContent extends PageOutputs {
  readonly metadata: Metadata;
  readonly verdict: Verdict;
  /** The evidence behind the verdict, in plain words. */
  readonly verdictReason: string;
  /** The likely verdict on a page that is `ok`, because it is not likely enough. */
  readonly verdictDoubt?: VerdictDoubt | undefined;
  /** What scripts may fill, such as "an empty #grid", on a page that is `ok` and has hardly anything else. */
  readonly unfilledPlace?: string | undefined;
  /** Notes for the caller, in plain words. */
  readonly warnings: readonly string[];
  readonly explanation?: Explanation | undefined;
  /** Characters of its text that paint nothing and that were taken out, in runs long enough to be writing. */
  readonly hiddenWriting?: number | undefined;
  /** True for a file that was not read: its textual outputs are its bytes, base64 encoded. */
  readonly isUnread?: true | undefined;
  /** Pages whose text can only be recognized. */
  readonly pictures?: readonly PagePicture[] | undefined;
}

/** Reasons for the main content. */
export interface Explanation {
  /** Outcome of boilerplate removal; undefined when it did not run (documents, `includeTags`, the whole page). */
  readonly mainContent: BoilerplateOutcome | undefined;
  /** Text that a person could not have seen. */
  readonly invisible: InvisibleOutcome;
  /** The obstacle that the classifier finds most likely, even if it is unlikely; undefined if it did not read the page. */
  readonly obstacle: VerdictDoubt | undefined;
}

/** Controls how a page waits for a thread. */
export interface TransformWait extends Pick<TrackCall, "inBackground"> {
  /** Gets the waits, during which the page's time stands still. */
  readonly untimed: Untimed;
}

/** Turns captures into content: in this thread, or in a pool of workers. */
export interface Transformer extends Partial<AsyncDisposable> {
  transform(capture: Capture, options: TransformOptions, signal: AbortSignal): Promise<PageContent>;
  /**
   * The same transformer for one page that may have to wait for a thread. Without this, waiting is part of a page's time, and
   * pages of jobs wait like those that somebody waits for.
   */
  readonly waiting?: ((wait: TransformWait) => Transformer) | undefined;
  /** Does other work where pages are read; without this, it is done in the calling thread. */
  readonly compute?: Compute | undefined;
}
