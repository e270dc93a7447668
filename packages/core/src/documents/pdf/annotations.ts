import { invisible, type DrawnText } from "./drawn-texts.ts";
import type { DrawnPage, Fragment, Rule } from "./page-text.ts";
import type { PdfDocument } from "./pdfjs.ts";
import { apply, type Matrix } from "./shapes.ts";
import type { ToldTexts } from "./told-texts.ts";

type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;
type Annotations = Awaited<ReturnType<PdfPage["getAnnotations"]>>;

/** The place of a link, and where it leads. */
export interface LinkArea extends Rule {
  readonly url: string;
}

const maxFieldSize = 11;
/** Half the height of capitals, in font sizes. */
const halfCapital = 0.35;

/** An annotation as PDF.js gives it (ISO 32000-1, §12.5), as far as it is read. */
interface Annotation {
  readonly id?: unknown;
  readonly subtype?: unknown;
  readonly checkBox?: unknown;
  readonly exportValue?: unknown;
  readonly radioButton?: unknown;
  readonly buttonValue?: unknown;
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
  readonly multiLine?: unknown;
  readonly combo?: unknown;
  readonly hidden?: unknown;
  readonly password?: unknown;
  readonly rect?: unknown;
  readonly url?: unknown;
  readonly annotationFlags?: unknown;
  readonly contentsObj?: unknown;
  readonly textContent?: unknown;
  readonly file?: unknown;
}

/**
 * The text that was filled into a field, chosen or ticked (ISO 32000-1, §12.7.4); empty for signatures and buttons to
 * press. PDF.js reads no text that is stored as a stream: what the field shows stands for it.
 */
function valueOf({ fieldType, fieldValue, ...field }: Annotation): string {
  const box = field.checkBox === true ? field.exportValue : field.radioButton === true ? field.buttonValue : undefined;
  if (fieldType === "Btn") return box === undefined || box === null ? "" : fieldValue === box ? "☒" : "☐";
  if (fieldType !== "Tx" && fieldType !== "Ch") return "";
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  const filled = values.filter((value) => typeof value === "string" && value.trim() !== "").join(", ");
  return filled === "" && fieldType === "Tx" ? shownLines(field).replaceAll("\n", " ") : filled;
}

/** The value of a form field, at the field's place, in type no larger than that of the page. */
export function fieldText(field: Annotation, toPage: Matrix, pageSize: number): readonly Fragment[] {
  const { subtype, rect } = field;
  if (subtype !== "Widget" || !Array.isArray(rect)) return [];
  const text = valueOf(field);
  if (text === "" || field.hidden === true || field.password === true) return [];
  const box = boxOf(rect, toPage);
  const isOneLine = field.multiLine !== true && field.combo !== false;
  const maxSize = Math.min(maxFieldSize, pageSize);
  return linesFrom(isOneLine ? middleOf(box, maxSize) : topOf(box, maxSize), text).map((line) => ({
    ...line,
    width: Math.min(line.width, box.right - box.left),
  }));
}

/** The first baseline in a box, and the size of its type. */
type Start = Pick<Fragment, "x" | "y" | "size">;

function topOf({ left, top, bottom }: Rule, maxSize = maxFieldSize): Start {
  const size = Math.min(maxSize, (bottom - top) * 0.7);
  return { x: left, y: top + size, size };
}

/** The line of a field stands in the middle of its box, as its label does beside it. */
function middleOf(box: Rule, maxSize: number): Start {
  const start = topOf(box, maxSize);
  return { ...start, y: (box.top + box.bottom) / 2 + start.size * halfCapital };
}

const plain = { bold: false, italic: false, fixedPitch: false, rightToLeft: false, href: undefined };

function linesFrom({ x, y, size }: Start, text: string): readonly Fragment[] {
  return text.split(/\r\n?|\n/).map((line, index) => ({
    ...plain,
    size,
    text: line,
    x,
    y: y + size * index * 1.2,
    width: line.length * size * 0.5,
  }));
}

