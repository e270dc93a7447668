import { joinSpans, type StreamPart } from "./blocks.ts";
import type { Line, Span } from "./lines.ts";

/** Notes are set at most this large, in sizes of the text. */
const maxSize = 0.92;
const marker = /^(\d{1,3}|[*†‡§¶]{1,3}|[a-z])$/;
const writtenMarker = /^(\d{1,3}|[*†‡§¶]{1,3})[.)]?\s+(?=\S)/;
/** Distance of baselines within the notes of a column, in font sizes. */
const maxGap = 2.6;

/** A page of several streams, such as columns. */
interface Page {
  readonly streams: readonly (readonly StreamPart[])[];
  /** False for streams that have no notes at their end; all may, if not given. */
  readonly mayEndInNotes?: (stream: number) => boolean;
}

/** Normal values in the document. */
interface Measure {
  readonly bodySize: number;
  readonly words: ReadonlySet<string>;
}

/** The notes of a document, gathered from its pages. */
export interface Notes {
  /** The streams of a page without the notes below them; the marks in its text name the notes, which count from 1. */
  take(page: Page): Page["streams"];
  /** The texts of the notes, in order. */
  readonly texts: readonly (readonly Span[])[];
}

/**
 * Takes footnotes out of the text that goes on in the next column or on the next page: small type at the end of a stream
 * that begins with a mark, if the same mark stands raised in the text of that page.
 */
export function createNotes({ bodySize, words }: Measure): Notes {
  const texts: (readonly Span[])[] = [];
  return {
    texts,
    take: ({ streams, mayEndInNotes = () => true }) => {
      const tails = streams.map((stream, index) => (mayEndInNotes(index) ? tailOf(stream, bodySize) : []));
      const texted = streams.map((stream, index) => stream.slice(0, stream.length - (tails[index]?.length ?? 0)));
      const called = new Set(texted.flat().flatMap((part) => textsIn(part).flatMap(marksIn)));
      const numbers = new Map<string, number>();
      const kept = texted.map((stream, index): readonly StreamPart[] => {
        const { notes, before } = split(tails[index] ?? [], called);
        for (const { mark, lines } of notes) {
          const spans = lines.map((line, at) => (at === 0 ? withoutMark(line) : line.spans));
          texts.push(spans.reduce((all, more) => joinSpans(all, more, words)));
          if (!numbers.has(mark)) numbers.set(mark, texts.length);
        }
        return [...stream, ...before.map((line) => ({ line }))];
      });
      if (numbers.size === 0) return streams;
      const written = new Set(kept.flat().flatMap((part) => textsIn(part).flatMap(likelyCallsIn)));
      return kept.map((stream) => stream.map((part) => marked(part, numbers, written)));
    },
  };
}

/** The small lines at the end of a stream. */
function tailOf(stream: readonly StreamPart[], bodySize: number): readonly Line[] {
  const lines: Line[] = [];
  for (const part of stream.toReversed()) {
    if (!("line" in part) || part.line.size >= bodySize * maxSize) break;
    const below = lines.at(-1);
    if (below !== undefined && below.y - part.line.y > part.line.size * maxGap) break;
    lines.push(part.line);
  }
  return lines.toReversed();
}

interface Note {
  readonly mark: string;
  readonly lines: Line[];
}

/** Notes begin with a mark that the text calls; lines before the first are none. */
function split(
  tail: readonly Line[],
  called: ReadonlySet<string>,
): { notes: readonly Note[]; before: readonly Line[] } {
  const notes: Note[] = [];
  const before: Line[] = [];
  for (const line of tail) {
    const mark = markOf(line);
    if (mark !== undefined && called.has(mark)) notes.push({ mark, lines: [line] });
    else (notes.at(-1)?.lines ?? before).push(line);
  }
  return { notes, before };
}

const markOf = ({ spans: [first], text }: Line): string | undefined =>
  first?.shift === "sup" ? marker.exec(first.text.trim())?.[1] : writtenMarker.exec(text)?.[1];

function withoutMark({ spans, text }: Line): readonly Span[] {
  const [first, ...rest] = spans;
  if (first === undefined) return spans;
  const [second, ...others] = rest;
  if (first.shift === "sup")
    return second === undefined ? [] : [{ ...second, text: second.text.trimStart() }, ...others];
  return [{ ...first, text: first.text.slice(writtenMarker.exec(text)?.[0].length ?? 0) }, ...rest];
}

/** The texts of a line or of the cells of a table. */
const textsIn = (part: StreamPart): readonly (readonly Span[])[] =>
  "line" in part ? [part.line.spans] : part.table.rows.flatMap((row) => row.flatMap(({ lines }) => lines));

const markIn = ({ shift, text }: Span): string | undefined =>
  shift === "sup" ? marker.exec(text.trim())?.[1] : undefined;

const marksIn = (spans: readonly Span[]): readonly string[] => spans.flatMap((span) => markIn(span) ?? []);

/** What stands before a raised number where it is a power: a sign or a lone letter, or a closing bracket of a formula. */
const base = /(?:^|[^\p{L}])[\p{L}][\p{M}]*$|[\d)\]|∥‖]$/u;

/** True for a mark behind a word, as calls of notes stand; numbers behind a sign are powers. */
const isLikely = (spans: readonly Span[], index: number): boolean =>
  !/^\d/.test(spans[index]?.text.trim() ?? "") || !base.test(spans[index - 1]?.text ?? "");

const likelyCallsIn = (spans: readonly Span[]): readonly string[] =>
  spans.flatMap((span, index) => (isLikely(spans, index) ? (markIn(span) ?? []) : []));

/** Names the notes that a part calls. A mark that is called behind a word is a power elsewhere. */
function marked(part: StreamPart, numbers: ReadonlyMap<string, number>, written: ReadonlySet<string>): StreamPart {
  const withNotes = (spans: readonly Span[]): readonly Span[] =>
    spans.map((span, index) => {
      const mark = markIn(span) ?? "";
      const note = !written.has(mark) || isLikely(spans, index) ? numbers.get(mark) : undefined;
      return note === undefined ? span : { ...span, note };
    });
  if ("line" in part) return { line: { ...part.line, spans: withNotes(part.line.spans) } };
  const rows = part.table.rows.map((row) => row.map((cell) => ({ ...cell, lines: cell.lines.map(withNotes) })));
  return { table: { ...part.table, rows } };
}
