import { statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sqlite, type SqliteStores } from "@garner/sqlite";
import type { Logger } from "pino";

/** Where a server keeps things. */
export interface DataFolder {
  readonly folder: string;
  /** How large the database was before; undefined if there was none. */
  readonly bytesBefore: number | undefined;
}

/**
 * Opens the database in the folder, which is made if it is missing; what is made is its owner's alone. Rejects with an error
 * that names the variable to change and the way out.
 */
export async function openStores(
  folder: string,
  logger: Logger,
): Promise<DataFolder & { readonly stores: SqliteStores }> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Error(`DATA_DIR: ${folder} can't be made: ${reasonOf(cause)}.`, { cause });
  }
  try {
    const onError = (thrown: unknown) => logger.warn({ type: "queue-error", error: String(thrown) });
    const file = join(folder, "garner.sqlite");
    const bytesBefore = statSync(file, { throwIfNoEntry: false })?.size;
    return { folder, bytesBefore, stores: sqlite({ file, onError }) };
  } catch (cause) {
    throw new Error(`DATA_DIR: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
