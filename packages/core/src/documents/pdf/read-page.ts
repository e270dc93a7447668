import { withAccents } from "./accents.ts";
import { withDirections } from "./directions.ts";
import { withDropCaps } from "./drop-caps.ts";
import { besidesText, fieldText, linkAreas, shownText, typedText, type LinkArea } from "./annotations.ts";
import { withBullets } from "./bullets.ts";
import { readTexts } from "./drawn-texts.ts";
import { readable, readFonts, unreadable, type Codes, type Font } from "./fonts.ts";
import { joinCodes } from "./split-codes.ts";
import { cutAt, mode, slice, type DrawnPage, type Fragment } from "./page-text.ts";
import type { PdfDocument } from "./pdfjs.ts";
import { descriptionsIn, marksOf } from "./tags.ts";
import type { OpenedPdf } from "./open.ts";
import { apply, readShapes, type Matrix } from "./shapes.ts";
import { withTurnedLines } from "./vertical-lines.ts";
import { withUnderscores } from "./underscores.ts";
import { unseenTexts } from "./unseen.ts";

type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;
type TextContent = Awaited<ReturnType<PdfPage["getTextContent"]>>;
type TextItem = Extract<TextContent["items"][number], { str: string }>;

/** Some programs make type bold by drawing it twice, a little apart. */
function once(fragments: readonly Fragment[]): readonly Fragment[] {
  const drawn = new Map<string, readonly Fragment[]>();
  return fragments.filter((fragment) => {
    const key = `${fragment.text} ${Math.round(fragment.y / 4)}`;
    const same = drawn.get(key) ?? [];
    const reach = fragment.size * 0.12;
    const isRepeated =
      fragment.text.trim() !== "" &&
      same.some(({ x, y }) => Math.abs(x - fragment.x) < reach && Math.abs(y - fragment.y) < reach);
    if (!isRepeated) drawn.set(key, [...same.slice(-20), fragment]);
    return !isRepeated;
  });
}

/** More pieces of text than this are no page for reading. */
const maxPageFragments = 30_000;

/** Reads a page's drawing: text with its fonts and links, and straight lines. */
export async function readPage(
  page: PdfPage,
  opened: Pick<OpenedPdf, "operators" | "tags" | "told">,
): Promise<Omit<DrawnPage, "number">> {
  const tags = await opened.tags.read(page);
  const annotations = await page.getAnnotations(); // not beside the operators: both would read the same pictures
  const [drawnContent, drawing] = await Promise.all([
    page.getTextContent({ includeMarkedContent: true }),
    page.getOperatorList(),
  ]);
  const { content, fontNames } = joinCodes(withTurnedLines(opened.told.textsOf(drawnContent)));
  const viewport = page.getViewport({ scale: 1, rotation: page.rotate + turnOf(page, content) });
  const toPage = viewport.transform as unknown as Matrix;
  const fonts = readFonts(page, content, fontNames);
  const areas = linkAreas(annotations, toPage);
  const marks = marksOf(content.items);
  const drawnTexts = readTexts(drawing, opened.operators, toPage);
  const isUnseen = unseenTexts(drawnTexts);
  const all = content.items.filter((item): item is TextItem => "str" in item).slice(0, maxPageFragments);
  const items = all.filter((item) => !isUnseen(placeOf(item, toPage)));
  const drawn = items.flatMap((item) =>
    isUpright(item, toPage) ? readItem(item, fonts, toPage, marks.get(item)) : [],
  );
  const fragments = withDropCaps(once(withAccents(drawn)));
  const pageSize = mode(fragments.map(({ size, text }) => [size, text.length] as const)) ?? Infinity;
  const pictures = Map.groupBy(drawnTexts.texts, ({ shown }) => shown?.annotation);
  const { rules, dots, dashes } = readShapes(drawing, opened.operators, toPage);
  return {
    width: viewport.width,
    height: viewport.height,
    fragments: withDirections([
      ...withUnderscores(withBullets(fragments, dots), dashes).flatMap((fragment) => linkParts(fragment, areas)),
      ...annotations.flatMap((annotation) => [
        ...fieldText(annotation, toPage, pageSize),
        ...typedText(annotation, toPage),
        ...shownText(annotation, pictures.get(annotation.id) ?? [], opened.told),
      ]),
    ]),
    rules,
    tags,
    descriptions: tags === undefined ? [] : descriptionsIn(tags),
    ...besidesText(annotations),
    codes: new Set(items.flatMap((item) => codesOf(item, fonts.get(item.fontName)))),
    unreadable: items.reduce((sum, { str, fontName }) => sum + unreadable(str, fonts.get(fontName)), 0),
    slanted: wordsOf(items.filter((item) => !isUpright(item, toPage))),
    unseen: wordsOf(all.filter((item) => isUnseen(placeOf(item, toPage)))),
  };
}

