import { EngineError } from "@garner/core";

/** Failures of SQLite that are nobody's mistake, by its primary result code (https://sqlite.org/rescode.html). */
const complaints: Readonly<Record<number, string>> = {
  5: "another process has been writing for too long",
  6: "another connection has been writing for too long",
  7: "memory is short",
  8: "this process may not write the database",
  10: "the disk could not be read or written",
  11: "the database is damaged",
  13: "the disk is full",
  14: "the database could not be opened",
  26: "the database is damaged",
};

/** An error as `node:sqlite` throws it. */
export interface SqliteError extends Error {
  /** The extended result code. */
  readonly errcode: number;
}

/** True if SQLite threw this. */
export function isSqliteError(thrown: unknown): thrown is SqliteError {
  return thrown instanceof Error && "errcode" in thrown && typeof thrown.errcode === "number";
}

/** The primary result code of an error of SQLite. */
export function primaryCode({ errcode }: SqliteError): number {
  return errcode & 0xff;
}

/** True if an error of SQLite says that the file is damaged or no database. */
export function isDamage(thrown: unknown): boolean {
  return isSqliteError(thrown) && (primaryCode(thrown) === 11 || primaryCode(thrown) === 26);
}

/**
 * The error to throw in place of one of SQLite: STORE_UNAVAILABLE, which callers may read, if the disk, the file or
 * another process is the reason; our own mistakes stay as they are.
 */
export function storeFailure(thrown: unknown): unknown {
  const complaint = isSqliteError(thrown) ? complaints[primaryCode(thrown)] : undefined;
  if (complaint === undefined) return thrown;
  return new EngineError("STORE_UNAVAILABLE", `The store does not work at the moment: ${complaint}.`, {
    cause: thrown,
  });
}
