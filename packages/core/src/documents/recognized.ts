/** Characters of the widest line of prose, at least, in a paragraph of any length and in one of several lines. */
const minProse = 40;
const minColumn = 20;
const manyLines = 4;
/** Share of that width that most lines of prose have, and their share of all but the last. */
const minFilled = 0.75;
const minShareFilled = 0.75;

/**
 * The paragraphs of a text that was recognized in a picture. Each is a list of lines that stay lines, as those of tables and
 * addresses; the parts of one are the lines of the picture, which go on with each other, as those of prose.
 */
export function recognizedParagraphs(text: string): readonly (readonly (readonly string[])[])[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split("\n").map((line) => line.trim()))
    .map((lines) => lines.filter((line) => line !== ""))
    .filter((lines) => lines.length > 0)
    .map((lines) => (isProse(lines) ? [lines] : lines.map((line) => [line])));
}

/** True for lines that end where the next word has no room. */
function isProse(lines: readonly string[]): boolean {
  const width = Math.max(...lines.map(({ length }) => length));
  const others = lines.slice(0, -1);
  const filled = others.filter(({ length }) => length >= width * minFilled);
  return width >= (lines.length < manyLines ? minProse : minColumn) && filled.length >= others.length * minShareFilled;
}
