import { EngineError } from "../../errors.ts";
import { createCharacterMaps } from "./character-maps.ts";
import type { Operators, PdfDocument } from "./pdfjs.ts";
import { withNewEnd } from "./recover.ts";
import { createTagReader, type TagReader } from "./tags.ts";
import { tellTexts, type ToldTexts } from "./told-texts.ts";

/** An open document. Whoever opened it destroys its loading task. */
export interface OpenedPdf {
  readonly document: PdfDocument;
  readonly operators: Operators;
  /** The bytes that were opened. */
  readonly body: Uint8Array;
  /** True if the end of the file was damaged, so that a new one was made up of what is there. */
  readonly isMended: boolean;
  readonly tags: TagReader;
  readonly told: ToldTexts;
  /** Names of East Asian character maps that its fonts need and that are not included; filled while pages are read. */
  readonly missingMaps: ReadonlySet<string>;
}

/** PDF.js logs its repairs, looks for fonts of the machine and fetches data: none of that is wanted. */
const silent = {
  verbosity: 0,
  useSystemFonts: false,
  useWorkerFetch: false,
  cMapPacked: false,

  isEvalSupported: false,
};

/**
 * Opens a PDF; one whose end is missing or damaged, as far as its pages can be found. Pictures are not decoded. Nothing is loaded from the network, and nothing in the file is run. Throws
 * UNSUPPORTED_CONTENT that names the reason: empty, locked with a password, or broken.
 */
export async function openPdf(body: Uint8Array): Promise<OpenedPdf> {
  if (body.length === 0) throw new EngineError("UNSUPPORTED_CONTENT", "The PDF is empty: the server sent no bytes.");
  try {
    return { ...(await open(body)), isMended: false };
  } catch (thrown) {
    const mended = isLocked(thrown) ? undefined : withNewEnd(body);
    if (mended === undefined) throw unreadable(thrown);
    try {
      return { ...(await open(mended)), isMended: true };
    } catch {
      throw unreadable(thrown);
    }
  }
}

async function open(body: Uint8Array): Promise<Omit<OpenedPdf, "isMended">> {
  const { getDocumentProxy, getResolvedPDFJS } = await import("unpdf");
  const { OPS } = await getResolvedPDFJS();
  const maps = createCharacterMaps();
  const options = { ...silent, BinaryDataFactory: maps.Factory, maxImageSize: 1 };
  const told = tellTexts(body);
  const document = await getDocumentProxy(told.body === body ? new Uint8Array(body) : told.body, options);
  const tags = await createTagReader(document, body);
  return { document, operators: OPS, body, tags, told, missingMaps: maps.missing };
}

const isLocked = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === "PasswordException";

function unreadable(thrown: unknown): EngineError {
  const message = isLocked(thrown)
    ? "The PDF is encrypted and needs a password to be read."
    : `The PDF is broken and cannot be read${thrown instanceof Error ? `: ${thrown.message}` : ""}.`;
  return new EngineError("UNSUPPORTED_CONTENT", message.replace(/\.+$/, "."), { cause: thrown });
}

const maxSampledPages = 3;

/** Opens a document once more, this time with its pictures. Whoever opened it destroys its loading task. */
export async function openWithPictures(
  body: Uint8Array,
): Promise<{ readonly document: PdfDocument; readonly operators: Operators }> {
  const { getDocumentProxy, getResolvedPDFJS } = await import("unpdf");
  const { OPS } = await getResolvedPDFJS();
  return {
    document: await getDocumentProxy(new Uint8Array(body), { ...silent, maxImageSize: 100_000_000 }),
    operators: OPS,
  };
}

/** True if the first pages show pictures. */
export async function hasPictures(body: Uint8Array): Promise<boolean> {
  const { document, operators: OPS } = await openWithPictures(body);
  const paints: ReadonlySet<number> = new Set([
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
  ]);
  try {
    for (let number = 1; number <= Math.min(maxSampledPages, document.numPages); number += 1) {
      if ((await operatorsOf(document, number)).some((operator) => paints.has(operator))) return true;
    }
    return false;
  } finally {
    await document.loadingTask.destroy();
  }
}

/** A broken page draws nothing. */
async function operatorsOf(document: PdfDocument, number: number): Promise<readonly number[]> {
  try {
    const page = await document.getPage(number);
    return (await page.getOperatorList()).fnArray;
  } catch {
    return [];
  }
}
