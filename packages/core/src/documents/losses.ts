/** Parts of a document that its text can't hold, counted while it is read. */
export interface Losses {
  /** Counts more of a kind, such as `chart`, in the singular. */
  add(kind: string, count?: number): void;
  /** One sentence that counts them all; none when nothing is lost. */
  warnings(): readonly string[];
}

/** Starts counting. */
export function createLosses(): Losses {
  const counts = new Map<string, number>();
  return {
    add(kind, count = 1) {
      if (count > 0) counts.set(kind, (counts.get(kind) ?? 0) + count);
    },
    warnings: () => {
      if (counts.size === 0) return [];
      const parts = [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? "" : "s"}`);
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
      return [`${new Intl.ListFormat("en").format(parts)} of the document ${total === 1 ? "is" : "are"} left out.`];
    },
  };
}

const maxNamed = 20;

/** The first names of a list that may be long, for a warning. */
export const listOfNames = (names: readonly string[]): string =>
  names.slice(0, maxNamed).join(", ") + (names.length > maxNamed ? ", …" : "");

/** Says how many formulas of a sheet stand for themselves. */
export const unsolvedWarning = (sheet: string, count: number): string =>
  `Sheet ${sheet}: ${count} ${count === 1 ? "formula has" : "formulas have"} no stored result; the formula itself stands there.`;

/** Says how many cells of a sheet show a text that the file has lost. */
export const lostTextsWarning = (sheet: string, count: number): string =>
  `Sheet ${sheet}: the text of ${count} ${count === 1 ? "cell is" : "cells is"} missing from the file.`;

/** The rows and columns of a sheet that are read at most. */
export const maxSheet = { rows: 200_000, columns: 2000 };

/** Says how many cells of a sheet stand further away; nothing when none do. */
export const beyondWarnings = (sheet: string, count: number): readonly string[] =>
  count === 0
    ? []
    : [
        `Sheet ${sheet}: ${count} ${count === 1 ? "cell" : "cells"} beyond row ${maxSheet.rows.toLocaleString("en")} or column ${maxSheet.columns.toLocaleString("en")} ${count === 1 ? "is" : "are"} left out.`,
      ];
