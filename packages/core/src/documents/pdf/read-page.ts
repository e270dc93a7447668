import { withAccents } from "./accents.ts";
import { withDropCaps } from "./drop-caps.ts";
import { besidesText, fieldText, linkAreas, typedText, type LinkArea } from "./annotations.ts";
import { withBullets } from "./bullets.ts";
import { readable, readFont, unreadable, type Font } from "./fonts.ts";
import { cutAt, slice, type DrawnPage, type Fragment } from "./page-text.ts";
import type { PdfDocument } from "./pdfjs.ts";
import { marksOf } from "./tags.ts";
import type { OpenedPdf } from "./open.ts";
import { apply, readShapes, type Matrix } from "./shapes.ts";
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
  opened: Pick<OpenedPdf, "operators" | "tags">,
): Promise<Omit<DrawnPage, "number">> {
  const tags = await opened.tags.read(page);
  const [content, drawing, annotations] = await Promise.all([
    page.getTextContent({ includeMarkedContent: tags !== undefined }),
    page.getOperatorList(),
    page.getAnnotations(),
  ]);
  const viewport = page.getViewport({ scale: 1, rotation: page.rotate + turnOf(page, content) });
  const toPage = viewport.transform as unknown as Matrix;
  const fonts = new Map(Object.keys(content.styles).map((name) => [name, readFont(page, content, name)]));
  const areas = linkAreas(annotations, toPage);
  const marks = marksOf(content.items);
  const isUnseen = unseenTexts(drawing, opened.operators, toPage);
  const all = content.items.slice(0, maxPageFragments).filter((item): item is TextItem => "str" in item);
  const items = all.filter((item) => !isUnseen(placeOf(item, toPage)));
  const drawn = items.flatMap((item) =>
    isUpright(item, toPage) ? readItem(item, fonts, toPage, marks.get(item)) : [],
  );
  const fragments = withDropCaps(once(withAccents(drawn)));
  const { rules, dots } = readShapes(drawing, opened.operators, toPage);
  return {
    width: viewport.width,
    height: viewport.height,
    fragments: [
      ...withBullets(fragments, dots).flatMap((fragment) => linkParts(fragment, areas)),
      ...annotations.flatMap((annotation) => [...fieldText(annotation, toPage), ...typedText(annotation, toPage)]),
    ],
    rules,
    tags,
    ...besidesText(annotations),
    codes: new Set(items.flatMap((item) => fonts.get(item.fontName)?.codes ?? [])),
    unreadable: items.reduce((sum, { str, fontName }) => sum + unreadable(str, fonts.get(fontName)), 0),
    slanted: wordsOf(items.filter((item) => !isUpright(item, toPage))),
    unseen: wordsOf(all.filter((item) => isUnseen(placeOf(item, toPage)))),
  };
}

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

function readItem(
  item: TextItem,
  fonts: ReadonlyMap<string, Font>,
  toPage: Matrix,
  mark: string | undefined,
): readonly Fragment[] {
  const font = fonts.get(item.fontName);
  const size = sizeOf(item, font);
  const text = readable(item.str, font);
  if (size <= minSize || text === "") return [];
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
