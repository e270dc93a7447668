import type { JobRows } from "@garner/core";
import type { Database } from "../database/database.ts";
import { findJob, insertJob, saveJob, toRow } from "./job-row.ts";
import { loadFrontier, nextLanes, openEntries, openFirst } from "./load-frontier.ts";
import { saveFrontier } from "./save-frontier.ts";

/** The rows of jobs in their tables; each step is one transaction. */
export function jobRows(database: Database): JobRows {
  return {
    step: (id, step, beginning) =>
      database.write(() => {
        const columns = findJob(database, id) ?? (beginning && insertJob(database, beginning));
        if (columns === undefined) return undefined;
        const tables = { database, job: columns.number, lanes: new Map() };
        const row = toRow(database, columns);
        const loaded = loadFrontier(tables, row, step.needs(row));
        const { lanes, finish } = step.take(loaded.state);
        const { changes, tellsOpen, result } = finish(lanes === undefined ? [] : nextLanes(tables, lanes));
        if (changes === undefined) return result(new Map(), []);
        const numbers = saveFrontier(tables, changes, loaded);
        saveJob(database, columns, changes.row);
        const open = ([lane, count]: readonly [string, number]) =>
          [lane, openFirst(tables, numbers.get(lane) ?? -1, count)] as const;
        return result(new Map([...changes.open].map(open)), tellsOpen === true ? openEntries(tables) : []);
      }),
    async look(id, step) {
      const columns = findJob(database, id);
      if (columns === undefined) return undefined;
      const row = toRow(database, columns);
      const { state } = loadFrontier({ database, job: columns.number, lanes: new Map() }, row, step.needs(row));
      const { changes, result } = step.take(state).finish([]);
      return changes === undefined ? result(new Map(), []) : undefined;
    },
  };
}
