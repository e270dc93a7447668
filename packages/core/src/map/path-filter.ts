import { computeFor, type PureWork, type WorkingCall } from "../concurrency/pure-work.ts";
import { createPatternCompiler } from "../url/pattern.ts";

/** The patterns by which a request chooses addresses. */
export interface PathPatterns {
  readonly includePaths: readonly string[];
  readonly excludePaths: readonly string[];
  readonly regexOnFullURL: boolean;
}

/** Matches addresses against the patterns of a request, which may be too slow for the event loop. */
export interface PathFilter {
  /** Looks at addresses, so that {@link PathFilter.accepts} knows them. Rejects with EngineError. */
  consider(addresses: readonly string[]): Promise<void>;
  /** True if an address is wanted; false if it was not examined. */
  accepts(url: URL): boolean;
}

/**
 * Accepts the addresses whose path matches, anywhere, no `excludePaths` and, if there are any, one of `includePaths`
 * (contract §4.2).
 */
export function createPathFilter(
  { includePaths, excludePaths, regexOnFullURL }: PathPatterns,
  call: WorkingCall,
): PathFilter {
  if (includePaths.length + excludePaths.length === 0) return { consider: async () => {}, accepts: () => true };
  const textOf = (url: URL): string => (regexOnFullURL ? url.href : url.pathname);
  const seen = new Map<string, boolean>();
  return {
    async consider(addresses) {
      const texts = addresses.flatMap((address) => {
        const url = URL.parse(address);
        return url === null || seen.has(textOf(url)) ? [] : textOf(url);
      });
      if (texts.length === 0) return;
      const verdicts = await computeFor(call, matchTexts, { texts, includePaths, excludePaths });
      for (const [index, text] of texts.entries()) seen.set(text, verdicts[index] ?? false);
    },
    accepts: (url) => seen.get(textOf(url)) ?? false,
  };
}

/** This thread's memory of compiled patterns. Compiling is pure, so sharing it changes nothing. */
const compilePatterns = createPatternCompiler();

/** For each text, true if it is wanted. */
export const matchTexts: PureWork<
  Pick<PathPatterns, "includePaths" | "excludePaths"> & { readonly texts: readonly string[] },
  readonly boolean[]
> = {
  module: import.meta.url,
  name: "matchTexts",
  tooMuch: {
    code: "BAD_REQUEST",
    message: "includePaths, excludePaths: the patterns take too long on the links of this site; use simpler ones.",
  },
  run({ texts, includePaths, excludePaths }) {
    const [included, excluded] = [compilePatterns(includePaths), compilePatterns(excludePaths)];
    return texts.map(
      (text) =>
        !excluded.some((pattern) => pattern.matches(text)) &&
        (included.length === 0 || included.some((pattern) => pattern.matches(text))),
    );
  },
};
