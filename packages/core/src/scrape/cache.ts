import { messageOfThrown } from "../errors.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Keyv } from "keyv";
import type { EngineEvent } from "../events.ts";
import type { Clock } from "../ports/clock.ts";
import type { Capture } from "../ports/page-source.ts";
import { decodeCapture, encodeCapture, type DecodedCapture } from "./cache-encoding.ts";
import { cacheKeys, isSpelledAlike, tripKey, type CacheableRequest } from "./cache-key.ts";
import { isPrivateAnswer } from "../fetch/privacy.ts";
import { shareWork } from "../concurrency/share-work.ts";

/** The outcome of {@link CaptureCache.read}; without a capture it is a miss. A warning says why the store gave no answer. */
export interface CacheAnswer {
  readonly capture?: Capture | undefined;
  readonly warning?: string | undefined;
}

/**
 * Keeps captures by the parts of a request that decide the network's answer, so that another format of the same page is a hit.
 * All teams share them. Only an answer that a site keeps from others ({@link isPrivateAnswer}) serves no team but the one
 * that asked. A store that fails, hangs or returns rubbish is a miss with a warning, never an error.
 */
export interface CaptureCache extends Disposable {
  /** The kept capture of this request, if it is no older than `maxAgeMs`. Never throws. */
  read(request: CacheableRequest, maxAgeMs: number, options?: ReadOptions): Promise<CacheAnswer>;
  /**
   * Keeps a capture that is worth keeping (contract §4.10): a good page; and one that is gone, or not good, for an hour
   * at most and while no good one is kept. Other failures are not kept: they may be over in a second. Resolves with a
   * warning when the store failed. Never throws.
   */
  write(request: CacheableRequest, capture: Capture, options?: WriteOptions): Promise<string | undefined>;
  /**
   * Runs `take` once for all callers of one team that ask for the same thing at the same time: another team's may be a
   * page that is not for them. A caller whose signal fires leaves with ABORTED, and the work goes on for the others; when
   * nobody is left, the work's own signal fires.
   */
  share(
    request: CacheableRequest,
    signal: AbortSignal,
    take: (signal: AbortSignal) => Promise<Capture>,
  ): Promise<Capture>;
}

/** Options of {@link CaptureCache.read}. */
export interface ReadOptions {
  /**
   * False to take no capture of another spelling of the address, such as `/x/` for `/x` (contract §4.1), which a job may take as a
   * page of its own. Such a capture keeps its address, which its relative links hang on, and is never one of a missing page.
   */
  readonly takesVariants?: boolean | undefined;
}

/** Options of {@link CaptureCache.write}. */
export interface WriteOptions {
  /** Longest the store may keep it. */
  readonly ttlMs?: number | undefined;
  /** True if it really is the page, and not a wall in front of it; a status of 2xx by default. */
  readonly isGood?: boolean | undefined;
}

/** The parts of a {@link CaptureCache}. */
export interface CaptureCacheOptions {
  /** The store of captures: any Keyv. The caller closes it. */
  readonly keyv: Keyv;
  readonly clock: Clock;
  readonly onEvent?: ((event: EngineEvent) => void) | undefined;
  /** Longest the store may keep a capture; 30 days by default. */
  readonly ttlMs?: number | undefined;
  /** Longest the store may take to answer before it counts as failed; 2 seconds by default. */
  readonly storeTimeoutMs?: number | undefined;
}

const hourMs = 60 * 60 * 1000;

