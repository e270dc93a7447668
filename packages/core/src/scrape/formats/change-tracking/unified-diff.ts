import { structuredPatch, type StructuredPatchHunk } from "diff";

/** A unified diff, and the same taken apart (contract §4.8). */
export interface TextDiff {
  readonly text: string;
  readonly changes: ParsedDiff;
}

/** A diff as files, chunks and changes, with the line numbers of each. */
export interface ParsedDiff {
  readonly files: readonly {
    readonly from: string;
    readonly to: string;
    readonly additions: number;
    readonly deletions: number;
    readonly chunks: readonly DiffChunk[];
  }[];
}

interface DiffChunk {
  readonly content: string;
  readonly changes: readonly DiffChange[];
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

type DiffChange =
  | {
      readonly type: "normal";
      readonly normal: true;
      readonly ln1: number;
      readonly ln2: number;
      readonly content: string;
    }
  | { readonly type: "add"; readonly add: true; readonly ln: number; readonly content: string }
  | { readonly type: "del"; readonly del: true; readonly ln: number; readonly content: string };

const from = "previous.md";
const to = "current.md";
const contextLines = 3;
/** Texts that differ in more lines are shown as one whole replaced by another: finding less takes quadratic time. */
const maxEditLength = 1000;

/** The unified diff of two texts, with three lines of context. Pure. */
export function diffTexts(previous: string, current: string): TextDiff {
  const patch = structuredPatch(from, to, `${previous}\n`, `${current}\n`, "", "", {
    context: contextLines,
    maxEditLength,
  });
  const hunks = patch?.hunks ?? [replacement(previous.split("\n"), current.split("\n"))];
  const chunks = hunks.map(chunkOf);
  const changes = chunks.flatMap((chunk) => chunk.changes);
  const additions = changes.filter((change) => change.type === "add").length;
  const deletions = changes.filter((change) => change.type === "del").length;
  const body = hunks.flatMap((hunk) => [headerOf(hunk), ...hunk.lines]);
  return {
    text: [`--- ${from}`, `+++ ${to}`, ...body].join("\n"),
    changes: { files: [{ from, to, additions, deletions, chunks }] },
  };
}

function replacement(previous: readonly string[], current: readonly string[]): StructuredPatchHunk {
  return {
    oldStart: 1,
    oldLines: previous.length,
    newStart: 1,
    newLines: current.length,
    lines: [...previous.map((line) => `-${line}`), ...current.map((line) => `+${line}`)],
  };
}

function headerOf({ oldStart, oldLines, newStart, newLines }: StructuredPatchHunk): string {
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
}

function chunkOf(hunk: StructuredPatchHunk): DiffChunk {
  const { oldStart, oldLines, newStart, newLines } = hunk;
  let oldLine = oldStart;
  let newLine = newStart;
  const changes = hunk.lines.flatMap((content): readonly DiffChange[] => {
    if (content.startsWith("+")) return [{ type: "add", add: true, ln: newLine++, content }];
    if (content.startsWith("-")) return [{ type: "del", del: true, ln: oldLine++, content }];
    return [{ type: "normal", normal: true, ln1: oldLine++, ln2: newLine++, content }];
  });
  return { content: headerOf(hunk), changes, oldStart, oldLines, newStart, newLines };
}
