import { hasWordsOfAddress, isNamedByAddress } from "./address-words.ts";
import { pathOf, type Judgement, type VerdictFacts } from "./facts.ts";
import { maxTextLength, type PageSurvey } from "./page-survey.ts";
import { sizeOf, unquoted } from "./speech.ts";
import { failure, fault } from "./trouble-words.ts";
import { explains } from "./wording.ts";

/** A page about errors leads on to others; what a program shows when it fails leads nowhere. */
const maxLinks = 8;
const maxProseCharacters = 1500;
const minShare = 0.5;
/** Longest text for people on a page that a program shows. */
const maxExplanation = 80;
const maxReadLength = 8000;
const maxNameLength = 200;

/** Names of failures as programs write them, in lower case. */
const named =
  /(?:^|[\s"'`(])[\w.\\:]*[a-z](?:error|exception)\b|^\w*(?:notfound|doesnotexist)\b|\bexception caught\b|\b(?:class|module|function) ["'][\w\\.]+["'] not found\b|\berror occurr?ed while\b|\b(?:database|software|server|application|runtime|compilation|syntax) error\b|\bhttp(?: ?\p{L}{1,12})? 5\d\d\b|^[\p{L}' ]{4,60} '\/[^']{0,60}'(?: application)?\.?$|^(?:uncaught|unhandled|fatal error|traceback)\b|^sqlstate\[|^ora-\d{5}\b/u;

/** Places in programs: a source file with a line. */
const sourceLine =
  /[\w/\\)-]\.(?:php|py|rb|erb|m?[jt]sx?|vue|java|kt|cs|vb|aspx?|go|rs|pl|cfm|exs?)(?:["')]? ?(?:, | on | at | )line \d|: ?(?:line )?\d|\(\d)/u;

const everySourceLine = new RegExp(sourceLine, "gu");
/** Source lines of which a page of a program has so many, with nothing to read beside them. */
const fewestTraceLines = 5;

/** A page that begins with a failure of JavaScript and where it came from. */
const traceBeginning = /^(?:\w*error|exception): .{1,400}? at (?:[\w.$<>]{1,100} )?\(?[\w/:.\\-]{1,300}:\d+:\d+\)?/u;

/** Words that programs write beside a failure, whatever the language of the site. */
const beside =
  /<customerrors\b|\bsqlstate\[|\bora-\d{5}\b|\bobject reference not set\b|\bsystem(?:\.\w+){1,6}exception\b|\b(?:asp\.net|\.net framework|apache tomcat)[ /]\d|\b(?:laravel|symfony|php) \d+\.\d|\bstack ?trace\b|\bgoroutine \d+ \[|\bnil pointer dereference\b|\bsegmentation fault\b|\btraceback \(most recent|\bsource error\b|\brequest method ?:|\bexception (?:type|value|location|details?) ?:|\bdebug = true\b|\brails\.root\b|\b(?:django|python|php|laravel|symfony|asp\.net|ruby) version ?:|\bversion information ?:|\bwhitelabel error page\b|\bno explicit mapping for \/error\b|\bcannot read propert|\bundefined (?:method|variable|index|function|array key)\b|\bis not defined\b|\bconnection refused\b|\bsql=|\bunknown column '|\berror in your sql syntax\b|\btable '[^']{1,80}' doesn't exist|\bmysqli?_|\bpg_query|\bcannot find module\b|\b(?:db|sql|mysql) (?:query )?error\b|\[[\w\\.]{3,100}(?:exception|error)\]/u;

/**
 * Finds what a program shows in place of a page when it fails: the name of the failure as the title or heading, with
 * lines of its source or settings below, or next to nothing but that.
 */
export function findProgramError(facts: VerdictFacts): Judgement | undefined {
  const { requestedUrl } = facts;
  const said = failureOf(facts) ?? lastWordsOf(facts);
  if (said === undefined || isAskedFor(said, requestedUrl)) return undefined;
  return { verdict: "error-page", reason: `the page shows the failure of a program: "${said.trim().slice(0, 100)}"` };
}

const endOfProgram = "fatal error";
const maxEndLength = 4000;
const phpFailure = /^fatal error ?: .+ on line \d+\W*$/s;
/** Text before a failure that makes a page by itself: whole sentences, or what stands below the main heading. */
const whole = { sentences: 200, belowHeading: 80 };

/** The failure with which a page of PHP ends, if nothing of it came but what the site has around its texts. */
function lastWordsOf(facts: VerdictFacts): string | undefined {
  const { text, writings, ownSentences, sections } = facts.page;
  const at = text.lastIndexOf(endOfProgram);
  if (at === -1 || text.length >= maxTextLength || text.length - at > maxEndLength || writings > 0) return undefined;
  const end = text.slice(at);
  if (!phpFailure.test(end) || isNamedByAddress(facts)) return undefined;
  const isOfEnd = (said: string): boolean => end.includes(said.trim()) || isOfProgram(said);
  const sentences = ownSentences.filter((said) => forPeople.test(said.trim()) && !isOfEnd(said));
  const blocks = sections.filter(({ level }) => level === 1).flatMap((section) => section.blocks);
  const below = blocks.filter((block) => !block.includes(endOfProgram));
  const isWhole = sentences.join("").length > whole.sentences || below.join("").length > whole.belowHeading;
  return isWhole ? undefined : end;
}

/** True for an address that has the name of the failure: the page is about it. */
function isAskedFor(failure: string, requestedUrl: string): boolean {
  const beginning = failure.slice(0, maxNameLength);
  const [name] = /[a-z]{3,}(?:error|exception)(?![a-z])/.exec(beginning) ?? [];
  return (name !== undefined && pathOf(requestedUrl).includes(name)) || hasWordsOfAddress(beginning, requestedUrl);
}

/** Mark of the page that WordPress shows where it fails, in any language. */
const wordPressMarker = "wp-die-message";

/** Mark of the page that Cloudflare shows where it gets nothing from the server behind it, and the number in its heading. */
const gatewayMarker = "cf-error-details";
const gatewayFailure = /\b5\d\d\b/;

/** The application's path, with which the main heading of a page of ASP.NET begins or ends in any language. */
const ofApplication = /^['"„“«‚‘(]?\/[\w./-]*['"“”»’)]? ?\p{L}|[ '"„“«‚‘(]\/[\w./-]*['"“”»’)]?\.?$/u;
/** What it says of itself, and the setting that it names where it keeps the details. */
const ofAspNet = /\.net framework.{0,30}?\d\.\d.{0,30}?asp\.net.{0,30}?\d\.\d|<customerrors\b/;

/** The failure that ASP.NET shows in any language: below the name of the application, and in the title as well. */
function failureOfAspNet({
  title,
  headings: [main = "", failure = "", ...others],
  text,
}: PageSurvey): string | undefined {
  if (title === "" || others.length > 0 || !failure.includes(title) || !ofApplication.test(main)) return undefined;
  return ofAspNet.test(text) && !/\bhttp 404\b/.test(text) ? failure : undefined;
}

function failureOf(facts: VerdictFacts): string | undefined {
  const { page } = facts;
  const ofPage = failureOfAspNet(page);
  if (ofPage !== undefined) return ofPage;
  if (page.markers.has(gatewayMarker)) return [page.title, ...page.headings].find((head) => gatewayFailure.test(head));
  if (page.markers.has(wordPressMarker) && page.ownLinks <= maxLinks) return page.sentences[0] ?? page.title;
  const text = page.text.slice(0, maxReadLength);
  // Every line of a trace may be a link to its source.
  const isSmall = page.links <= maxLinks || isTrace(text);
  if ((page.ownLinks > maxLinks && !isSmall) || page.messageFields > 0) return undefined;
  const head = isSmall ? [...page.headings, page.title].find(isNamed) : undefined;
  if (/^[{[]/.test(text)) return undefined;
  const said =
    head !== undefined && (sourceLine.test(text) || beside.test(text))
      ? head
      : (traceBeginning.exec(text)?.[0] ?? briefFailure(facts));
  return said === undefined || explainsItself(page) ? undefined : said;
}

const isTrace = (text: string): boolean => (text.match(everySourceLine)?.length ?? 0) >= fewestTraceLines;

/** The failure of which a short page says little else; under the heading that was asked for it is an example. */
function briefFailure(facts: VerdictFacts): string | undefined {
  const { proseCharacters, ownSentences } = facts.page;
  if (proseCharacters > maxProseCharacters || isNamedByAddress(facts)) return undefined;
  return sizeOf({ sentences: ownSentences }, isOfProgram) >= minShare ? ownSentences.find(isFailure) : undefined;
}

/** Reports of failures tell when they come, and how to mend them. */
const isNamed = (head: string): boolean => named.test(head) && !/\b(?:when|how|why|fix(?:ed)?)\b/.test(head);

function isFailure(sentence: string): boolean {
  const said = unquoted(sentence);
  return beside.test(said) || (failure.test(said) && !/[{}]/.test(said));
}

/** Manuals name lines of sources, too: alone they prove nothing. */
const isOfProgram = (sentence: string): boolean => isFailure(sentence) || sourceLine.test(sentence);

/** True for a page with sentences for people that do not speak of a failure: it explains one. */
const explainsItself = (page: PageSurvey): boolean =>
  explains(page) ||
  page.ownSentences
    .filter((sentence) => !page.headings.includes(sentence) && forPeople.test(sentence.trim()))
    .filter((sentence) => !isOfProgram(sentence) && !isOfFailures(sentence))
    .join("").length > maxExplanation;

const isOfFailures = (sentence: string): boolean => ofFailures.test(sentence) || fault.test(sentence);

/** A whole sentence without signs of code. */
const forPeople = /^[^{}()=<>$\\;_]{35,}[.!?]$/u;
const ofFailures =
  /error|exception|traceback|debug|fail|template|query|fehler|erreur|errore|erro\b|fout\b|błąd|błęd|ошибк|помилк|fel\b|fejl|feil\b|virhe|chyb|hiba|eroare|σφάλμα|hata\b|خطأ|שגיאה|エラー|错误|錯誤|오류|ausnahme|excepci|exceç|eccezion|wyjąt|исключени|undantag|undtagelse|unntak|poikkeu|výjimk|kivétel|excepți|εξαίρεσ|istisna|استثناء|例外|异常|예외/;
