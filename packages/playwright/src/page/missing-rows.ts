import { answerOf, type Waiting } from "./silent-frames.ts";
import type { World } from "./world.ts";

/** The rows of a table or list that says how many it has (WAI-ARIA, `aria-rowcount`, `aria-setsize`). */
interface Rows {
  readonly declared: number;
  readonly shown: number;
}

/**
 * The warning for a page with a table or list that has fewer rows in its document than it says: it makes them when they are
 * scrolled to, or has more pages of them. Undefined for others.
 */
export async function missingRowsWarning(world: World, waiting: Waiting): Promise<string | undefined> {
  const rows = await answerOf(world.ask<Rows | null>(missingRows), waiting);
  if (rows === undefined || rows === null) return undefined;
  const { declared, shown } = rows;
  return `The page shows ${shown} of the ${declared} rows that a table or list of it has; \`scroll\` or \`click\` actions may bring others.`;
}

/** Tables and lists that are looked at. */
const maxLists = 20;

const missingRows = `(() => {
  const find = (selector) => [...Document.prototype.querySelectorAll.call(document, selector)].slice(0, ${maxLists});
  const number = (element, name) => Number(Element.prototype.getAttribute.call(element, name));
  const rowsIn = (element, selector) => Element.prototype.querySelectorAll.call(element, selector).length;
  const tables = find("[aria-rowcount]").map((table) =>
    ({ declared: number(table, "aria-rowcount"), shown: rowsIn(table, 'tr, [role="row"]') }));
  const items = ["li", '[role="listitem"]', '[role="article"]'].map((item) => item + "[aria-setsize]").join();
  const lists = find(items).map((item) =>
    ({ declared: number(item, "aria-setsize"), shown: rowsIn(item.parentNode, ":scope > [aria-setsize]") }));
  return [...tables, ...lists].find(({ declared, shown }) => shown > 0 && shown < declared) ?? null;
})()`;
