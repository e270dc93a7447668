import { addingTo, type Stopwatch } from "../concurrency/stopwatch.ts";
import { EngineError } from "../errors.ts";
import type { Transformer, TransformWait } from "../transform/transformer.ts";
import type { ScrapeDependencies } from "./dependencies.ts";

/** Reads pages so that waiting for a thread is no part of their time. Pages that nobody waits for wait again, some times. */
export function patient(
  { transformer, clock }: Pick<ScrapeDependencies, "transformer" | "clock">,
  queueing: Stopwatch | undefined,
  wait: Pick<TransformWait, "inBackground">,
): Transformer {
  if (queueing === undefined) return transformer;
  const untimed = addingTo(queueing);
  const reader = transformer.waiting?.({ untimed, ...wait }) ?? transformer;
  if (wait.inBackground !== true) return reader;
  return {
    transform: (...asked) =>
      waitAgain(
        () => reader.transform(...asked),
        (ms) => untimed(clock.sleep(ms, asked[2])),
      ),
  };
}

/** Time that a page rests for which there was no room to read it, and how often it does; then it is asked for again. */
const unreadRestMs = 5_000;
const maxUnreadRests = 12;

async function waitAgain<T>(read: () => Promise<T>, rest: (ms: number) => Promise<void>): Promise<T> {
  for (let rests = 0; ; rests += 1) {
    try {
      return await read();
    } catch (thrown) {
      if (rests === maxUnreadRests || !EngineError.is(thrown, "OVERLOADED")) throw thrown;
    }
    await rest(unreadRestMs);
  }
}
