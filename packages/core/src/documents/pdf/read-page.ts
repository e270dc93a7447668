import type { DrawnPage, Fragment, Rule } from "./page-text.ts";
import type { Operators, PdfDocument } from "./pdfjs.ts";
import { apply, readShapes, type Matrix } from "./shapes.ts";

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

interface Font {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly fixedPitch: boolean;
  /** Its characters are pictures; a lone one before a line is a bullet. */
  readonly pictures: boolean;
}

interface LinkArea extends Rule {
  readonly url: string;
}

/** More dots than this are a drawing. */
const maxBullets = 300;
const maxFieldSize = 11;
/** More pieces of text than this are no page for reading. */
const maxPageFragments = 30_000;

/** Reads a page's drawing: text with its fonts and links, and straight lines. */
export async function readPage(page: PdfPage, operators: Operators): Promise<Omit<DrawnPage, "number">> {
  const [content, drawing, annotations] = await Promise.all([
    page.getTextContent(),
    page.getOperatorList(),
    page.getAnnotations(),
  ]);
  const viewport = page.getViewport({ scale: 1, rotation: page.rotate + turnOf(page, content) });
  const toPage = viewport.transform as unknown as Matrix;
  const fonts = new Map(Object.keys(content.styles).map((name) => [name, readFont(page, content, name)]));
  const areas = linkAreas(annotations, toPage);
  const items = content.items.slice(0, maxPageFragments).filter((item): item is TextItem => "str" in item);
  const fragments = once(items.flatMap((item) => (isUpright(item, toPage) ? readItem(item, fonts, toPage) : [])));
  const { rules, dots } = readShapes(drawing, operators, toPage);
  const bullets = dots.length > maxBullets ? [] : dots.flatMap((dot) => bulletAt(dot, fragments));
  return {
    width: viewport.width,
    height: viewport.height,
    fragments: [
      ...fragments.flatMap((fragment) => linkParts(fragment, areas)),
      ...bullets,
      ...annotations.flatMap((annotation: FormField) => fieldText(annotation, toPage)),
    ],
    rules,
    slanted: items.flatMap((item) => (isUpright(item, toPage) || item.str.trim() === "" ? [] : [item.str.trim()])),
  };
}

/** True for text along the lines of the page, or nearly so. */
function isUpright({ transform }: TextItem, toPage: Matrix): boolean {
  const [a = 1, b = 0] = transform as readonly number[];
  return Math.abs(b * toPage[3] + a * toPage[1]) <= Math.abs(a * toPage[0] + b * toPage[2]) * 0.2;
}

/** Degrees to turn the page by for most of its text to be upright. */
function turnOf(page: PdfPage, content: TextContent): 0 | 90 | 270 {
  const toPage = page.getViewport({ scale: 1 }).transform as unknown as Matrix;
  const characters = { upright: 0, upwards: 0, downwards: 0 };
  for (const item of content.items.slice(0, maxPageFragments)) {
    if (!("str" in item)) continue;
    const [a = 1, b = 0] = item.transform as readonly number[];
    const [across, down] = [a * toPage[0] + b * toPage[2], a * toPage[1] + b * toPage[3]];
    if (Math.abs(down) <= Math.abs(across)) characters.upright += item.str.length;
    else characters[down < 0 ? "upwards" : "downwards"] += item.str.length;
  }
  const { upright, upwards, downwards } = characters;
  if (upright >= Math.max(upwards, downwards)) return 0;
  return upwards > downwards ? 90 : 270;
}

interface FormField {
  readonly subtype?: unknown;
  readonly checkBox?: unknown;
  readonly exportValue?: unknown;
  readonly radioButton?: unknown;
  readonly buttonValue?: unknown;
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
  readonly hidden?: unknown;
  readonly password?: unknown;
  readonly rect?: unknown;
}

