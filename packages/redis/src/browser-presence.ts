import type { Connection } from "./connection.ts";

/** Leases that others wait before they stand in for consumers with a browser: one may be about to start again. */
const awaitedLeases = 3;

interface PresenceOptions {
  /** The key that is there while a consumer with a browser is alive, and a while longer. */
  readonly key: string;
  readonly leaseMs: number;
  readonly onError: (error: unknown) => void;
}

/** Tells processes if any of them has a browser. */
export interface BrowserPresence {
  /** True while a consumer with a browser is alive, and three leases longer. */
  isKnown(): Promise<boolean>;
  /** Starts work that only those with a browser do, and tells of it until disposed. */
  announce(start: () => AsyncDisposable): AsyncDisposable;
  /** Has work started whenever there is some and no browser is known, and stopped again. */
  standIn(start: () => AsyncDisposable, isThereWork: () => Promise<boolean>): AsyncDisposable;
}

/** A presence by a key that expires by itself, so that no clock but that of Redis matters. */
export function browserPresence({ ask }: Connection, { key, leaseMs, onError }: PresenceOptions): BrowserPresence {
  const isKnown = async () => (await ask((client) => client.exists(key))) > 0;
  return {
    isKnown,
    announce(start) {
      const work = start();
      const tell = async () => void (await ask((client) => client.set(key, 1, "PX", awaitedLeases * leaseMs)));
      const telling = repeat(tell, { everyMs: leaseMs, onError });
      return {
        async [Symbol.asyncDispose]() {
          await telling[Symbol.asyncDispose]();
          await work[Symbol.asyncDispose]();
        },
      };
    },
    standIn(start, isThereWork) {
      let work: AsyncDisposable | undefined;
      const look = async () => {
        const isWanted = !(await isKnown()) && (work !== undefined || (await isThereWork()));
        if (isWanted) work ??= start();
        else await stop();
      };
      const stop = async () => {
        const ended = work;
        work = undefined;
        await ended?.[Symbol.asyncDispose]();
      };
      const looking = repeat(look, { everyMs: leaseMs, onError });
      return {
        async [Symbol.asyncDispose]() {
          await looking[Symbol.asyncDispose]();
          await stop();
        },
      };
    },
  };
}

interface Repetition {
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
}

/** Takes a step at once, and again and again until disposed. Keeps no process alive. */
function repeat(step: () => Promise<void>, { everyMs, onError }: Repetition): AsyncDisposable {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let running = run();
  const again = () => {
    running = run();
  };
  async function run(): Promise<void> {
    await step().catch(onError);
    if (!isOver) timer = setTimeout(again, everyMs).unref();
  }
  return {
    async [Symbol.asyncDispose]() {
      isOver = true;
      clearTimeout(timer);
      await running;
    },
  };
}
