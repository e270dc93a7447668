import { EngineError } from "../errors.ts";
import { checkOptions, option } from "../schema/input/check-options.ts";
import { withLimitedBody } from "./body/limited-body.ts";

/** The parts of a {@link boundedFetch}. */
export interface BoundedFetchOptions {
  /** Most bytes of one answer, decoded; 4 MiB by default, some million tokens. */
  readonly maxBytes?: number | undefined;
  /** The Fetch API to bound; the platform's by default. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * The Fetch API for services that are trusted with questions but not with this process's memory: models and search
 * engines. Reading an answer that is larger fails with PROVIDER_FAILED, whatever its length says:
 * `createOpenAI({ fetch: boundedFetch() })`. Throws BAD_REQUEST for wrong options.
 */
export function boundedFetch(options: BoundedFetchOptions = {}): typeof globalThis.fetch {
  checkOptions<BoundedFetchOptions>("boundedFetch", options, {
    maxBytes: option.amount.optional(),
    fetch: option.callback.optional(),
  });
  const { maxBytes = 4 * 1024 * 1024, fetch = globalThis.fetch } = options;
  const tooLarge = () =>
    new EngineError("PROVIDER_FAILED", `The answer is larger than ${maxBytes} bytes, and was not read to its end.`);
  return async (input, init) => {
    const response = await fetch(input, init);
    // The body of a response that may have none, such as a 204, can't be copied.
    return response.body === null ? response : withLimitedBody(response, maxBytes, tooLarge);
  };
}
