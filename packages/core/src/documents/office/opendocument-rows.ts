import type { Element } from "domhandler";
import { childrenOf } from "../../markup/xml-tree.ts";

const groups: ReadonlySet<string> = new Set(["table:table-header-rows", "table:table-rows", "table:table-row-group"]);

/** The rows of a table, without those of tables in its cells. */
export const rowsOf = (table: Element): readonly Element[] =>
  childrenOf(table).flatMap((child) => {
    if (child.name === "table:table-row") return [child];
    return groups.has(child.name) ? rowsOf(child) : [];
  });
