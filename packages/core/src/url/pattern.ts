import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";

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
 * Compiles an unanchored regular expression in RE2's syntax, which is that of JavaScript without look-around and
 * back-references: matching takes time linear in the text, whatever the pattern (https://swtch.com/~rsc/regexp/).
 * Returns the reason, in words, for one that cannot be compiled. Pure.
 */
export function compilePattern(source: string): Pattern | string {
  try {
    const compiled = RE2JS.compile(source);
    return { source, matches: (text) => compiled.test(text) };
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/** Compiles patterns that were checked before; one that cannot be compiled matches nothing. */
export type CompilePatterns = (sources: readonly string[]) => readonly Pattern[];

const mostKept = 1000;

/** Makes a {@link CompilePatterns} that remembers what it compiled. */
export function createPatternCompiler(): CompilePatterns {
  const compiled = new LRUCache<string, { readonly pattern: Pattern | string }>({ max: mostKept });
  const compile = (source: string): Pattern | string => {
    const known = compiled.get(source) ?? { pattern: compilePattern(source) };
    compiled.set(source, known);
    return known.pattern;
  };
  return (sources) => sources.map(compile).filter((pattern) => typeof pattern !== "string");
}