/** What was filled into a field, chosen or ticked (ISO 32000-1, §12.7.4); empty for signatures and buttons to press. */
function valueOf({ fieldType, fieldValue, ...field }: FormField): string {
  const box = field.checkBox === true ? field.exportValue : field.radioButton === true ? field.buttonValue : undefined;
  if (fieldType === "Btn") return box === undefined || box === null ? "" : fieldValue === box ? "☒" : "☐";
  if (fieldType !== "Tx" && fieldType !== "Ch") return "";
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values.filter((value) => typeof value === "string" && value.trim() !== "").join(", ");
}

/** The value of a form field, at the field's place. */
function fieldText(field: FormField, toPage: Matrix): readonly Fragment[] {
  const { subtype, rect } = field;
  if (subtype !== "Widget" || !Array.isArray(rect)) return [];
  const text = valueOf(field);
  if (text === "" || field.hidden === true || field.password === true) return [];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect.map(Number);
  const [one, other] = [apply(toPage, x1, y1), apply(toPage, x2, y2)];
  const [top, bottom] = [Math.min(one[1], other[1]), Math.max(one[1], other[1])];
  const size = Math.min(maxFieldSize, (bottom - top) * 0.7);
  const style = { size, bold: false, italic: false, fixedPitch: false, rightToLeft: false, href: undefined };
  const x = Math.min(one[0], other[0]);
  return text.split(/\r\n?|\n/).map((line, index) => ({
    ...style,
    text: line,
    x,
    y: top + size * (1 + index * 1.2),
    width: line.length * size * 0.5,
  }));
}

/** A dot that is drawn before a line of text is its bullet. */
function bulletAt(dot: Rule, fragments: readonly Fragment[]): readonly Fragment[] {
  const middle = (dot.top + dot.bottom) / 2;
  const line = fragments.filter(({ y, size }) => middle < y && middle > y - size * 0.8);
  const first = line.find(({ x, width, size, rightToLeft }) => {
    const gap = rightToLeft ? dot.left - x - width : x - dot.right;
    return gap > -size * 0.1 && gap < size * 1.6;
  });
  const isTaken = line.some(({ x, width, text, size, rightToLeft }) => {
    const [before, after] = rightToLeft ? [0, size] : [size, 0];
    return text.trim() !== "" && x < dot.right + after && x + width > dot.left - before;
  });
  if (first === undefined || isTaken) return [];
  return [
    { ...first, text: "•", x: dot.left, width: dot.right - dot.left, bold: false, italic: false, href: undefined },
  ];
}

function readFont(page: PdfPage, content: TextContent, name: string): Font {
  const loaded: unknown = page.commonObjs.has(name) ? page.commonObjs.get(name) : undefined;
  const known = typeof loaded === "object" && loaded !== null && "name" in loaded ? String(loaded.name) : "";
  const family = content.styles[name]?.fontFamily ?? "";
  return {
    bold: /bold|black|heavy|semibold|demi(?!ght)|-bd|cmbx|cmb\d|\bmedi$|-medi\b|LMRoman\w*-Bold/i.test(known),
    italic: /(?<!dig)ital|oblique|cmti|cmsl|-it\b|slanted/i.test(known),
    fixedPitch:
      known === ""
        ? family === "monospace"
        : /mono(?!type)|courier|consol|menlo|cmtt|typewriter|inconsolata|fixed|source ?code|fira ?code|nimbusmonl|txtt|lmtt/i.test(
            known,
          ),
    pictures: /wingding|dingbat|webding|symbol|fontawesome|icon/i.test(known),
  };
}

const presentationForms = /[\u2E9F\u2EF3\u2F00-\u2FD5\uFB00-\uFB06\uFB13-\uFB17\uFB1D-\uFDFF\uFE70-\uFEFC]/g;

/** Fonts map some ideographs to radicals that look the same and have no compatibility mapping. */
const radicals: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "⺟母",
    "⺠民",
    "⻄西",
    "⻅见",
    "⻆角",
    "⻉贝",
    "⻋车",
    "⻑長",
    "⻓长",
    "⻔门",
    "⻘青",
    "⻚页",
    "⻛风",
    "⻜飞",
    "⻝食",
    "⻢马",
  ]
    .concat([
      "⻣骨",
      "⻤鬼",
      "⻥鱼",
      "⻦鸟",
      "⻨麦",
      "⻩黄",
      "⻫斉",
      "⻬齐",
      "⻭歯",
      "⻮齿",
      "⻯竜",
      "⻰龙",
      "⻲亀",
      "⻳龟",
    ])
    .map(([radical = "", character = ""]) => [radical, character]),
);

