import { RE2JS } from "re2js";
import { recentlyUsed } from "../collections/recently-used.ts";

/** Longest pattern, and most patterns of one list: more would make matching slow, though never without end. */
export const maxPatternLength = 1000;
export const maxPatterns = 200;

/** One pattern of a request, compiled. */
export interface Pattern {
  readonly source: string;
  /** Whether it matches anywhere in the text. */
  matches(text: string): boolean;
}

/**
 * Compiles an unanchored regular expression of JavaScript without look-around and back-references, which RE2 has not:
 * matching takes time linear in the text, whatever the pattern (https://swtch.com/~rsc/regexp/).
 * Returns the reason, in words, for one that cannot be compiled. Pure.
 */
export function compilePattern(source: string): Pattern | string {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    return { source, matches: (text) => compiled.test(text) };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return unsupported.test(source) ? `${reason} (look-around and back-references are not supported)` : reason;
  }
}

const unsupported = /\(\?<?[=!]|\\[1-9]/;

/** Compiles patterns that were checked before; one that cannot be compiled matches nothing. */
export type CompilePatterns = (sources: readonly string[]) => readonly Pattern[];

const mostKept = 1000;

/** Makes a {@link CompilePatterns} that remembers what it compiled. */
export function createPatternCompiler(): CompilePatterns {
  const compiled = recentlyUsed<{ readonly pattern: Pattern | string }>({ maxSize: mostKept });
  const compile = (source: string): Pattern | string => {
    const known = compiled.get(source) ?? { pattern: compilePattern(source) };
    compiled.set(source, known);
    return known.pattern;
  };
  return (sources) => sources.map(compile).filter((pattern) => typeof pattern !== "string");
}
