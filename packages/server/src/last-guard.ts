import type { Logger } from "pino";

/** The options of the last guard. */
export interface LastGuardOptions {
  readonly logger: Logger;
  /** Answers open requests if possible and lets go of everything. */
  readonly end: () => Promise<void>;
  /** The time for that; then the process ends all the same. */
  readonly endWithinMs?: number | undefined;
}

/**
 * The last guard of a server process: it logs uncaught errors. It ends the process, in order and with exit code 1,
 * only after an exception that cut off code of ours in the middle (decision 0017). Install it once, in a program; a
 * library has no business with the process of others.
 */
export function installLastGuard(process: NodeJS.Process, options: LastGuardOptions): void {
  const { logger, end, endWithinMs = 10_000 } = options;
  let isEnding = false;
  process.on("unhandledRejection", (reason) => {
    logger.error({ err: reason }, "a promise was rejected and nobody listened");
  });
  process.on("uncaughtException", (error) => {
    if (isOfOneOperation(error)) return logger.error({ err: error }, "an operation failed and nobody listened");
    logger.fatal({ err: error }, isEnding ? "an exception while ending" : "an exception that nobody caught: ending");
    if (isEnding) return;
    isEnding = true;
    const exit = () => process.exit(1);
    setTimeout(exit, endWithinMs);
    end().then(exit, (thrown: unknown) => {
      logger.fatal({ err: thrown }, "could not end in order");
      exit();
    });
  });
}

/** Error codes of Node and its libraries for streams and connections. */
const operations = /^(?:ERR_STREAM|ERR_HTTP|ERR_SOCKET|ERR_SSL|ERR_TLS|HPE|WS_ERR|UND_ERR)_/;

/**
 * True if an error ended only one operation of the system, a stream or a connection: an `error` event that nobody
 * listened to, after which everything else is as it was.
 */
export function isOfOneOperation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return typeof syscall === "string" || operations.test(code ?? "");
}
