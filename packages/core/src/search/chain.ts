import { LRUCache } from "lru-cache";
import { EngineError } from "../errors.ts";
import { indexKey } from "../page-index/index-key.ts";
import type { Clock } from "../ports/clock.ts";
import type { SearchHit, SearchProvider, SearchQuery, SearchSource } from "../ports/search-provider.ts";
import { enforce, unenforceable, writeQuery, type ParsedQuery } from "./query.ts";

/** A search before it is written down for a provider. */
export interface SearchWish extends Omit<SearchQuery, "text" | "words" | "domains"> {
  readonly query: ParsedQuery;
}

/** What came of a search. */
export interface ChainAnswer {
  readonly hits: readonly SearchHit[];
  readonly warnings: readonly string[];
}

/**
 * Several providers as one. They are asked in their order until there are enough results; one that failed lately is
 * asked last. Answers are fused and de-duplicated, and kept for a few minutes. Throws PROVIDER_FAILED that says what
 * every provider said, when none answered; CAPABILITY_MISSING when none knows the source.
 */
export interface SearchChain {
  search(wish: SearchWish, signal: AbortSignal): Promise<ChainAnswer>;
}

const answerTtlMs = 5 * 60_000;
const firstRestMs = 15_000;
const longestRestMs = 10 * 60_000;
/** Some results are dropped afterwards: duplicates, and those that an operator forbids. */
const overfetch = 2;

interface Health {
  readonly failures: number;
  readonly restsUntil: number;
}

/** Builds a chain. */
export function createSearchChain(providers: readonly SearchProvider[], clock: Pick<Clock, "now">): SearchChain {
  const answers = new LRUCache<string, { readonly answer: ChainAnswer; readonly at: number }>({ max: 500 });
  const health = new Map<string, Health>();
  const isResting = ({ name }: SearchProvider) => (health.get(name)?.restsUntil ?? 0) > clock.now();

  function record(provider: SearchProvider, isFailure: boolean): void {
    if (!isFailure) {
      health.delete(provider.name);
      return;
    }
    const failures = (health.get(provider.name)?.failures ?? 0) + 1;
    const restMs = Math.min(firstRestMs * 2 ** (failures - 1), longestRestMs);
    health.set(provider.name, { failures, restsUntil: clock.now() + restMs });
  }

  async function ask(provider: SearchProvider, wish: SearchWish, signal: AbortSignal): Promise<ChainAnswer> {
    const { query, ...rest } = wish;
    const { operators } = provider;
    const limit = Math.min(100, wish.limit * overfetch);
    const question: SearchQuery = {
      ...rest,
      limit,
      text: writeQuery(query, operators),
      words: wordsOfQuery(query),
      domains: query.sites,
    };
    try {
      const answer = await provider.search(question, signal);
      record(provider, false);
      const unknown = unenforceable(query, operators).map(
        (operator) => `${provider.name} does not know ${operator}; it was ignored.`,
      );
      return {
        hits: answer.hits.filter((hit) => enforce(hit, query, operators)),
        warnings: [...answer.warnings, ...unknown],
      };
    } catch (thrown) {
      if (!signal.aborted) record(provider, true);
      throw thrown;
    }
  }

  async function askAll(wish: SearchWish, signal: AbortSignal): Promise<ChainAnswer> {
    const able = providers.filter((provider) => provider.sources.has(wish.source));
    if (able.length === 0) throw sourceMissing(wish.source, providers);
    const order = [...able.filter((provider) => !isResting(provider)), ...able.filter(isResting)];
    const lists: SearchHit[][] = [];
    const warnings: string[] = [];
    const failures: EngineError[] = [];
    for (const provider of order) {
      if (fuse(lists, wish.source).length >= wish.limit) break;
      // A provider that failed lately is worth a try only when there is nothing else.
      if (isResting(provider) && lists.length > 0) break;
      try {
        const answer = await ask(provider, wish, signal);
        lists.push([...answer.hits]);
        warnings.push(...answer.warnings);
      } catch (thrown) {
        signal.throwIfAborted();
        failures.push(failureOf(thrown, provider));
      }
    }
    if (lists.length === 0) throw allFailed(failures);
    return { hits: fuse(lists, wish.source), warnings: [...warnings, ...failures.map((failure) => failure.message)] };
  }

  return {
    async search(wish, signal) {
      const key = JSON.stringify(wish);
      const known = answers.get(key);
      if (known !== undefined && clock.now() - known.at < answerTtlMs) return known.answer;
      const answer = await askAll(wish, signal);
      if (answer.hits.length > 0) answers.set(key, { answer, at: clock.now() });
      return answer;
    },
  };
}

function wordsOfQuery(query: ParsedQuery): readonly string[] {
  return [...query.words, ...query.phrases, ...query.inTitle, ...query.inUrl];
}

/** Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): what several providers rank high comes first. */
function fuse(lists: readonly (readonly SearchHit[])[], source: SearchSource): readonly SearchHit[] {
  const scored = new Map<string, { hit: SearchHit; score: number }>();
  for (const list of lists) {
    for (const [rank, hit] of list.entries()) {
      // One page may show several pictures.
      const key = source === "images" ? (hit.imageUrl ?? hit.url) : indexKey(hit.url);
      const known = scored.get(key);
      scored.set(key, {
        hit: known === undefined ? hit : { ...hit, ...known.hit },
        score: (known?.score ?? 0) + 1 / (60 + rank),
      });
    }
  }
  return [...scored.values()].toSorted((one, other) => other.score - one.score).map(({ hit }) => hit);
}

function failureOf(thrown: unknown, { name }: SearchProvider): EngineError {
  const error = EngineError.from(thrown);
  const reason = error.code === "UNKNOWN_ERROR" && thrown instanceof Error ? thrown.message : error.message;
  return new EngineError("PROVIDER_FAILED", reason.startsWith(name) ? reason : `${name} failed: ${reason}`, {
    cause: thrown,
  });
}

function allFailed(failures: readonly EngineError[]): EngineError {
  const message = `No search provider answered. ${failures.map((failure) => failure.message).join(" ")}`;
  return new EngineError("PROVIDER_FAILED", message, {
    cause: failures[0],
    details: { reasons: failures.map((failure) => failure.message) },
  });
}

function sourceMissing(source: string, providers: readonly SearchProvider[]): EngineError {
  const names = providers.map(({ name }) => name).join(", ");
  const message = `\`sources: ${source}\` needs a search provider that knows it: pass one of @garner/search in \`search\` to createEngine, or set SEARXNG_ENDPOINT for the server. Configured: ${names}.`;
  return new EngineError("CAPABILITY_MISSING", message, { details: { option: `sources: ${source}` } });
}
