import type { PdfDocument } from "./pdfjs.ts";

type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;
type TextContent = Awaited<ReturnType<PdfPage["getTextContent"]>>;
type Item = TextContent["items"][number];
type TextItem = Extract<Item, { str: string }>;

/** The content of a page, and the fonts whose texts were numbers of glyphs, of two bytes each. */
export interface JoinedCodes {
  readonly content: TextContent;
  readonly fontNames: ReadonlySet<string>;
}

/** Share of zeros, which no text has, in that of a font whose codes were cut in two. */
const minZeros = 0.25;
/** Higher bytes begin no number of a glyph: the byte before is missing. */
const maxHighByte = 0x20;

/**
 * Where a composite font (ISO 32000-1, §9.7) is lost, as in a file that breaks off, PDF.js takes each byte of its codes for a
 * character, and puts spaces between them. Such a text becomes the numbers of its glyphs again.
 */
export function joinCodes(content: TextContent): JoinedCodes {
  const counts = new Map<string, { zeros: number; characters: number }>();
  const items = content.items.filter((item): item is TextItem => "str" in item);
  for (const { str, fontName } of items) {
    const { zeros, characters } = counts.get(fontName) ?? { zeros: 0, characters: 0 };
    const own = str.replaceAll(" ", "");
    counts.set(fontName, { zeros: zeros + own.split("\0").length - 1, characters: characters + own.length });
  }
  const isCut = ({ zeros, characters }: { zeros: number; characters: number }) =>
    zeros > 0 && zeros >= characters * minZeros;
  const fontNames = new Set([...counts].flatMap(([name, count]) => (isCut(count) ? [name] : [])));
  if (fontNames.size === 0) return { content, fontNames };
  let high: number | undefined;
  const joined = (text: string): string => {
    let glyphs = "";
    for (const character of text.replaceAll(" ", "")) {
      const byte = character.charCodeAt(0);
      if (byte === 0 || (high === undefined && byte < maxHighByte)) {
        if (high !== undefined && high > 0) glyphs += unknownGlyph; // PDF.js left out its lower byte
        high = byte;
      } else {
        glyphs += String.fromCharCode((high ?? 0) * 0x100 + (byte & 0xff));
        high = undefined;
      }
    }
    return glyphs;
  };
  const read = content.items.flatMap((item): TextContent["items"] => {
    if (!("str" in item) || !fontNames.has(item.fontName)) return [item];
    const str = joined(item.str);
    return str === "" && item.str !== "" && !item.hasEOL ? [] : [{ ...item, str }];
  });
  return {
    content: { ...content, items: read.map((item, index) => wideAs(item, read[index + 1], fontNames)) },
    fontNames,
  };
}

/** No font has so many glyphs that are characters of ASCII. */
const unknownGlyph = "\uFFF0";
/** Glyphs are at most this wide, in font sizes; spaces are glyphs, too. */
const maxGlyph = 0.95;

/** An item that reaches to the next one of its word, as PDF.js knows no widths of its glyphs. */
function wideAs(item: Item, next: Item | undefined, fontNames: ReadonlySet<string>): Item {
  if (!("str" in item) || next === undefined || !("str" in next) || !fontNames.has(item.fontName)) return item;
  const [a = 1, b = 0, , , x = 0, y = 0] = item.transform as readonly number[];
  const [, , , , nextX = 0, nextY = 0] = next.transform as readonly number[];
  const size = Math.hypot(a, b) || 1;
  const along = ((nextX - x) * a + (nextY - y) * b) / size;
  const across = Math.abs((nextX - x) * b - (nextY - y) * a) / size;
  const isBeside = across < size / 10 && along > 0 && along <= item.str.length * size * maxGlyph;
  return isBeside ? { ...item, width: along } : item;
}
