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
export function plainMailHtml(text: string, isFlowed = false): string {
  const parts: string[] = [];
  let open = 0;
  for (const { depth, lines } of stretchesOf(text.split("\n"), isFlowed)) {
    for (; open < depth; open += 1) parts.push("<blockquote>");
    for (; open > depth; open -= 1) parts.push("</blockquote>");
    for (const paragraph of paragraphsOf(lines)) parts.push(paragraphHtml(paragraph));
  }
  return parts.join("") + "</blockquote>".repeat(open);
}

function stretchesOf(lines: readonly string[], isFlowed: boolean): readonly Stretch[] {
  const stretches: { depth: number; lines: string[] }[] = [];
  for (const line of lines) {
    const mark = /^(?:>[ \t]?){1,100}/.exec(line)?.[0] ?? "";
    const depth = Math.min(maxDepth, mark.split(">").length - 1);
    const rest = isFlowed ? withoutMarks(line.slice(mark.length), mark) : line.slice(mark.length);
    const last = stretches.at(-1);
    if (last?.depth === depth) last.lines.push(rest);
    else stretches.push({ depth, lines: [rest] });
  }
  return stretches;
}

/** Quoted lines that flow were joined with the marks between them (RFC 3676 §4.5). */
const withoutMarks = (line: string, mark: string): string =>
  mark === "" ? line : line.replaceAll(` ${mark.trim()} `, " ");

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
const number = /^ {0,4}(\d{1,3})[.)] +(?=\S)/;

function paragraphHtml(lines: readonly string[]): string {
  const [first = ""] = lines;
  if (lines.length === 1 && /^(?:-- |[-_=*]{4,})$/.test(first)) return "<hr>";
  if (isDrawn(lines)) return `<pre>${linkAddresses(lines.join("\n"))}</pre>`;
  const mark = [bullet, number].find((kind) => lines.filter((line) => kind.test(line)).length > 1) ?? bullet;
  const start = lines.findIndex((line) => mark.test(line));
  if (start === -1 || (start > 0 && mark === bullet && lines.filter((line) => mark.test(line)).length < 2))
    return `<p>${joined(lines)}</p>`;
  const list = listHtml(lines.slice(start), mark);
  if (list === undefined) return `<p>${joined(lines)}</p>`;
  return (start === 0 ? "" : `<p>${joined(lines.slice(0, start))}</p>`) + list;
}

/** Lines whose spaces place something: columns, drawings, code. */
function isDrawn(lines: readonly string[]): boolean {
  const spaced = lines.filter((line) => /\S {3,}\S|\S\t+\S/.test(line)).length;
  return lines.every((line) => /^(?: {4}|\t)/.test(line)) || (spaced > 1 && spaced * 2 >= lines.length);
}

/** Undefined for numbers that don't count. */
function listHtml(lines: readonly string[], mark: RegExp): string | undefined {
  const items: string[][] = [];
  for (const line of lines) {
    if (mark.test(line)) items.push([line.replace(mark, "")]);
    else items.at(-1)?.push(line.trim());
  }
  const inner = items.map((item) => `<li>${linkAddresses(item.join(" "))}</li>`).join("");
  if (mark === bullet) return `<ul>${inner}</ul>`;
  const numbers = lines.flatMap((line) => mark.exec(line)?.[1] ?? []).map(Number);
  const [first = 1] = numbers;
  return numbers.every((value, index) => value === first + index) ? `<ol start="${first}">${inner}</ol>` : undefined;
}

/** Lines this short were not broken for their length. */
const shortestWrapped = 50;

/** Lines of a paragraph: a line end stays where the first word of the next line would have fitted. */
function joined(lines: readonly string[]): string {
  const width = lines.reduce((most, line) => Math.max(most, line.length), shortestWrapped);
  return lines
    .map((line, index) => {
      const next = lines[index + 1];
      if (next === undefined) return linkAddresses(line);
      const [word = ""] = next.trimStart().split(/\s/, 1);
      return linkAddresses(line) + (line.length + 1 + word.length > width ? " " : "<br>");
    })
    .join("");
}
