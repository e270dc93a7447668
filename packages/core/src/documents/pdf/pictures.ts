import { crc32, deflateSync } from "node:zlib";
import type { PagePicture } from "../../ports/text-recognizer.ts";
import { openWithPictures } from "./open.ts";
import type { Operators, PdfDocument } from "./pdfjs.ts";
import { multiply, type Matrix } from "./shapes.ts";

/** Resolution of drawn pages, as recognizers expect it. */
const dotsPerInch = 200;
const pointsPerInch = 72;
/** A page drawn larger than this is drawn coarser. */
const maxPixels = 12_000_000;
/** Pictures that cover less of a page are logos. */
const minCoverage = 0.04;
const maxPicturesPerPage = 400;

/** A picture of a PDF as PDF.js decodes it. */
interface DecodedImage {
  readonly width: number;
  readonly height: number;
  /** 1 for one bit a pixel, 2 for RGB, 3 for RGBA. */
  readonly kind: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

interface PlacedImage {
  readonly image: DecodedImage;
  /** Maps the unit square to the page in points. */
  readonly matrix: Matrix;
}

/** The pages of a PDF as pictures: only their drawn pictures, in grey. Pages without any are left out. */
export async function picturesOf(
  body: Uint8Array,
  numbers: readonly number[],
  signal: AbortSignal,
): Promise<readonly PagePicture[]> {
  const { document, operators } = await openWithPictures(body);
  const pictures: PagePicture[] = [];
  try {
    for (const page of numbers) {
      if (signal.aborted) break;
      const bytes = await drawPage(document, operators, page).catch(() => undefined); // a broken page shows nothing
      if (bytes !== undefined) pictures.push({ page, bytes, mediaType: "image/png" });
    }
    return pictures;
  } finally {
    await document.loadingTask.destroy();
  }
}

async function drawPage(document: PdfDocument, operators: Operators, number: number): Promise<Uint8Array | undefined> {
  const page = await document.getPage(number);
  const { fnArray, argsArray } = await page.getOperatorList();
  const viewport = page.getViewport({ scale: 1 });
  const placed: PlacedImage[] = [];
  const saved: Matrix[] = [];
  let current = viewport.transform as unknown as Matrix;
  for (const [index, operator] of fnArray.entries()) {
    const parameters: unknown = argsArray[index];
    if (operator === operators.save || operator === operators.paintFormXObjectBegin) saved.push(current);
    if (operator === operators.restore || operator === operators.paintFormXObjectEnd) current = saved.pop() ?? current;
    else if (operator === operators.transform) current = multiply(current, parameters);
    else if (operator === operators.paintFormXObjectBegin && Array.isArray(parameters))
      current = multiply(current, parameters[0]);
    else if (operator === operators.paintImageXObject || operator === operators.paintInlineImageXObject) {
      const image = Array.isArray(parameters) ? await imageOf(page, parameters[0]) : undefined;
      if (image !== undefined && placed.length < maxPicturesPerPage) placed.push({ image, matrix: current });
    }
  }
  page.cleanup();
  const covered = placed.reduce((sum, { matrix: [a, b, c, d] }) => sum + Math.abs(a * d - b * c), 0);
  if (covered < viewport.width * viewport.height * minCoverage) return undefined;
  return toPng(draw(placed, viewport));
}

type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;

/** Decoded by PDF.js; those that it can't decode are left out. */
async function imageOf(page: PdfPage, reference: unknown): Promise<DecodedImage | undefined> {
  if (typeof reference !== "string") return isImage(reference) ? reference : undefined;
  const objects = reference.startsWith("g_") ? page.commonObjs : page.objs;
  const image = await new Promise<unknown>((resolve) => objects.get(reference, resolve));
  return isImage(image) ? image : undefined;
}

const isImage = (value: unknown): value is DecodedImage =>
  typeof value === "object" && value !== null && "data" in value && ArrayBuffer.isView(value.data) && "kind" in value;

interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** One byte a pixel, 255 for white. */
  readonly grey: Uint8Array;
}

function draw(placed: readonly PlacedImage[], page: { readonly width: number; readonly height: number }): Bitmap {
  const wanted = dotsPerInch / pointsPerInch;
  const scale = Math.min(wanted, Math.sqrt(maxPixels / Math.max(1, page.width * page.height)));
  const [width, height] = [Math.max(1, Math.round(page.width * scale)), Math.max(1, Math.round(page.height * scale))];
  const grey = new Uint8Array(width * height).fill(255);
  for (const { image, matrix } of placed) {
    const scaled = multiply([scale, 0, 0, scale, 0, 0], matrix);
    drawImage({ width, height, grey }, image, scaled);
  }
  return { width, height, grey };
}

/** Every pixel of the page looks up the one of the picture that it shows. */
function drawImage({ width, height, grey }: Bitmap, image: DecodedImage, [a, b, c, d, e, f]: Matrix): void {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-6) return;
  const corners = [
    [e, f],
    [e + a, f + b],
    [e + c, f + d],
    [e + a + c, f + b + d],
  ] as const;
  const [left, right] = [
    clamp(Math.min(...corners.map(([x]) => x)), width),
    clamp(Math.max(...corners.map(([x]) => x)), width),
  ];
  const [top, bottom] = [
    clamp(Math.min(...corners.map(([, y]) => y)), height),
    clamp(Math.max(...corners.map(([, y]) => y)), height),
  ];
  const shadeAt = shades(image);
  for (let y = Math.floor(top); y < bottom; y += 1) {
    for (let x = Math.floor(left); x < right; x += 1) {
      const [dx, dy] = [x + 0.5 - e, y + 0.5 - f];
      const u = (dx * d - dy * c) / determinant;
      const v = (dy * a - dx * b) / determinant;
      if (u < 0 || u >= 1 || v < 0 || v >= 1) continue;
      // The first row of a picture is drawn at the top of its square, where v is 1.
      grey[y * width + x] = shadeAt(Math.floor(u * image.width), Math.floor((1 - v) * image.height - 1e-9));
    }
  }
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));

/** Brightness of a picture's pixels. */
function shades({ width, kind, data }: DecodedImage): (x: number, y: number) => number {
  if (kind === 1) {
    const stride = Math.ceil(width / 8);
    return (x, y) => (((data[y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) * 255;
  }
  const channels = kind === 3 ? 4 : 3;
  return (x, y) => {
    const at = (y * width + x) * channels;
    return ((data[at] ?? 255) * 77 + (data[at + 1] ?? 255) * 151 + (data[at + 2] ?? 255) * 28) >> 8;
  };
}

/** A grey picture in PNG (ISO/IEC 15948). */
function toPng({ width, height, grey }: Bitmap): Uint8Array {
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(grey.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 0, 0, 0, 0], 8);
  const chunks = [
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", new Uint8Array()),
  ];
  return Buffer.concat([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), ...chunks]);
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(content, 8);
  view.setUint32(content.length + 8, crc32(bytes.subarray(4, content.length + 8)));
  return bytes;
}
