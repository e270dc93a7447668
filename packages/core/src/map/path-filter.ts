import { EngineError } from "../errors.ts";
import { compilePattern, type Pattern } from "../url/pattern.ts";

/** Which addresses a request wants by their patterns. */
export interface PathPatterns {
  readonly includePaths: readonly string[];
  readonly excludePaths: readonly string[];
  readonly regexOnFullURL: boolean;
}

/**
 * Whether an address is wanted: it matches no `excludePaths` and, where there are any, one of `includePaths`, anywhere in
 * its path (contract §4.2). Throws BAD_REQUEST that quotes a pattern that is wrong.
 */
export function pathFilter({ includePaths, excludePaths, regexOnFullURL }: PathPatterns): (url: URL) => boolean {
  const include = includePaths.map((source) => compile(source, "includePaths"));
  const exclude = excludePaths.map((source) => compile(source, "excludePaths"));
  return (url) => {
    const text = regexOnFullURL ? url.href : url.pathname;
    if (exclude.some((pattern) => pattern.matches(text))) return false;
    return include.length === 0 || include.some((pattern) => pattern.matches(text));
  };
}

function compile(source: string, option: string): Pattern {
  const pattern = compilePattern(source);
  if (typeof pattern !== "string") return pattern;
  throw new EngineError("BAD_REQUEST", `${option}: "${source}" is not a pattern that can be used: ${pattern}`);
}