/** Builds the capture cache over a Keyv. Disposing it only stops listening to that Keyv. */
export function createCaptureCache(options: CaptureCacheOptions): CaptureCache {
  const { keyv, clock, ttlMs: usualTtlMs = 30 * 24 * hourMs } = options;
  const ask = storeAccess(options);
  const share = shareWork<Capture>();

  async function stored(key: string): Promise<DecodedCapture | undefined> {
    const found: unknown = await keyv.get(key);
    return found === undefined || found === null ? undefined : decodeCapture(found);
  }

  async function store(key: string, capture: Capture, kept: { ttlMs: number; isGood: boolean }): Promise<CacheAnswer> {
    if (!kept.isGood && (await stored(key))?.isGood === true) return {};
    const written = await keyv.set(key, await encodeCapture(capture, kept.isGood), kept.ttlMs);
    if (!written) throw new Error("the store refused the value");
    return {};
  }

  return {
    async read(request, maxAgeMs, { takesVariants = true } = {}) {
      const { url } = request;
      const { shared, own } = cacheKeys(request);
      const answer = await ask(url, "read", async () => {
        const found = await Promise.all([stored(shared), stored(own)]);
        const right = found
          .filter((one) => one !== undefined)
          .filter((one) => isSpelledAlike(one.capture.requestedUrl, url) || (takesVariants && one.isGood));
        return { capture: best(right) };
      });
      if (answer.capture === undefined) return answer;
      // A capture of the future is from before the clock was set back, and at least that old.
      const ageMs = Math.abs(clock.now() - answer.capture.capturedAt);
      if (ageMs > maxAgeMs) return {};
      return { ...answer, capture: asAskedFor(answer.capture, url) };
    },
    async write(request, capture, { ttlMs = usualTtlMs, isGood = true } = {}) {
      const isSuccess = capture.status >= 200 && capture.status < 300;
      if (!isSuccess && capture.status !== 404 && capture.status !== 410) return undefined;
      const kept = isGood && isSuccess ? { ttlMs, isGood } : { ttlMs: Math.min(ttlMs, hourMs), isGood: false };
      const { shared, own } = cacheKeys(request);
      const key = isPrivateAnswer(capture) ? own : shared;
      const answer = await ask(request.url, "written", () => store(key, capture, kept));
      return answer.warning;
    },
    share: async (request, signal, take) => asAskedFor(await share(tripKey(request), signal, take), request.url),
    [Symbol.dispose]: () => ask[Symbol.dispose](),
  };
}

/** The newest capture that is the page; without one, the newest. */
function best(found: readonly DecodedCapture[]): Capture | undefined {
  const newestFirst = found.toSorted((one, other) => other.capture.capturedAt - one.capture.capturedAt);
  return (newestFirst.find(({ isGood }) => isGood) ?? newestFirst[0])?.capture;
}

/**
 * A capture of `/x#one` that serves as that of `/x#two` says `/x#two`, as a fresh one would, unless it was redirected. One of
 * `/x/` that serves as that of `/x` says `/x/`: a fresh one might have been redirected there. Pure.
 */
function asAskedFor(capture: Capture, url: string): Capture {
  const { requestedUrl } = capture;
  const isSame = capture.url === requestedUrl && isSpelledAlike(requestedUrl, url);
  return isSame && requestedUrl !== url ? { ...capture, requestedUrl: url, url } : capture;
}

/** Made once, as an error that is made for each answer takes longer than the answer. */
const inTime = new Error("the store has answered");

/** Asks the store something; what goes wrong becomes a warning and an event. */
type StoreAccess = Disposable &
  ((url: string, action: "read" | "written", question: () => Promise<CacheAnswer>) => Promise<CacheAnswer>);

/**
 * Keyv emits the failures of its store as events and answers `undefined`. Each question runs in an asynchronous context
 * of its own, so that the listener knows which question an event belongs to.
 */
function storeAccess({ keyv, clock, onEvent, storeTimeoutMs = 2000 }: CaptureCacheOptions): StoreAccess {
  const questions = new AsyncLocalStorage<{ failed: (reason: unknown) => void }>();
  const report = (url: string, reason: unknown) => {
    const message = messageOfThrown(reason);
    onEvent?.({ type: "cache-error", url, message });
    return message;
  };
  const listener = (reason: unknown) => {
    const question = questions.getStore();
    if (question === undefined) report("", reason);
    else question.failed(reason);
  };
  keyv.on("error", listener);

  const ask = async (url: string, action: string, question: () => Promise<CacheAnswer>): Promise<CacheAnswer> => {
    const { promise: failure, reject: failed } = Promise.withResolvers<never>();
    const answered = new AbortController();
    clock.sleep(storeTimeoutMs, answered.signal).then(
      () => failed(new Error(`no answer within ${storeTimeoutMs} ms`)),
      () => undefined, // in time
    );
    try {
      return await Promise.race([questions.run({ failed }, question), failure]);
    } catch (reason) {
      return { warning: `The cache could not be ${action}: ${report(url, reason)}.` };
    } finally {
      answered.abort(inTime);
    }
  };
  return Object.assign(ask, { [Symbol.dispose]: () => keyv.off("error", listener) });
}