function readItem(item: TextItem, fonts: ReadonlyMap<string, Font>, toPage: Matrix): readonly Fragment[] {
  const [, , c = 0, d = 1, e = 0, f = 0] = item.transform as readonly number[];
  const size = Math.hypot(c, d);
  const font = fonts.get(item.fontName);
  const text = readable(item.str, font);
  if (size <= 0.5 || text === "") return [];
  const [x, y] = apply(toPage, e, f);
  const { bold = false, italic = false, fixedPitch = false } = font ?? {};
  return [
    { text, x, y, width: item.width, size, bold, italic, fixedPitch, rightToLeft: item.dir === "rtl", href: undefined },
  ];
}

/** Characters of TeX's bitmap fonts, which name none, at the codes from 0x10 (Cork encoding). */
const cork = ["“", "”", "„", "«", "»", "–", "—", "", "", "ı", "ȷ", "ff", "fi", "fl", "ffi", "ffl"];

function readable(text: string, font: Font | undefined): string {
  if (font?.pictures === true && /^[^\p{Script=Greek}\p{Sm}\d\s]$/u.test(text)) return "•";
  /* oxlint-disable no-control-regex */
  return text
    .replace(/^[\u000F\u0088](?=\s|$)/, "•") // the same fonts' bullets
    .replace(/[\u0010-\u001F]/g, (code) => cork[code.charCodeAt(0) - 0x10] ?? "")
    .replace(/[\uF0A7\uF0B7\uF076\uF0D8\uF0FC]/g, "•")
    .replace(presentationForms, (form) => form.normalize("NFKC"))
    .replace(/[\u2E80-\u2EF3]/g, (radical) => radicals[radical] ?? radical)
    .replace(/[\u0000-\u0008\u000B-\u001F\u0080-\u0084\u0086-\u009F\uFFFE\uFFFF]/g, "");
  /* oxlint-enable no-control-regex */
}

type Annotations = Awaited<ReturnType<PdfPage["getAnnotations"]>>;

function linkAreas(annotations: Annotations, toPage: Matrix): readonly LinkArea[] {
  return annotations.flatMap((annotation: { subtype?: unknown; url?: unknown; rect?: unknown }) => {
    if (annotation.subtype !== "Link" || typeof annotation.url !== "string" || !Array.isArray(annotation.rect))
      return [];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = annotation.rect.map(Number);
    const [one, other] = [apply(toPage, x1, y1), apply(toPage, x2, y2)];
    const area = {
      left: Math.min(one[0], other[0]),
      right: Math.max(one[0], other[0]),
      top: Math.min(one[1], other[1]),
      bottom: Math.max(one[1], other[1]),
    };
    return [{ url: annotation.url, ...area }];
  });
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

/** Greatest error in the estimated place of a character, as letters are not equally wide. */
const maxShift = 10;

/** The end of a word nearest to a horizontal position. */
function cutAt({ text, x, width }: Fragment, position: number): number {
  const estimate = Math.max(0, Math.min(text.length, Math.round(((position - x) / width) * text.length)));
  const isEnd = (index: number) =>
    index === 0 || index === text.length || text[index] === " " || text[index - 1] === " ";
  for (let distance = 0; distance <= maxShift; distance += 1) {
    for (const index of [estimate - distance, estimate + distance]) {
      if (index >= 0 && index <= text.length && isEnd(index)) return index;
    }
  }
  return estimate;
}

function slice(fragment: Fragment, start: number, end: number): Fragment {
  const perCharacter = fragment.width / Math.max(1, fragment.text.length);
  return {
    ...fragment,
    text: fragment.text.slice(start, end),
    x: fragment.x + start * perCharacter,
    width: (end - start) * perCharacter,
  };
}
