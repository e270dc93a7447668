import type { SearchHit, SearchOperator } from "../ports/search-provider.ts";
import { signedWordsOf, spaceless } from "../text/words.ts";
import { percentDecoded } from "../url/percent-decoded.ts";

/** The operator of a term (requirements §4.9); `word` is a term without one. */
export type TermKind =
  | "word"
  | "phrase"
  | "site"
  | "inurl"
  | "intitle"
  | "related"
  | "filetype"
  | "imagesize"
  | "larger"
  | "other";

/** One term of a query. */
export interface Term {
  readonly kind: TermKind;
  /** The text behind the operator, without quotes. */
  readonly value: string;
  /** Written with `-`: results must not have it. */
  readonly isExcluded: boolean;
}

/** Terms of which a result needs one: what `OR` stands between. */
export type Clause = readonly Term[];

/** A query taken apart: a result must fit every clause. */
export interface ParsedQuery {
  readonly clauses: readonly Clause[];
}

/** Brackets before a term group it with others, which `OR` does as well. */
const token = /\(*(-?)(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/gi;
const kinds: Readonly<Record<string, TermKind>> = {
  ...{ site: "site", inurl: "inurl", allinurl: "inurl", intitle: "intitle", allintitle: "intitle" },
  ...{ related: "related", filetype: "filetype", ext: "filetype", imagesize: "imagesize", larger: "larger" },
};

/** People leave a space behind the colon. */
const spacedOperator = /\b((?:all)?in(?:url|title):|site:|related:)\s+/gi;

/** Takes a query apart. Any text is a query. Several `site:` are alternatives: no page is of two sites. Pure. */
export function parseQuery(text: string): ParsedQuery {
  const clauses: Term[][] = [];
  let sites: Term[] | undefined;
  let rest: TermKind | undefined;
  let isAlternative = false;
  for (const match of text.replace(spacedOperator, "$1").matchAll(token)) {
    if (match[0] === "OR" || match[0] === "|") {
      isAlternative = clauses.length > 0;
      continue;
    }
    const term = readTerm(match, rest);
    if (term === undefined) continue;
    if (/^all/i.test(match[2] ?? "")) rest = term.kind;
    const isSite = term.kind === "site" && !term.isExcluded;
    const clause = isAlternative ? clauses.at(-1) : isSite ? sites : undefined;
    if (clause === undefined) clauses.push([term]);
    else clause.push(term);
    if (isSite) sites ??= clauses.at(-1);
    isAlternative = false;
  }
  return { clauses };
}

function readTerm([whole, minus, name = "", phrase, bare = ""]: RegExpExecArray, rest: TermKind | undefined) {
  const isExcluded = minus === "-";
  const kind = kinds[name.toLowerCase()];
  const word = withoutBrackets(bare);
  if (kind !== undefined) {
    const value = (phrase ?? word).trim();
    const isSize = /^\d+x\d+$/i.test(value);
    if (value === "") return undefined;
    if ((kind !== "imagesize" && kind !== "larger") || isSize)
      return { kind, value: kind === "site" ? domainOf(value) : value, isExcluded };
  }
  if (phrase !== undefined && name === "")
    return phrase.trim() === "" ? undefined : termOf(rest ?? "phrase", phrase, isExcluded);
  const plain = name === "" ? word : `${name}:${word}`;
  const value = phrase === undefined ? plain : whole;
  return value === "" ? undefined : termOf(name === "" && !isExcluded ? (rest ?? "word") : "word", value, isExcluded);
}

function termOf(kind: TermKind, value: string, isExcluded: boolean): Term {
  return { kind, value: value.trim(), isExcluded };
}

/** Brackets group what `OR` stands between; those within a word belong to it. */
function withoutBrackets(word: string): string {
  const opened = word.replace(/^\(+/, "");
  const surplus = opened.split(")").length - opened.split("(").length;
  return surplus > 0 ? opened.replace(new RegExp(`\\){1,${surplus}}$`), "") : opened;
}

/** A domain, and part of a site, however it is written: as an address, with `*.` for hosts below it, in any alphabet. */
function domainOf(value: string): string {
  const bare = value
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/^\*(?=\.)/, "")
    .replace(/(?<!\/)\/+$/, "")
    .toLowerCase();
  return bare.replace(/^\.?([^/]*[^\x00-\x7f][^/]*)/, (written, host: string) =>
    written.replace(host, URL.parse(`http://${host}`)?.host ?? host),
  );
}

/** A query whose results must also be of one of some sites. Pure. */
export function narrowed(query: ParsedQuery, kind: "site" | "filetype", values: readonly string[]): ParsedQuery {
  if (values.length === 0) return query;
  return {
    clauses: [
      ...query.clauses,
      values.map((value) => termOf(kind, kind === "site" ? domainOf(value) : value.toLowerCase(), false)),
    ],
  };
}

/** A query whose results must not be of any of some sites. Pure. */
export function without(query: ParsedQuery, sites: readonly string[]): ParsedQuery {
  return { clauses: [...query.clauses, ...sites.map((site) => [termOf("site", domainOf(site), true)])] };
}

/** The words that are searched for, without operators. Pure. */
export function wordsOfQuery({ clauses }: ParsedQuery): readonly string[] {
  const searched: ReadonlySet<TermKind> = new Set(["word", "phrase", "intitle", "inurl"] as const);
  return clauses.flat().flatMap(({ kind, value, isExcluded }) => (isExcluded || !searched.has(kind) ? [] : [value]));
}

/** The sites of which results must be one, if they must; of several such lists the shortest. Pure. */
export function sitesOfQuery({ clauses }: ParsedQuery): readonly string[] {
  const lists = clauses.filter((clause) => clause.every(({ kind, isExcluded }) => kind === "site" && !isExcluded));
  const shortest = lists.toSorted((one, other) => one.length - other.length)[0] ?? [];
  return shortest.map(({ value }) => value.replace(/^\./, ""));
}

/** The query as text for a provider: what it does not know is written as plain words or left to {@link enforce}. Pure. */
export function writeQuery({ clauses }: ParsedQuery, operators: ReadonlySet<SearchOperator>): string {
  const written = clauses.map((clause) => {
    const terms = clause.flatMap((term) => writeTerm(term, operators));
    if (terms.length < 2) return terms.join("");
    return operators.size > 0 ? `(${terms.join(" OR ")})` : terms.join(" ");
  });
  return written.filter((text) => text !== "").join(" ");
}

function writeTerm({ kind, value, isExcluded }: Term, operators: ReadonlySet<SearchOperator>): readonly string[] {
  const isKnown = kind === "word" || kind === "other" || operators.has(kind === "larger" ? "imagesize" : kind);
  if (isExcluded) return isKnown && operators.has("exclude") ? [`-${operatorText(kind, value)}`] : [];
  if (isKnown) return [operatorText(kind, value)];
  return kind === "phrase" || kind === "inurl" || kind === "intitle" || kind === "related" ? [value] : [];
}

function operatorText(kind: TermKind, value: string): string {
  if (kind === "word" || kind === "other") return value;
  const quoted = /\s/.test(value) || kind === "phrase" ? `"${value}"` : value;
  return kind === "phrase" ? quoted : `${kind}:${quoted}`;
}

/** Operators of a query that a provider does not know, and that its results can't be held against. Pure. */
export function unenforceable({ clauses }: ParsedQuery, operators: ReadonlySet<SearchOperator>): readonly string[] {
  const isRelated = clauses.flat().some(({ kind }) => kind === "related");
  return isRelated && !operators.has("related") ? ["related:"] : [];
}

/** True if a result is what the operators ask for; those that the provider applied to the whole page are trusted. Pure. */
export function enforce(hit: SearchHit, { clauses }: ParsedQuery, operators: ReadonlySet<SearchOperator>): boolean {
  let said: Said | undefined;
  const says = (words: string) => hasWords((said ??= saidBy(hit)), words);
  return clauses.every((clause) => clause.some((term) => holds(term, { hit, says }, operators)));
}

/** A result, and if it has some words: its text is read once, and only if a term asks for it. */
interface ReadHit {
  readonly hit: SearchHit;
  readonly says: (words: string) => boolean;
}

function holds({ kind, value, isExcluded }: Term, read: ReadHit, operators: ReadonlySet<SearchOperator>): boolean {
  if (isExcluded) {
    if (kind === "word" || kind === "phrase") return !read.says(value);
    return kind === "other" || kind === "related" || !has(kind, value, read);
  }
  if (kind === "word" || kind === "other" || kind === "related") return true;
  // A snippet is a part of the page, and titles are cut short: who searched the whole is believed.
  const isTrusted =
    (kind === "phrase" || kind === "filetype" || (kind === "intitle" && /(?:…|\.\.\.)\s*$/.test(read.hit.title))) &&
    operators.has(kind);
  return isTrusted || has(kind, value, read);
}

function has(kind: Exclude<TermKind, "other" | "related">, value: string, { hit, says }: ReadHit): boolean {
  switch (kind) {
    case "site":
      return isOfSite(hit.url, value);
    case "inurl":
      return `${hit.url} ${percentDecoded(hit.url)}`.toLowerCase().includes(value.toLowerCase());
    case "intitle":
      return folded(hit.title).includes(folded(value));
    case "filetype":
      return new RegExp(String.raw`\.${value.replaceAll(/\W/g, "")}$`, "i").test(URL.parse(hit.url)?.pathname ?? "");
    case "imagesize":
    case "larger":
      return hasSize(hit, kind, value);
    default:
      return says(value);
  }
}

/** A picture whose size is not known fits no size. */
function hasSize({ imageWidth, imageHeight }: SearchHit, kind: "imagesize" | "larger", size: string): boolean {
  const [width = 0, height = 0] = size.toLowerCase().split("x").map(Number);
  if (imageWidth === undefined || imageHeight === undefined) return false;
  if (kind === "imagesize") return imageWidth === width && imageHeight === height;
  return imageWidth > width && imageHeight > height;
}

/** The text of a result in lower case, and its words with a space around each. */
interface Said {
  readonly text: string;
  readonly words: string;
}

function saidBy({ title, description = "", url }: SearchHit): Said {
  const text = `${title} ${description} ${url}`;
  return { text: text.toLowerCase(), words: ` ${folded(text)} ` };
}

/** True if a text has some words next to each other, as whole words, whatever the punctuation and emphasis between them. */
function hasWords({ text, words }: Said, value: string): boolean {
  const [lower, wanted] = [value.toLowerCase(), folded(value)];
  if (wanted === "") return text.includes(lower);
  if (signedWordsOf(value).some((signs) => !text.includes(signs))) return false;
  return words.includes(spaceless.test(value) ? wanted : ` ${wanted} `);
}

function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** True if an address is of a domain or a host below it; a site may also be a part of a site: `github.com/nodejs`. */
export function isOfSite(address: string, site: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const [host = "", ...path] = site.split("/");
  const hostname = host.includes(":") ? url.host : url.hostname;
  const isHost = host.startsWith(".") ? hostname.endsWith(host) : hostname === host || hostname.endsWith(`.${host}`);
  return (
    isHost &&
    (path.length === 0 ||
      percentDecoded(url.pathname)
        .toLowerCase()
        .startsWith(`/${percentDecoded(path.join("/")).toLowerCase()}`))
  );
}
