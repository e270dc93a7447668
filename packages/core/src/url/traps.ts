import { percentDecoded } from "./percent-decoded.ts";
import type { TrapFamily } from "./decision.ts";

/** Pages of a family that goes on forever which may be admitted without leading to anything new. */
const budget = 25;

const longestPath = 15;
const longestUrl = 1500;
const maxParameters = 10;

const session = /^(?:phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|zenid|oscsid)$/i;
/** Names that may stand for a session, if the value looks like nothing that a person would name. */
const maybeSession = /^(?:s|sess|session|ticket|token|sid|session_?id|sess_?id|s?id_session)$/i;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const dateName =
  /^(?:date|day|week|month|year|yr|mon|cal(?:endar)?|start_?date|end_?date|from_?date|to_?date|tribe-bar-date|ical)$/i;
const dateInPath =
  /[/_-](?:19|20|21)\d\d(?:[/_-](?:0?[1-9]|1[0-2]|[a-z]{3,9})(?:[/_-](?:0?[1-9]|[12]\d|3[01]))?)?(?:\.\w{2,5}|\/)?$/i;
const calendarWord = /(?:^|[/_-])(?:cal|calendar|agenda|events?|schedule)(?:[/_-]|$)/i;

/** The page on which a link was found, as far as traps are concerned. */
export interface LinkSource {
  readonly url: URL;
  /** The text of the page. */
  readonly text?: string | undefined;
  /** See {@link leadsBelowItself}. */
  readonly leadsBelowItself?: boolean | undefined;
}

/**
 * The trap family of a link: URLs that may go on forever. Families are repeated path segments, endlessly deep or long addresses,
 * parameters that pile up, calendars that lead to more of themselves, pages that differ from the page before only in the
 * values of their parameters, and pages below one that {@link leadsBelowItself}. Undefined for a link that is not
 * suspicious. Pure.
 */
export function trapFamily(url: URL, source: LinkSource): TrapFamily | undefined {
  const shape = (name: string, detail: string): TrapFamily => ({ family: `${name} ${url.host}`, budget, detail });
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  if (hasRepeatedSegments(segments)) return shape("repeated", "The same path segments repeat.");
  if (segments.length > longestPath) return shape("deep", `The path has more than ${longestPath} segments.`);
  if (url.href.length > longestUrl) return shape("long", `The URL is longer than ${longestUrl} characters.`);
  if (source.leadsBelowItself === true && url.pathname.startsWith(folderOf(source.url))) {
    return compared({ family: `below ${url.host}`, budget, detail: "Relative links lead below themselves." }, source);
  }
  const names = namesIn(url);
  if (names.length > maxParameters || new Set(names).size < names.length - 2) {
    return shape("parameters", "The parameters pile up.");
  }
  // A list of events leads to no more pages than it is long.
  if (isCalendar(url) && isCalendar(source.url)) {
    return { family: `calendar ${withoutDateWords(familyOf(url))}`, budget, detail: "A calendar that goes on." };
  }
  if (names.length === 0 || familyOf(url) !== familyOf(source.url)) return undefined;
  const detail = "Pages that differ in nothing but their parameters.";
  return compared({ family: `query ${familyOf(url)}`, budget, detail }, source);
}

/** A family whose pages are new if they read differently from the one that linked to them. */
const compared = (trap: TrapFamily, { text }: LinkSource): TrapFamily =>
  text === undefined ? trap : { ...trap, sourceText: text };

/**
 * True for a page with links that lead below it to each segment of its own path again, as `/about/team/` does with links to
 * `/about/team/about/` and `/about/team/team/`: a menu of relative links, on a site that answers whatever it is asked. Pure.
 */