/** The links of a page. */
export function linkAreas(annotations: Annotations, toPage: Matrix): readonly LinkArea[] {
  return annotations.flatMap((annotation: Annotation) => {
    if (annotation.subtype !== "Link" || typeof annotation.url !== "string" || !Array.isArray(annotation.rect))
      return [];
    return [{ url: annotation.url, ...boxOf(annotation.rect, toPage) }];
  });
}

function boxOf(rect: readonly unknown[], toPage: Matrix): Rule {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect.map(Number);
  const [one, other] = [apply(toPage, x1, y1), apply(toPage, x2, y2)];
  return {
    left: Math.min(one[0], other[0]),
    right: Math.max(one[0], other[0]),
    top: Math.min(one[1], other[1]),
    bottom: Math.max(one[1], other[1]),
  };
}

/** Flags of annotations that nobody sees: hidden, and not to be viewed (ISO 32000-1, §12.5.3). */
const unseen = 0b100010;

const isSeen = ({ annotationFlags }: Annotation): boolean => (Number(annotationFlags ?? 0) & unseen) === 0;

function contentsOf({ contentsObj, textContent }: Annotation): string {
  const written =
    typeof contentsObj === "object" && contentsObj !== null && "str" in contentsObj ? String(contentsObj.str) : "";
  return written.trim() === "" ? shownLines({ textContent }) : written.trim();
}

/** The lines that the picture of an annotation shows. */
function shownLines({ textContent }: Annotation): string {
  const shown: readonly unknown[] = Array.isArray(textContent) ? textContent : [];
  return shown
    .filter((line) => typeof line === "string")
    .join("\n")
    .trim();
}

/** Text that a reader of the page typed onto it, which is part of what the page shows. */
export function typedText(annotation: Annotation, toPage: Matrix): readonly Fragment[] {
  const { subtype, rect } = annotation;
  if (subtype !== "FreeText" || !Array.isArray(rect) || !isSeen(annotation)) return [];
  const text = contentsOf(annotation);
  return text === "" ? [] : linesFrom(topOf(boxOf(rect, toPage)), text);
}

/** Annotations whose pictures are read: those of fields hold their values, and those of links and remarks are icons. */
const isPictured = ({ subtype, fieldType }: Annotation): boolean =>
  subtype === "Widget" ? fieldType === "Sig" : !/^(?:Link|Popup|Text|FileAttachment)$/.test(String(subtype));

/** The text that only the picture of an annotation shows, such as a signature or a stamp. */
export function shownText(
  annotation: Annotation,
  picture: readonly DrawnText[],
  { lettersOf }: ToldTexts,
): readonly Fragment[] {
  const isTyped = annotation.subtype === "FreeText" && contentsOf(annotation) !== "";
  if (isTyped || !isPictured(annotation) || !isSeen(annotation)) return [];
  return picture.flatMap(({ shown, box, mode }) => {
    if (shown === undefined || shown.text.trim() === "" || mode === invisible) return [];
    const text = lettersOf(shown.text);
    return [{ ...plain, text, size: shown.size, x: box.left, y: box.bottom, width: box.right - box.left }];
  });
}

const commenting =
  /^(?:Text|Highlight|Underline|StrikeOut|Squiggly|Square|Circle|Line|Polygon|PolyLine|Ink|Caret|Stamp)$/;

/** The things on a page that are no part of its text: the number of readers' remarks, and the names of files. */
export function besidesText(annotations: Annotations): Pick<DrawnPage, "comments" | "files"> {
  const seen = annotations.filter((annotation: Annotation) => isSeen(annotation));
  return {
    comments: seen.filter(
      (annotation: Annotation) => commenting.test(String(annotation.subtype)) && contentsOf(annotation) !== "",
    ).length,
    files: seen.flatMap(({ file }: Annotation) => fileNames(file)),
  };
}

/** The name of a file that is attached to a document or a page, as PDF.js gives it; none for anything else. */
export function fileNames(file: unknown): readonly string[] {
  return typeof file === "object" && file !== null && "filename" in file ? [String(file.filename)] : [];
}
