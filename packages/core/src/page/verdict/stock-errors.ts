import type { Verdict } from "../../schema/result.ts";
import { isNamedByAddress } from "./address-words.ts";
import type { Judgement, VerdictFacts } from "./facts.ts";
import type { PageSurvey } from "./page-survey.ts";
import { unquoted } from "./speech.ts";
import { explains } from "./wording.ts";

/** Marks of a page that a program shows when it fails. All that is named has to be there. */
interface StockError {
  readonly program: string;
  /** Identifiers and classes, which texts about the program don't have. */
  readonly markers?: readonly string[];
  /** The whole title, or a heading of level one or two. */
  readonly heading?: RegExp;
  /** Texts that the program writes in English, whatever the language of the site. */
  readonly texts?: readonly RegExp[];
  /** `error-page` if absent. */
  readonly verdict?: Verdict;
}

const typo3Error = /\boops, an error occurred! code: ?[\da-f]{14,}\b/;

const stockErrors: readonly StockError[] = [
  { program: "Django", markers: ["summary", "explanation", "exception_value"] },
  {
    program: "Django",
    markers: ["summary", "info", "explanation"],
    texts: [/\busing the urlconf defined in\b/],
    verdict: "soft-404",
  },
  { program: "Ruby on Rails", markers: ["application-trace-0", "traces-0"] },
  { program: "Ruby on Rails", markers: ["application-trace", "framework-trace"] },
  { program: "Whoops", markers: ["whoops", "frames-container"] },
  { program: "Symfony", markers: ["exception-summary", "exception-message-wrapper"] },
  { program: "ASP.NET Core", markers: ["stackpage", "titleerror"] },
  {
    program: "ASP.NET Core",
    heading: /^error\.$/,
    texts: [/\bswapping to (?:the )?development environment\b/, /\baspnetcore_environment\b/],
  },
  { program: "Phoenix", markers: ["stack-trace-heading", "exception-details"] },
  { program: "Play", markers: ["source-code", "detail"], heading: /^(?:\p{L}+ exception|compilation error)$/u },
  { program: "Yii", markers: ["call-stack"], texts: [/\byii framework\/\d/] },
  { program: "CakePHP", markers: ["error-contents", "stack-frames"] },
  { program: "Tracy", markers: ["tracy-bs", "tracy-section"] },
  { program: "Lucee", markers: ["-lucee-err"] },
  {
    program: "CodeIgniter",
    texts: [/\ba php error was encountered severity: /, /\bfilename: \S{1,300} line number: \d/],
  },
  {
    program: "ColdFusion",
    heading: /^error occurred while processing request$/,
    texts: [/\bthe error occurred (?:in|at) \S{1,300}: ?line \d/],
  },
  { program: "Grails", heading: /^grails runtime exception$/, texts: [/\baround line \d+ of \S+\.groovy\b/] },
  {
    program: "Struts",
    heading: /^struts problem report$/,
    texts: [/\bstruts has detected an unhandled exception\b/],
  },
  { program: "CGI", heading: /^software error:$/, texts: [/\bsend mail to the webmaster\b/] },
  {
    program: "Vercel",
    heading: /^this (?:\p{L}+ )?function has (?:crashed|timed out)\.?$/u,
    texts: [/\bfunction_invocation_(?:failed|timeout)\b/],
  },
  {
    program: "Magento",
    texts: [
      /\bthere has been an error processing your request\b/,
      /\bexception printing is disabled by default\b|\berror log record number: ?\S/,
    ],
  },
  { program: "TYPO3", texts: [typo3Error] },
  { program: "TYPO3", heading: /^typo3 exception$/, texts: [typo3Error] },
  {
    program: "MediaWiki",
    texts: [/\[[\w-]{16,}\] .{0,300}\b(?:fatal exception of type|(?:error|exception) from line \d)/],
  },
  {
    program: "Joomla",
    texts: [
      /\ban error has occurred while processing your request\./,
      /\ban out-of-date bookmark\/favou?rite\b|\byou may not be able to visit this page because\b/,
    ],
    verdict: "soft-404",
  },
  { program: "Express", texts: [/^cannot (?:get|post) \/\S*$/], verdict: "soft-404" },
  { program: "Bitrix", texts: [/^\[error\] .{1,400} \(\d+\) \S{1,300}\.php:\d/] },
];

/** A text that a site wrote about such an error is longer than this, or names the program. */
const maxTextLength = 600;
const maxSections = 3;
const maxCharacters = 4000;

/** Finds the page of a known program that failed: by its markup, or by texts that stand in it and next to nothing else. */
export function findStockError(facts: VerdictFacts): Judgement | undefined {
  const found = stockErrors.find((error) => isShown(error, facts));
  if (found === undefined) return undefined;
  const { program, verdict = "error-page" } = found;
  return { verdict, reason: `the page shows what ${program} shows when it fails` };
}

function isShown({ program, markers = [], heading, texts = [] }: StockError, facts: VerdictFacts): boolean {
  const { page } = facts;
  if (markers.length === 0 && page.characters > maxCharacters) return false;
  if (!markers.every((marker) => page.markers.has(marker))) return false;
  const heads = [page.title, ...page.headings];
  if (heading !== undefined && !heads.some((head) => heading.test(head))) return false;
  if (!texts.every((text) => text.test(page.text))) return false;
  if (markers.length > 0) return true;
  // A text about the error names it, or its program, in the heading, as its address does.
  if (isNamedByAddress(facts)) return false;
  if (heading !== undefined) return true;
  if (explains(page) || heads.some((head) => head.includes(program.toLowerCase()))) return false;
  return placesOf(page).some((place) => texts.every((text) => text.test(place)));
}

/** The whole of a short page, and the first sections of a longer one. */
function placesOf({ text, sections }: PageSurvey): readonly string[] {
  const first = sections.slice(0, maxSections).map(({ heading, blocks }) => [heading, ...blocks].join(" "));
  return [text, ...first].filter(({ length }) => length <= maxTextLength).map(unquoted);
}
