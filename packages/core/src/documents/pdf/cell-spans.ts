/** Columns and rows of one cell, at most; more are a mistake. */
const maxSpan = 200;

/** How many columns and rows a cell of a tagged table states that it stands for (ISO 32000-1, §14.8.5.7). */
export interface CellSpan {
  readonly columns: number;
  readonly rows: number;
}

/** Says which objects of a file are cells, and how far these reach. */
export interface CellSpans {
  /** Takes note of an object: a cell, or attributes that cells may refer to. */
  see(name: string, object: string): void;
  /** The cells among the objects so far, with their spans in their roles. */
  rewritten(): ReadonlyMap<string, string>;
}

/** Cells of a document, and attributes outside of them, at most. */
const maxObjects = 60_000;
/** Characters of a cell, and of attributes. */
const maxLength = 2000;

const cellRole = /\/S\s*\/T[DH](?![\w.])/;
const attribute = /\/(?:Col|Row)Span\s+\d/;

/** PDF.js passes on the roles of cells, but none of their attributes: a cell of two columns becomes `/TD.2.1`. */
export function createCellSpans(): CellSpans {
  const cells = new Map<string, string>();
  const attributes = new Map<string, string>();
  return {
    see: (name, object) => {
      cells.delete(name); // an older version of it
      attributes.delete(name);
      if (object.length > maxLength) return;
      const seen = cellRole.test(object) ? cells : attribute.test(object) ? attributes : undefined;
      if (seen !== undefined && seen.size < maxObjects)
        seen.set(name, Buffer.from(object, "latin1").toString("latin1"));
    },
    rewritten: () =>
      new Map(
        [...cells].flatMap(([name, cell]): readonly (readonly [string, string])[] => {
          const stated = [cell, ...referred(cell).map((reference) => attributes.get(reference) ?? "")].join(" ");
          if (!attribute.test(stated)) return [];
          const spans = `.${spanIn(stated, "Col")}.${spanIn(stated, "Row")}`;
          return [[name, cell.replace(cellRole, (role) => `${role}${spans}`)]];
        }),
      ),
  };
}

/** The objects that a cell refers to; some may hold its attributes. */
const referred = (cell: string): readonly string[] =>
  [...cell.matchAll(/(\d{1,10})\s{1,3}(\d{1,5})\s{1,3}R\b/g)].map(
    ([, number, generation]) => `${Number(number)} ${Number(generation)}`,
  );

function spanIn(attributes: string, side: "Col" | "Row"): number {
  const stated = Number(new RegExp(`/${side}Span\\s+(\\d{1,6})`).exec(attributes)?.[1] ?? 1);
  return stated >= 1 && stated <= maxSpan ? stated : 1;
}

/** The role of an element, and the span that stands in it. */
export function roleAndSpan(role: string): { readonly role: string; readonly span?: CellSpan } {
  const [, cell, columns, rows] = /^(T[DH])\.(\d{1,3})\.(\d{1,3})$/.exec(role) ?? [];
  return cell === undefined ? { role } : { role: cell, span: { columns: Number(columns), rows: Number(rows) } };
}
