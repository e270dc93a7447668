import { redactUrls } from "@garner/core";
import { pino, type Logger } from "pino";
import type { Environment } from "./environment.ts";

/** A log in JSON lines, in which no URL shows a password or, unless asked for, values of its query. */
export function createLogger({ LOG_LEVEL, LOG_QUERY_VALUES }: Environment): Logger {
  // The finished line, so that nothing on the way to it is missed: messages, causes and stacks of errors.
  const streamWrite = (line: string) => redactUrls(line, { showsQueryValues: LOG_QUERY_VALUES });
  return pino({ level: LOG_LEVEL, hooks: { streamWrite } });
}