/** The codes of a text, unless it is blank or a sign that is read whatever its code is. */
const codesOf = ({ str }: TextItem, font: Font | undefined): readonly Codes[] =>
  font === undefined || (font.codes === "unknown" && (str.trim() === "" || readable(str, font) !== ""))
    ? []
    : [font.codes];

const wordsOf = (items: readonly TextItem[]): readonly string[] =>
  items.map(({ str }) => str.trim()).filter((words) => words !== "");

function placeOf({ transform, width }: TextItem, toPage: Matrix): { x: number; y: number; width: number } {
  const [, , , , e = 0, f = 0] = transform as readonly number[];
  const [x, y] = apply(toPage, e, f);
  return { x, y, width };
}

/** True for text along the lines of the page, or nearly so. */
function isUpright({ transform }: TextItem, toPage: Matrix): boolean {
  const [a = 1, b = 0] = transform as readonly number[];
  return Math.abs(b * toPage[3] + a * toPage[1]) <= Math.abs(a * toPage[0] + b * toPage[2]) * 0.2;
}

/** Degrees to turn the page by for most of its text to be upright. */
function turnOf(page: PdfPage, content: TextContent): 0 | 90 | 180 | 270 {
  const toPage = page.getViewport({ scale: 1 }).transform as unknown as Matrix;
  const characters = { upright: 0, reversed: 0, upwards: 0, downwards: 0 };
  for (const item of content.items.slice(0, maxPageFragments)) {
    if (!("str" in item)) continue;
    const [a = 1, b = 0] = item.transform as readonly number[];
    const [across, down] = [a * toPage[0] + b * toPage[2], a * toPage[1] + b * toPage[3]];
    if (Math.abs(down) <= Math.abs(across)) characters[across < 0 ? "reversed" : "upright"] += item.str.length;
    else characters[down < 0 ? "upwards" : "downwards"] += item.str.length;
  }
  const { upright, reversed, upwards, downwards } = characters;
  if (upright >= Math.max(reversed, upwards, downwards)) return 0;
  if (reversed >= Math.max(upwards, downwards)) return 180;
  return upwards > downwards ? 90 : 270;
}

/** Smaller type is none, in points. */
const minSize = 0.5;
/** Characters are about as wide as half their font's size. */
const sizesPerWidth = 2;

/** The size of type; that of a font of drawings whose box is wrongly flat is told by its widths. */
function sizeOf({ transform }: TextItem, font: Font | undefined): number {
  const [a = 1, b = 0, c = 0, d = 1] = transform as readonly number[];
  const height = Math.hypot(c, d);
  return height > minSize ? height : Math.hypot(a, b) * (font?.averageWidth ?? 0) * sizesPerWidth;
}

/** Fonts of drawings whose characters are wider on average, in font sizes, have sizes that say nothing. */
const maxWidth = 2;

/** True for a blank that PDF.js guessed by a font size that says nothing: where there is a gap, it shows. */
const isGuessedBlank = ({ str, height }: TextItem, font: Font | undefined): boolean =>
  str === " " && height === 0 && font?.isDrawn === true && font.averageWidth > maxWidth;

function readItem(
  item: TextItem,
  fonts: ReadonlyMap<string, Font>,
  toPage: Matrix,
  mark: string | undefined,
): readonly Fragment[] {
  const font = fonts.get(item.fontName);
  const size = sizeOf(item, font);
  const text = readable(item.str, font);
  if (size <= minSize || text === "" || isGuessedBlank(item, font)) return [];
  const place = placeOf(item, toPage);
  const { bold = false, italic = false, fixedPitch = false } = font ?? {};
  return [
    {
      text,
      ...place,
      size,
      bold,
      italic,
      fixedPitch,
      rightToLeft: item.dir === "rtl",
      href: undefined,
      mark,
    },
  ];
}

/** Cuts a fragment where links begin and end, at the nearest ends of words. */
function linkParts(fragment: Fragment, areas: readonly LinkArea[]): readonly Fragment[] {
  const middle = fragment.y - fragment.size * 0.3;
  const right = fragment.x + fragment.width;
  const area = areas.find(
    (candidate) =>
      candidate.top <= middle &&
      candidate.bottom >= middle &&
      candidate.left < right - 1 &&
      candidate.right > fragment.x + 1,
  );
  if (area === undefined || fragment.width <= 0) return [fragment];
  const start = cutAt(fragment, area.left);
  const end = start + fragment.text.slice(start, cutAt(fragment, area.right)).replace(/[,.;:]+$/, "").length;
  if (end <= start) return [fragment];
  const rest = linkParts(
    slice(fragment, end, fragment.text.length),
    areas.filter((other) => other !== area),
  );
  return [slice(fragment, 0, start), { ...slice(fragment, start, end), href: area.url }, ...rest].filter(
    (part) => part.text !== "",
  );
}
