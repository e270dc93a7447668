import { gaveUp, unlessAborted, withDeadline } from "../concurrency/deadline.ts";
import { EngineError } from "../errors.ts";
import type { EngineEvent } from "../events.ts";
import type { Clock } from "../ports/clock.ts";
import type { SearchHit, SearchProvider, SearchQuery, SearchSource } from "../ports/search-provider.ts";
import { enforce, sitesOfQuery, unenforceable, wordsOfQuery, writeQuery, type ParsedQuery } from "./query.ts";
import { parseWebUrl } from "../schema/fields/web-url.ts";
import { canonicalUrl } from "../url/canonical.ts";
import { withoutKeys } from "../text/without-keys.ts";
import { isWithin, newestFirst, undatedWarnings } from "./time.ts";
import { recentlyUsed } from "../collections/recently-used.ts";

/** A search before it is written down for a provider. */
export interface SearchWish extends Omit<SearchQuery, "text" | "words" | "domains"> {
  readonly query: ParsedQuery;
}

/** The outcome of a search. */
export interface ChainAnswer {
  readonly hits: readonly SearchHit[];
  readonly warnings: readonly string[];
}

/**
 * Several providers as one. They are asked in order until there are enough results. A provider that failed lately is
 * asked last; one that does not answer in its share of the time has failed. Answers are fused, de-duplicated and
 * remembered for a few minutes. Throws PROVIDER_FAILED with the words of every provider if none answered, and
 * CAPABILITY_MISSING if none knows the source.
 */
export interface SearchChain {
  search(wish: SearchWish, time: SearchTimeLimit): Promise<ChainAnswer>;
}

/** Longest a search may take. */
export interface SearchTimeLimit {
  readonly signal: AbortSignal;
  /** The time left until `signal` fires. */
  readonly timeoutMs: number;
}

const answerTtlMs = 5 * 60_000;
const firstRestMs = 15_000;
const longestRestMs = 10 * 60_000;
/** Some results are dropped afterwards: duplicates, and those that an operator forbids. */
const overfetch = 2;
/** The most time that a provider gets while there is another one to ask. */
const maxProviderMs = 15_000;

/** Remembers which providers failed lately. Each failure in a row makes a provider rest longer. */
function watchHealth(clock: Pick<Clock, "monotonic">) {
  const health = new Map<string, { readonly failures: number; readonly restsUntil: number }>();
  return {
    isResting: ({ name }: SearchProvider): boolean => (health.get(name)?.restsUntil ?? 0) > clock.monotonic(),
    record({ name }: SearchProvider, isFailure: boolean): void {
      if (!isFailure) {
        health.delete(name);
        return;
      }
      const failures = (health.get(name)?.failures ?? 0) + 1;
      const restMs = Math.min(firstRestMs * 2 ** (failures - 1), longestRestMs);
      health.set(name, { failures, restsUntil: clock.monotonic() + restMs });
    },
  };
}

/** The dependencies of a {@link SearchChain}. */
export interface ChainSurroundings {
  readonly clock: Clock;
  readonly onEvent: (event: EngineEvent) => void;
  /** False if an answer holds for the moment only, and asking again costs nothing; true by default. */
  readonly remembersAnswers?: boolean | undefined;
}

/** Builds a chain. */
export function createSearchChain(
  providers: readonly SearchProvider[],
  { clock, onEvent, remembersAnswers = true }: ChainSurroundings,
): SearchChain {
  const answers = recentlyUsed<{ readonly answer: ChainAnswer; readonly at: number }>({ maxSize: 500 });
  const { isResting, record } = watchHealth(clock);

  async function askAll(wish: SearchWish, { signal, timeoutMs }: SearchTimeLimit): Promise<ChainAnswer> {
    const able = providers.filter((provider) => provider.sources.has(wish.source));
    if (able.length === 0) throw sourceMissing(wish.source, providers);
    const order = [...able.filter((provider) => !isResting(provider)), ...able.filter(isResting)];
    const lists: SearchHit[][] = [];
    const warnings: string[] = [];
    const failures: EngineError[] = [];
    const endsAt = clock.monotonic() + timeoutMs;
    for (const [index, provider] of order.entries()) {
      if (fuse(lists, wish.source).length >= wish.limit) break;
      // A provider that failed lately is worth a try only when there is nothing else.
      if (isResting(provider) && lists.length > 0) break;
      const leftMs = Math.max(1, endsAt - clock.monotonic());
      // The last one may take all the time there is: the caller's signal ends it.
      const isLast = index === order.length - 1;
      const shareMs = isLast ? undefined : Math.ceil(Math.min(leftMs / 2, maxProviderMs));
      try {
        const answer = await ask(provider, { clock, record, wish, signal, shareMs });
        lists.push([...answer.hits]);
        warnings.push(...answer.warnings);
      } catch (thrown) {
        signal.throwIfAborted();
        const failure = failureOf(thrown, provider);
        onEvent({ type: "provider-error", provider: provider.name, ...saidBy(thrown, failure) });
        failures.push(failure);
      }
    }
    if (lists.length === 0) throw allFailed(failures);
    const fused = fuse(lists, wish.source);
    const hits = wish.time?.newestFirst === true ? newestFirst(fused, clock.now()) : fused;
    return { hits, warnings: [...warnings, ...failures.map((failure) => failure.message)] };
  }

  return {
    async search(wish, time) {
      const key = JSON.stringify(wish);
      const known = answers.get(key);
      if (known !== undefined && clock.monotonic() - known.at < answerTtlMs) return known.answer;
      const answer = await askAll(wish, time);
      if (remembersAnswers && answer.hits.length > 0) answers.set(key, { answer, at: clock.monotonic() });
      return answer;
    },
  };
}

