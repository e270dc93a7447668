import type * as NodeSqlite from "node:sqlite";
import { EngineError } from "@garner/core";

// Asked for and not imported: an import that a runtime can't resolve ends it before anybody could say why.
const module: typeof NodeSqlite | undefined = process.getBuiltinModule("node:sqlite");
if (module === undefined) {
  throw new EngineError("CAPABILITY_MISSING", "@garner/sqlite needs `node:sqlite`, which this runtime does not have.");
}

/** A connection to a file of SQLite; see https://nodejs.org/api/sqlite.html. */
export const { DatabaseSync } = module;
export type DatabaseSync = NodeSqlite.DatabaseSync;
export type StatementSync = NodeSqlite.StatementSync;
export type SQLInputValue = NodeSqlite.SQLInputValue;
