import { messageOfThrown } from "../errors.ts";
import { RE2JS } from "re2js";
import { patternSize } from "./pattern-size.ts";
import { percentDecoded } from "./percent-decoded.ts";
import { recentlyUsed } from "../collections/recently-used.ts";

/** The most characters of a pattern: more would make matching slow, though never without end. */
export const maxPatternLength = 1000;
/** The most patterns of one list. */
export const maxPatterns = 200;
/** Most instructions of one pattern, and of all patterns of a request together, see {@link patternSize}. */
const maxPatternSize = 1_100;
const maxSizeTogether = 5_500;

/** One pattern of a request, compiled. */
export interface Pattern {
  readonly source: string;
  /** True if it matches anywhere in an address or its path; if it names characters beyond ASCII, also as these are read. */
  matches(text: string): boolean;
}

/**
 * Compiles an unanchored regular expression of JavaScript without look-around and back-references, which RE2 has not:
 * matching takes time linear in the text, whatever the pattern (https://swtch.com/~rsc/regexp/).
 * Returns the reason, in words, for one that cannot be compiled. Pure.
 */
export function compilePattern(source: string): Pattern | string {
  if (patternSize(source) > maxPatternSize)
    return `it needs more than ${maxPatternSize} instructions; count fewer repetitions out (\`{…}\`)`;
  // The translation would take it for the letters themselves.
  if (namedReference.test(source)) return `it refers back to a group by name (${unsupportedWords})`;
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    if (!namesBeyondAscii.test(source)) return { source, matches: (text) => compiled.test(text) };
    return { source, matches: (text) => compiled.test(text) || compiled.test(asRead(text)) };
  } catch (thrown) {
    const reason = messageOfThrown(thrown);
    return unsupported.test(source) ? `${reason} (${unsupportedWords})` : reason;
  }
}

/** A character beyond ASCII in a pattern, or an escape that may stand for one. */
const namesBeyondAscii = /[^\0-\x7f]|\\[pPux]/;

/** An address with its characters beyond ASCII as browsers show them: `/über` for `/%C3%BCber`. */
const asRead = (address: string): string => address.replaceAll(/(?:%[89A-F][\dA-F])+/gi, percentDecoded);

const unsupportedWords = "look-around and back-references are not supported";
const namedReference = /(?<!\\)(?:\\\\)*\\k</;
const unsupported = /\(\?<?[=!]|\\[1-9]/;

/** The complaint about one pattern of a list. */
export interface PatternComplaint {
  readonly index: number;
  readonly message: string;
}

/** More complaints would not help. */
const maxComplaints = 20;

/** Checks the patterns of a request, list by list. Returns no complaints if all can be used. Pure. */
export function checkPatterns(
  lists: Readonly<Record<string, readonly string[]>>,
): readonly (PatternComplaint & { readonly list: string })[] {
  const all = Object.entries(lists).flatMap(([list, sources]) =>
    sources.map((source, index) => ({ list, index, source })),
  );
  // Before any is compiled, which takes time.
  let size = 0;
  for (const { list, index, source } of all) {
    const own = patternSize(source);
    size += own > maxPatternSize ? 0 : own;
    const message = `With this one, the patterns need more than ${maxSizeTogether} instructions; use fewer.`;
    if (size > maxSizeTogether) return [{ list, index, message }];
  }
  const complaints: (PatternComplaint & { readonly list: string })[] = [];
  for (const { list, index, source } of all) {
    if (complaints.length >= maxComplaints) break;
    const compiled = compilePattern(source);
    if (typeof compiled === "string")
      complaints.push({ list, index, message: `The pattern \`${source}\` cannot be compiled: ${compiled}` });
  }
  return complaints;
}

/** Compiles patterns that were checked before; one that cannot be compiled matches nothing. */
export type CompilePatterns = (sources: readonly string[]) => readonly Pattern[];

const maxKept = 1000;

/** Makes a {@link CompilePatterns} that remembers what it compiled. */
export function createPatternCompiler(): CompilePatterns {
  const compiled = recentlyUsed<{ readonly pattern: Pattern | string }>({ maxSize: maxKept });
  const compile = (source: string): Pattern | string => {
    const known = compiled.get(source) ?? { pattern: compilePattern(source) };
    compiled.set(source, known);
    return known.pattern;
  };
  return (sources) => sources.map(compile).filter((pattern) => typeof pattern !== "string");
}
