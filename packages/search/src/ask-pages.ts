import { EngineError, type SearchAnswer, type SearchHit } from "@garner/core";

/** The pages of results to ask for. */
export interface ResultPages {
  /** The number of the first page. */
  readonly first: number;
  /** Most pages to ask for. */
  readonly most: number;
  /** A page with fewer results than this is the last one. */
  readonly size: number;
  /** The number of results wanted in all. */
  readonly limit: number;
}

/**
 * Asks for one page of results after the other until there are enough. A page that fails after others have not is a
 * warning: what was found stays. Throws the failure of the first page.
 */
export async function askPages(
  { first, most, size, limit }: ResultPages,
  signal: AbortSignal,
  askPage: (page: number) => Promise<readonly SearchHit[]>,
): Promise<SearchAnswer> {
  const hits: SearchHit[] = [];
  for (let page = first; page < first + most && hits.length < limit; page += 1) {
    try {
      const more = await askPage(page);
      hits.push(...more);
      if (more.length < size) break;
    } catch (thrown) {
      if (hits.length === 0 || signal.aborted) throw thrown;
      return { hits, warnings: [`Only a part of the results could be read: ${EngineError.from(thrown).message}`] };
    }
  }
  return { hits: hits.slice(0, limit), warnings: [] };
}
