import type { PdfDocument } from "./pdfjs.ts";

type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;
type TextContent = Awaited<ReturnType<PdfPage["getTextContent"]>>;
type Item = TextContent["items"][number];

/** Marks as vertical lines have them (Unicode: Vertical Forms, and those among CJK Compatibility Forms). */
const verticalForms = /[\uFE10-\uFE19\uFE30-\uFE32\uFE35-\uFE44\uFE47\uFE48]/g;
const leaders: Readonly<Record<string, string>> = { "\uFE19": "…", "\uFE30": "‥" };
/** From a character of ASCII to the one that is as wide as an ideograph. */
const toFullWidth = 0xfee0;

/** A mark as horizontal lines have it. */
function horizontalForm(mark: string): string {
  const form = leaders[mark] ?? mark.normalize("NFKC");
  const code = form.charCodeAt(0);
  return code < 0x7f ? String.fromCharCode(code + toFullWidth) : form;
}

/** Upright texts of at most so many characters stand across a vertical line, as numbers do. */
const maxAcross = 3;

/**
 * Text of fonts for vertical lines (ISO 32000-1, §9.7.4.3) as text that is turned by a quarter: each glyph stands below the
 * one before, and the lines follow from right to left. Where most of a page's text is such, short texts in horizontal fonts
 * stand across its lines and are turned as well.
 */
export function withTurnedLines(content: TextContent): TextContent {
  const isVertical = ({ fontName }: { fontName: string }) => content.styles[fontName]?.vertical === true;
  const lengths = { vertical: 0, all: 0 };
  for (const item of content.items) {
    if (!("str" in item)) continue;
    lengths.all += item.str.length;
    if (isVertical(item)) lengths.vertical += item.str.length;
  }
  if (lengths.vertical === 0) return content;
  const isPage = lengths.vertical > lengths.all / 2;
  const turned = (item: Item): Item => {
    if (!("str" in item)) return item;
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform as readonly number[];
    const quarter = [-c, -d, a, b];
    if (isVertical(item)) {
      const str = item.str.replace(verticalForms, horizontalForm);
      return { ...item, str, dir: "ltr", width: item.height, height: item.width, transform: [...quarter, e, f] };
    }
    const isAcross = isPage && item.str.trim().length <= maxAcross && Math.abs(b) < Math.abs(a) / 10;
    if (!isAcross) return item;
    const place = [e + item.width / 2, f + d];
    return { ...item, width: item.height, height: item.width, transform: [...quarter, ...place] };
  };
  return { ...content, items: content.items.map(turned) };
}
