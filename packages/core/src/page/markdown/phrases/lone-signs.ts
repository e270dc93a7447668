import { characterAt } from "./escape.ts";
import type { Piece } from "./pieces.ts";

/** True if open emphasis ends here, as another paragraph follows. */
export function endsParagraph(piece: Piece): boolean {
  return piece.kind === "break" && piece.markdown === "\n\n";
}

/**
 * The signs of emphasis that stand once in the text of the paragraph that begins at `start`, and in nothing else that is
 * written in it. Nothing can pair up with them, so they need no escaping.
 */
export function loneSignsIn(pieces: readonly Piece[], start: number): string {
  const runs = { "*": 0, _: 0, "~": 0 };
  for (let index = start; index < pieces.length; index += 1) {
    const piece = pieces[index];
    if (piece === undefined || endsParagraph(piece)) break;
    for (const sign of emphasisSigns) runs[sign] += runsIn(piece, sign);
  }
  return emphasisSigns.filter((sign) => runs[sign] === 1).join("");
}

const emphasisSigns = ["*", "_", "~"] as const;

function runsIn(piece: Piece, sign: string): number {
  if (piece.kind === "text") return countRuns(piece.text, sign);
  const written = piece.kind === "delimiter" ? piece.token : piece.markdown;
  return written.includes(sign) ? 2 : 0;
}

/** Number of runs of an emphasis sign that could open or close emphasis; counts no more than two. */
function countRuns(text: string, sign: string): number {
  let runs = 0;
  let end = 0;
  for (let start = text.indexOf(sign); start !== -1 && runs < 2; start = text.indexOf(sign, end)) {
    end = start + 1;
    while (characterAt(text, end) === sign) end += 1;
    const before = characterAt(text, start - 1);
    const after = characterAt(text, end);
    const isApart = before === " " && after === " ";
    const isInWord = sign === "_" && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
    if (!isApart && !isInWord) runs += 1;
  }
  return runs;
}
