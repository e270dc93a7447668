import { linkAddresses } from "../html/markup.ts";

/** Lines of a message one after the other that are quoted equally deep. */
interface Stretch {
  readonly depth: number;
  readonly lines: readonly string[];
}

/** Deeper quotations count as this deep. */
const maxDepth = 12;

/**
 * The text of a plain message as HTML: quoted lines (`>`) as quotations, lists by their marks, aligned or indented lines
 * as they are, and paragraphs without the line ends that only keep lines short (RFC 3676 tells those apart, most
 * programs don't).
 */
export function plainMailHtml(text: string): string {
  const parts: string[] = [];
  let open = 0;
  for (const { depth, lines } of stretchesOf(text.split("\n"))) {
    for (; open < depth; open += 1) parts.push("<blockquote>");
    for (; open > depth; open -= 1) parts.push("</blockquote>");
    parts.push(...paragraphsOf(lines).map(paragraphHtml));
  }
  return parts.join("") + "</blockquote>".repeat(open);
}

function stretchesOf(lines: readonly string[]): readonly Stretch[] {
  const stretches: { depth: number; lines: string[] }[] = [];
  for (const line of lines) {
    const mark = /^(?:>[ \t]?){1,100}/.exec(line)?.[0] ?? "";
    const depth = Math.min(maxDepth, mark.split(">").length - 1);
    const rest = line.slice(mark.length);
    const last = stretches.at(-1);
    if (last?.depth === depth) last.lines.push(rest);
    else stretches.push({ depth, lines: [rest] });
  }
  return stretches;
}

/** Lines parted at empty ones, and at the mark of a signature (RFC 3676 §4.3). */
function paragraphsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === "") paragraphs.push([]);
    else if (line === "-- ") paragraphs.push([line], []);
    else paragraphs.at(-1)?.push(line.trimEnd());
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

const bullet = /^ {0,4}[-*•+] +(?=\S)/;

function paragraphHtml(lines: readonly string[]): string {
  const [first = ""] = lines;
  if (lines.length === 1 && /^(?:-- |[-_=*]{4,})$/.test(first)) return "<hr>";
  if (isDrawn(lines)) return `<pre>${linkAddresses(lines.join("\n"))}</pre>`;
  if (bullet.test(first)) return listHtml(lines);
  return `<p>${joined(lines)}</p>`;
}

/** Lines whose spaces place something: columns, drawings, code. */
function isDrawn(lines: readonly string[]): boolean {
  const spaced = lines.filter((line) => /\S {3,}\S|\S\t+\S/.test(line)).length;
  return lines.every((line) => /^(?: {4}|\t)/.test(line)) || (spaced > 1 && spaced * 2 >= lines.length);
}

function listHtml(lines: readonly string[]): string {
  const items: string[][] = [];
  for (const line of lines) {
    if (bullet.test(line)) items.push([line.replace(bullet, "")]);
    else items.at(-1)?.push(line.trim());
  }
  return `<ul>${items.map((item) => `<li>${linkAddresses(item.join(" "))}</li>`).join("")}</ul>`;
}

/** Lines this short were not broken for their length. */
const shortestWrapped = 50;

/** Lines of a paragraph: a line end stays where the first word of the next line would have fitted. */
function joined(lines: readonly string[]): string {
  const width = Math.max(shortestWrapped, ...lines.map((line) => line.length));
  return lines
    .map((line, index) => {
      const next = lines[index + 1];
      if (next === undefined) return linkAddresses(line);
      const [word = ""] = next.trimStart().split(/\s/, 1);
      return linkAddresses(line) + (line.length + 1 + word.length > width ? " " : "<br>");
    })
    .join("");
}
