import { EngineError, messageOfThrown, redactUrls } from "@garner/core";
import { CommanderError } from "commander";

/** The exit codes of `garner`. */
export const exitCodes = {
  /** Everything was done. */
  done: 0,
  /** It failed: the message says why. */
  failed: 1,
  /** The command, an option or a value is wrong. */
  usage: 2,
  /** It was done, but for some pages that could not be had. */
  incomplete: 3,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

/** The exit code for a command's error. */
export function exitCodeOf(thrown: unknown): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (EngineError.is(thrown, "ABORTED")) return exitCodes.interrupted;
  if (EngineError.is(thrown, "BAD_REQUEST")) return exitCodes.usage;
  return exitCodes.failed;
}

/** The message for people about a command's error. */
export function messageOf(thrown: unknown): string {
  if (EngineError.is(thrown)) return `${redactUrls(thrown.message)} (${thrown.code})`;
  return redactUrls(messageOfThrown(thrown));
}

/** The error for a named file that could not be read. */
export function unreadable(file: string): (thrown: NodeJS.ErrnoException) => never {
  return (cause) => {
    const reason = cause.code === "ENOENT" ? "there is no such file" : reasonOf(cause);
    throw new EngineError("BAD_REQUEST", `${file} can't be read: ${reason}.`, { cause });
  };
}

/** The same for a file or folder that can't be written. */
export function unwritable(place: string): (thrown: NodeJS.ErrnoException) => never {
  return (cause) => {
    throw new EngineError("BAD_REQUEST", `${place} can't be written: ${reasonOf(cause)}.`, { cause });
  };
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such folder",
  EISDIR: "it is a folder",
  EEXIST: "it is no folder",
  ENOTDIR: "a part of its path is no folder",
  EACCES: "you are not allowed to",
  EPERM: "you are not allowed to",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
};

/** The reason for people of an error of the file system. */
export function reasonOf({ code = "", message }: NodeJS.ErrnoException): string {
  return reasons[code] ?? message;
}
