import type { Line, Span } from "./lines.ts";
import type { Box } from "./page-text.ts";
import type { Cell } from "./ruled-tables.ts";

/** A part of the document in reading order. */
export type Block = (
  | {
      readonly kind: "heading";
      readonly size: number;
      readonly bold: boolean;
      readonly spans: readonly Span[];
      /** Its level, where the document states it. */
      readonly level?: number;
    }
  | { readonly kind: "paragraph"; readonly size: number; readonly spans: readonly Span[]; readonly isOpen: boolean }
  | {
      readonly kind: "item";
      readonly marker: string;
      readonly indent: number;
      readonly size: number;
      readonly spans: readonly Span[];
      readonly isOpen: boolean;
    }
  | { readonly kind: "code"; readonly lines: string[] }
  | {
      readonly kind: "table";
      readonly rows: readonly (readonly Cell[])[];
      /** True if cells may stand in other columns. */
      readonly isGuessed?: boolean;
    }
  /** The beginning of another page, and its number. */
  | { readonly kind: "page"; readonly number: number }
) & {
  /** Absent for text that has none, such as text read off a picture. */
  readonly box?: Box;
};

/** Share of the size of type that letters reach below the baseline. */
const descent = 0.25;

/** The box of a block with one more line. */
export function boxAround(box: Box | undefined, { left, right, y, size }: Line): Box {
  const around = { left, top: y - size, right, bottom: y + size * descent };
  if (box === undefined) return around;
  return {
    left: Math.min(box.left, left),
    top: Math.min(box.top, around.top),
    right: Math.max(box.right, right),
    bottom: Math.max(box.bottom, around.bottom),
  };
}
