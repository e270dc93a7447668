import { pathOf, type Judgement, type VerdictEvidence } from "./evidence.ts";
import type { PageSurvey } from "./survey.ts";
import { addressingWording, explanatoryWording, notFoundWording } from "./wording.ts";

/** Pages longer than this are about something, even if their title is "404". */
const maxCharacters = 3500;
const maxProseCharacters = 1200;
const briefProseCharacters = 500;
const notFoundClass =
  /^(?:page-?|error-?|is-?|template-?|status-?|type-?)*(?:404|not-?found|error-?404|page-?not-?found|notfound-?page|err-?404)(?:-page|-template|-error)?$/;
const notFoundPath =
  /\/(?:404|not-?found|page-?not-?found|error\/?404|404error|errors?\/(?:not-?found|404))(?:\.\w+|\/|$)/;

interface Sign {
  readonly weight: number;
  /** Whether it lies in the markup or the address, not in words that an article about errors holds as well. */
  readonly isMark: boolean;
  readonly words: string;
}

/**
 * Finds "not found" pages that are served with a friendly status. Single signs prove nothing (articles about errors
 * carry them too), so their weights are added up and the page must be short. A real 404 is not soft: its status says it.
 */
export function findSoft404(evidence: VerdictEvidence): Judgement | undefined {
  const { page } = evidence;
  const asked = pathOf(evidence.requestedUrl);
  if (evidence.status >= 400 || page.characters > maxCharacters || page.proseCharacters > maxProseCharacters)
    return undefined;
  const signs = signsOf(evidence);
  const weight = signs.reduce((sum, sign) => sum + sign.weight, 0);
  const needed = page.proseCharacters <= briefProseCharacters ? 3 : 4;
  if (weight < needed || !signs.some((sign) => sign.weight > 1)) return undefined;
  if (!signs.some(({ isMark }) => isMark) && speaksOfErrors(page, asked)) return undefined;
  return {
    verdict: "soft-404",
    reason: `the server answered ${evidence.status}, but ${signs.map((sign) => sign.words).join(", ")}`,
  };
}

/** Whether a page without any other sign than its words is rather about errors: a manual, an article, a dictionary. */
function speaksOfErrors(page: PageSurvey, asked: string): boolean {
  if (/404|not-?found/.test(asked) || explanatoryWording.test(`${page.title} ${page.text}`)) return true;
  return page.proseCharacters > briefProseCharacters && !addressingWording.test(page.text);
}

function signsOf({ page, url, requestedUrl }: VerdictEvidence): readonly Sign[] {
  const signs: Sign[] = [];
  const add = (weight: number, words: string | undefined, isMark = false) =>
    words !== undefined && signs.push({ weight, words, isMark });
  const asked = pathOf(requestedUrl);
  add(2, said("the title", page.title));
  add(
    2,
    page.headings.map((heading) => said("a heading", heading)).find((words) => words !== undefined),
  );
  add(1, said("the text", page.text.slice(0, 1500)));
  add(2, classSign(page), true);
  add(
    3,
    page.metas.get("prerender-status-code") === "404" ? "it declares the status 404 for prerendering" : undefined,
    true,
  );
  add(2, notFoundPath.test(pathOf(url)) && !notFoundPath.test(asked) ? `it leads to ${pathOf(url)}` : undefined, true);
  add(1, /noindex/.test(page.metas.get("robots") ?? "") ? "it asks not to be indexed" : undefined);
  add(1, pathOf(url) === "/" && asked.length > 1 ? "it leads to the home page" : undefined);
  return signs;
}

function said(where: string, text: string): string | undefined {
  const words = notFoundWording.exec(text)?.[0].trim();
  return words === undefined || text.length > 2000 ? undefined : `${where} says "${words.slice(0, 80)}"`;
}

function classSign(page: PageSurvey): string | undefined {
  const found = [...page.pageClasses].find((name) => notFoundClass.test(name));
  return found === undefined ? undefined : `the page is marked "${found}"`;
}