export function leadsBelowItself(page: URL, links: readonly string[]): boolean {
  const folder = folderOf(page);
  const segments = new Set(folder.split("/").filter((segment) => segment !== ""));
  // A folder may well have one of its own name in it, and so may the numbers or letters of an index.
  if (segments.size < 2 || [...segments].every((segment) => /^(?:\d+|.{1,3})$/.test(segment))) return false;
  const start = `${page.origin}${folder}`;
  for (const link of links) {
    if (link.startsWith(start)) segments.delete(link.slice(start.length).split(/[/?#]/, 1)[0] ?? "");
  }
  return segments.size === 0;
}

/** The path of a page up to where its relative links begin. */
const folderOf = ({ pathname }: URL): string => pathname.slice(0, pathname.lastIndexOf("/") + 1);

/** Segments that are searched for repetitions. */
const maxCompared = 60;

/** A sequence of segments that comes three times in a row, or one segment that comes four times. */
function hasRepeatedSegments(all: readonly string[]): boolean {
  const segments = all.slice(0, maxCompared);
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  if (Math.max(0, ...counts.values()) >= 4) return true;
  for (let length = 1; length * 3 <= segments.length; length += 1) {
    for (let start = 0; start + length * 3 <= segments.length; start += 1) {
      const part = (index: number) => segments.slice(start + length * index, start + length * (index + 1)).join("/");
      if (part(0) === part(1) && part(1) === part(2)) return true;
    }
  }
  return false;
}

/** The names of the parameters, as often as they come. Most addresses have none, and then nothing is taken apart. */
const namesIn = (url: URL): readonly string[] => (url.search === "" ? [] : [...url.searchParams.keys()]);

function isCalendar(url: URL): boolean {
  if (namesIn(url).some((name) => dateName.test(name))) return true;
  return calendarWord.test(url.pathname) && dateInPath.test(url.pathname);
}

/** The host and path, numbers apart, and the names of the parameters. */
function familyOf(url: URL): string {
  const names = [...new Set(namesIn(url))].toSorted().join("&");
  return `${url.host}${url.pathname.replaceAll(/\d+/g, "0")}?${names}`;
}

const dateWord =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\b/gi;

/** A text without the English names of months and days, which tell the pages of a calendar apart like numbers. Pure. */
export function withoutDateWords(text: string): string {
  return text.replace(dateWord, "0");
}

/** A URL without the parameters and the path segment that only name a visitor's session. Pure. */
export function withoutSession(input: URL): URL {
  const hasSession = input.search !== "" && [...input.searchParams].some(([name, value]) => isSession(name, value));
  if (!hasSession && !mayHaveSession(input.pathname)) return input;
  const url = new URL(input);
  url.pathname = url.pathname
    .replace(/;(jsessionid|phpsessid|sid)=([^/;]*)/i, (parameter, name: string, value: string) =>
      isSession(name, value) ? "" : parameter,
    )
    .replace(/\/\(((?:[A-Z]\([\w-]+\))+)\)(?=\/)/, (segment, parts: string) =>
      aspNetSession.test(parts) ? "" : segment,
    );
  if (!hasSession) return url;
  const kept = url.search
    .slice(1)
    .split("&")
    .filter(
      (parameter) => !isSession(percentDecoded(parameter.split("=", 1)[0] ?? ""), parameter.replace(/^[^=]*=?/, "")),
    );
  url.search = kept.join("&");
  return url;
}

/** True for a path in which a session may be: as a parameter of it, or as a segment of its own. Pure. */
export const mayHaveSession = (path: string): boolean => path.includes(";") || path.includes("S(");

/** The session among the parts of a segment in which ASP.NET keeps what it has no cookie for, such as `(X(1)S(…))`. */
const aspNetSession = /(?:^|\))S\([a-z\d]{24}\)/;

function isSession(name: string, value: string): boolean {
  return session.test(name) || (maybeSession.test(name) && isDrawnByLot(value));
}

/**
 * True for a UUID, and for letters and digits that change more often than words and numbers do. A name of words, such as
 * `annual-report-2024`, tells pages apart, and so does a number.
 */
function isDrawnByLot(value: string): boolean {
  if (uuid.test(value)) return true;
  if (!/^(?=.*\d)[\w-]{16,}$/.test(value)) return false;
  return value.split(/[-_]/).some((part) => part.length >= 16 && part.length < 3 * wordsIn(part));
}

/** Number of words, capitalised or not, and of numbers in letters and digits. */
const wordsIn = (text: string): number => text.match(/\d+|[A-Z]?[a-z]+|[A-Z]+/g)?.length ?? 0;
