import type { Judgement, VerdictFacts } from "./facts.ts";
import type { PageSurvey } from "./page-survey.ts";

/** A longer message holds data. */
const maxLength = 4000;
const maxQuoteLength = 100;
const firstErrorStatus = 400;
/** Keys that stand beside an error without being data. */
const besideErrors: ReadonlySet<string> = new Set(
  "error errors message status statuscode code success ok data path timestamp trace type title detail instance extensions".split(
    " ",
  ),
);

/** Finds answers for programs in place of a page, in JSON, that report an error and hold no data. */
export function findJsonError({ page }: VerdictFacts): Judgement | undefined {
  const answer = jsonOf(page);
  if (answer === undefined) return undefined;
  const { error, errors, message, detail, title, data = null } = answer;
  if (data !== null || Object.keys(answer).some((key) => !besideErrors.has(key))) return undefined;
  const status = answer["status"] ?? answer["statuscode"] ?? answer["code"];
  const isFailed = typeof status === "number" && status >= firstErrorStatus;
  const said =
    wordsOf(error) ??
    (Array.isArray(errors) ? wordsOf(errors[0]) : undefined) ??
    (isFailed ? wordsOf(message ?? detail ?? title) : reportedBy(wordsOf(detail ?? message)));
  if (said === undefined) return undefined;
  return { verdict: "error-page", reason: `instead of a page there is an error for programs, in JSON: "${said}"` };
}

/** Words that report an error by themselves. */
const reportedBy = (words: string | undefined): string | undefined =>
  words !== undefined && errorWording.test(words) ? words : undefined;
const errorWording =
  /^(?:internal server error|not found|forbidden|unauthori[sz]ed|bad (?:request|gateway)|service unavailable|too many requests|method not allowed|gateway time-?out)\.?$/;

function jsonOf({ text }: PageSurvey): Readonly<Record<string, unknown>> | undefined {
  if (text.length > maxLength || !text.startsWith("{") || !text.endsWith("}")) return undefined;
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined; // text with braces around it
  }
}

/** The words of an error that is a text, or has a message. */
function wordsOf(error: unknown): string | undefined {
  const words = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  return typeof words === "string" && words !== "" ? words.slice(0, maxQuoteLength) : undefined;
}