interface Asking {
  readonly clock: Clock;
  /** Notes that a provider failed, or did not. */
  readonly record: (provider: SearchProvider, isFailure: boolean) => void;
  readonly wish: SearchWish;
  readonly signal: AbortSignal;
  /** The share of the time that the provider may take; undefined where `signal` is its only limit. */
  readonly shareMs: number | undefined;
}

/** Asks one provider, and keeps only hits that fit the wish. */
async function ask(provider: SearchProvider, { clock, record, wish, signal, shareMs }: Asking): Promise<ChainAnswer> {
  const { query, ...rest } = wish;
  const { operators } = provider;
  const limit = Math.min(100, wish.limit * overfetch);
  const question: SearchQuery = {
    ...rest,
    limit,
    text: writeQuery(query, operators),
    words: wordsOfQuery(query),
    domains: sitesOfQuery(query),
  };
  const searching = (within: AbortSignal) => provider.search(question, within);
  try {
    const answer =
      shareMs === undefined
        ? await unlessAborted(searching(signal), signal, () => gaveUp(signal))
        : await withDeadline({ clock, timeoutMs: shareMs, signal, code: "SCRAPE_TIMEOUT" }, searching);
    record(provider, false);
    const unknown = unenforceable(query, operators).map(
      (operator) => `${provider.name} does not know ${operator}; it was ignored.`,
    );
    const found = answer.hits.filter(({ url }) => isAddress(url));
    const fitting = found.filter((hit) => enforce(hit, query, operators));
    const hits = fitting.filter((hit) => isWithin(wish.time, hit.date, clock.now()));
    const unfit = `Nothing that ${provider.name} found shows by its title, snippet or address that it fits the quotes, operators, domains and categories that were asked for.`;
    const untimely = `\`tbs\`: everything that ${provider.name} found is of another time.`;
    return {
      hits,
      warnings: [
        ...answer.warnings,
        ...unknown,
        ...(found.length > 0 && fitting.length === 0 ? [unfit] : []),
        ...(fitting.length > 0 && hits.length === 0 ? [untimely] : []),
        ...undatedWarnings(wish.time, fitting, { name: provider.name, now: clock.now() }),
      ],
    };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    record(provider, !isFaultOfQuery(thrown));
    const isLate = EngineError.is(thrown, "SCRAPE_TIMEOUT");
    throw isLate && shareMs !== undefined ? tooLate(provider, shareMs) : thrown;
  }
}

/** True for what leads to a host: no empty text, and no script. */
const isAddress = (url: string): boolean => Boolean((URL.parse(url) ?? parseWebUrl(url))?.host);

/** Statuses by which a service says that it can't take this query: the next one it may. */
const statusesOfQueries: ReadonlySet<number> = new Set([400, 422]);

const isFaultOfQuery = (thrown: unknown): boolean =>
  EngineError.is(thrown, "PROVIDER_FAILED") && statusesOfQueries.has(thrown.details?.providerStatus ?? 0);

function tooLate({ name }: SearchProvider, afterMs: number): EngineError {
  return new EngineError("PROVIDER_FAILED", `${name} did not answer within ${afterMs} ms.`);
}

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): what several providers rank high comes first. A provider that
 * names a page twice, as on its next page of results, ranks it once.
 */
function fuse(lists: readonly (readonly SearchHit[])[], source: SearchSource): readonly SearchHit[] {
  const scored = new Map<string, { hit: SearchHit; score: number }>();
  for (const list of lists) {
    const ranked = new Set<string>();
    for (const [rank, hit] of list.entries()) {
      // One page may show several pictures.
      const key = source === "images" ? (hit.imageUrl ?? hit.url) : pageKey(hit.url);
      if (ranked.has(key)) continue;
      ranked.add(key);
      const known = scored.get(key);
      scored.set(key, {
        hit: known === undefined ? hit : { ...hit, ...known.hit },
        score: (known?.score ?? 0) + 1 / (60 + rank),
      });
    }
  }
  return [...scored.values()].toSorted((one, other) => other.score - one.score).map(({ hit }) => hit);
}

/** A page, however its address is written, and wherever its visitors are counted to come from. */
const pageKey = (url: string): string =>
  URL.canParse(url)
    ? canonicalUrl(new URL(url), { deduplicateSimilarURLs: true, ignoreTrackingParameters: true })
    : url;

function failureOf(thrown: unknown, { name }: SearchProvider): EngineError {
  const error = EngineError.from(thrown);
  const said = error.code === "UNKNOWN_ERROR" && thrown instanceof Error ? thrown.message : error.message;
  const reason = withoutKeys(said);
  return new EngineError("PROVIDER_FAILED", reason.startsWith(name) ? reason : `${name} failed: ${reason}`, {
    cause: thrown,
  });
}

/** A failure as the operator is told it: with the provider's own words, which callers may not see. */
function saidBy(thrown: unknown, { message }: EngineError): { readonly status?: number; readonly message: string } {
  const { cause } = EngineError.from(thrown);
  const status = EngineError.is(thrown, "PROVIDER_FAILED") ? thrown.details?.providerStatus : undefined;
  const said = cause instanceof Error ? ` ${withoutKeys(cause.message)}` : "";
  return { ...(status === undefined ? {} : { status }), message: `${message}${said}` };
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
