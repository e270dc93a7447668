import { accessSync, constants, existsSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { checkOptions, EngineError, option } from "@garner/core";
import { migrations } from "./migrations.ts";
import { DatabaseSync } from "./node-sqlite.ts";
import { isDamage, isSqliteError, primaryCode } from "./store-failure.ts";

/** Options of checking a file. */
export interface CheckOptions {
  /**
   * `quick` walks through every tree of the file, about half a second for each gigabyte in the disk's cache; `full`
   * also compares the indexes with their tables, which takes three times as long. Quick when not given.
   */
  readonly depth?: "quick" | "full" | undefined;
  /** The time to wait for another process that is writing; 10 seconds when not given. */
  readonly busyTimeoutMs?: number | undefined;
}

/**
 * Checks a database file before it is opened. Throws STORE_UNAVAILABLE if it is damaged, cut off, something else
 * than a database of Garner, of a newer version, or may not be written; the message is one sentence that names the
 * folder, and one that names the way out. Throws BAD_REQUEST without a path. A missing file is fine. SQLite keeps no checksums: changed bytes inside of a
 * text are not noticed.
 */
export function checkDatabase(file: string, { depth = "quick", busyTimeoutMs = 10_000 }: CheckOptions = {}): void {
  checkOptions<{ readonly file: string }>("checkDatabase", { file }, { file: option.filledText });
  const path = resolve(file);
  requireAccess(path);
  if (!existsSync(path)) return;
  if (statSync(path).size === 0) {
    if (sizeOf(`${path}-wal`) > 0) throw damaged(path, "it is empty, and its log is not");
    return;
  }
  try {
    using connection = new DatabaseSync(path, { timeout: busyTimeoutMs });
    check(connection, path, depth);
  } catch (thrown) {
    throw explained(thrown, path);
  }
}

function check(connection: DatabaseSync, path: string, depth: "quick" | "full"): void {
  connection.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
  // One transaction shows one moment: another process may be making the tables.
  connection.exec("BEGIN");
  const { user_version: version } = connection.prepare("PRAGMA user_version").get() as { user_version: number };
  const { tables } = connection.prepare("SELECT count(*) AS tables FROM sqlite_schema").get() as { tables: number };
  const ownTables = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name IN ('jobs', 'lanes', 'outboxes')").all();
  if (tables > 0 && (version === 0 || ownTables.length < 3))
    throw foreign(path, "it has the tables of another program");
  if (version > migrations.length) {
    throw unusable(
      `The database ${path} was written by a newer version of Garner: its tables are of version ${version}, and this ` +
        `one knows them up to ${migrations.length}.`,
      `Run the newer version, or ${moveAway(path)}.`,
    );
  }
  const found = connection.prepare(`PRAGMA ${depth === "full" ? "integrity" : "quick"}_check(1)`).get() ?? {};
  const [finding] = Object.values(found);
  if (finding !== "ok") throw damaged(path, String(finding).replaceAll(/\s+/g, " "));
}

function requireAccess(path: string): void {
  const { R_OK, W_OK, X_OK } = constants;
  const wanted: readonly (readonly [string, number])[] = [
    [dirname(path), R_OK | W_OK | X_OK],
    ...[path, `${path}-wal`, `${path}-shm`]
      .filter((each) => existsSync(each))
      .map((each) => [each, R_OK | W_OK] as const),
  ];
  for (const [each, mode] of wanted) {
    try {
      accessSync(each, mode);
    } catch (cause) {
      throw unwritable(each, cause);
    }
  }
}

/** The failure of the check itself, in words. */
function explained(thrown: unknown, path: string): unknown {
  if (!isSqliteError(thrown)) return thrown;
  if (primaryCode(thrown) === 26) return foreign(path, "it is none", thrown);
  if (isDamage(thrown)) return damaged(path, thrown.message, thrown);
  return unusable(`The database ${path} can't be opened: ${thrown.message}.`, "", thrown);
}

function damaged(path: string, detail: string, cause?: unknown): EngineError {
  return unusable(
    `The database ${path} is damaged: ${detail}.`,
    `Put a backup in its place, or ${moveAway(path)}.`,
    cause,
  );
}

function foreign(path: string, detail: string, cause?: unknown): EngineError {
  return unusable(
    `${path} is not a database of Garner: ${detail}.`,
    `Name another place, or ${moveAway(path)}.`,
    cause,
  );
}

function unwritable(path: string, cause: unknown): EngineError {
  const { code, message } = cause as NodeJS.ErrnoException;
  // Deno says in words which of its permissions is missing.
  if (code === undefined) return unusable(`${path} can't be written: ${message}.`, "", cause);
  const isMissing = code === "ENOENT";
  return unusable(
    isMissing ? `There is no folder ${path}.` : `${path} can't be written by this user (${code}).`,
    isMissing ? "Make it, or name another one." : "Give it to the user that runs Garner, or name another place.",
    cause,
  );
}

function moveAway(path: string): string {
  const name = basename(path);
  return `move ${name}, ${name}-wal and ${name}-shm out of ${dirname(path)} to start with an empty one`;
}

function unusable(complaint: string, wayOut: string, cause?: unknown): EngineError {
  return new EngineError("STORE_UNAVAILABLE", `${complaint} ${wayOut}`.trim(), { cause });
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
