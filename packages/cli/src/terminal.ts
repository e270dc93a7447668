import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { styleText } from "node:util";
import { exitCodes, reasonOf } from "./failure.ts";

/** A command's surroundings: streams, variables, and the wish to stop. */
export interface Terminal {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Writes results, where pipes read them. */
  readonly print: (text: string) => void;
  /** Writes messages and progress, which pipes don't read. */
  readonly tell: (text: string) => void;
  /** True if people read the results. */
  readonly isInteractive: boolean;
  /** True if people read the messages: progress is then one line that changes. */
  readonly showsProgress: boolean;
  /** The present width of the messages' screen in characters; Infinity if unknown. */
  readonly columns: () => number;
  /** The piped input; undefined if there is none. */
  readonly readInput: () => Promise<string | undefined>;
  /** The same as a stream, for programs that speak over it. */
  readonly input: Readable;
  /** Fires with the first Ctrl-C. */
  readonly signal: AbortSignal;
  readonly styled: (style: "bold" | "dim" | "red" | "green" | "yellow", text: string) => string;
}

/** Prints the warnings of a result. */
export function tellWarning({ tell, styled }: Terminal, warning: string | undefined): void {
  if (warning !== undefined) tell(`${styled("yellow", "warning")} ${warning}\n`);
}

/** The terminal that this process runs in. */
export function processTerminal(): Terminal {
  const stopping = new AbortController();
  const stop = () => {
    // A second one means "now".
    if (stopping.signal.aborted) process.exit(130);
    stopping.abort();
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader such as `head` may stop early, which is no failure.
    if (error.code === "EPIPE") process.exit(exitCodes.done);
    const failure = styleText("red", "error", { stream: process.stderr });
    process.stderr.write(`${failure} The results can't be written: ${reasonOf(error)}.\n`);
    process.exit(exitCodes.failed);
  });
  // Messages without a reader are lost, but the results still count.
  process.stderr.on("error", () => {});
  return {
    variables: process.env,
    print: (chunk) => void process.stdout.write(chunk),
    tell: (chunk) => void process.stderr.write(chunk),
    isInteractive: process.stdout.isTTY,
    showsProgress: process.stderr.isTTY && process.env["TERM"] !== "dumb",
    // A screen may say that it has none.
    columns: () => process.stderr.columns || Infinity,
    readInput: async () => (process.stdin.isTTY ? undefined : await text(process.stdin)),
    input: process.stdin,
    signal: stopping.signal,
    // Node itself leaves colours out if there is no terminal, or NO_COLOR is set.
    styled: (style, chunk) => styleText(style, chunk, { stream: process.stderr }),
  };
}
