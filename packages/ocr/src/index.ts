/**
 * Text recognition for scanned PDFs and pictures, with Tesseract as WebAssembly.
 * @module
 */
import { rm } from "node:fs/promises";
import {
  checkOptions,
  option,
  type OptionKinds,
  type PagePicture,
  type RecognizedPage,
  type TextRecognizer,
} from "@garner/core";
import { createWorker, OEM, PSM, type Worker } from "tesseract.js";
import { checkLanguages, languageFolder, type LanguageSource } from "./language-data.ts";

export type { LanguageSource } from "./language-data.ts";

/** Options of {@link tesseract}. */
export interface TesseractOptions {
  /**
   * Languages of the documents, by Tesseract's names (`eng`, `deu`, `fra`, `chi_sim`, …). English comes along; for every other
   * language install its package, such as `@tesseract.js-data/deu`. `["eng"]` by default. More languages take more time.
   */
  readonly languages?: readonly string[] | undefined;
  /**
   * The place of a language's data: a folder of `.traineddata` or `.traineddata.gz` files, or a function that returns
   * them.
   */
  readonly languageSource?: LanguageSource | undefined;
  /** Most pages of one document that are read; 20 by default. */
  readonly maxPages?: number | undefined;
  /** Milliseconds after which no further page of a document is begun; 20,000 by default. */
  readonly maxDocumentMs?: number | undefined;
  /** Documents that are read at the same time, each in a worker thread of some 100 MB; 1 by default. */
  readonly threads?: number | undefined;
}

const kinds: OptionKinds<TesseractOptions> = {
  languages: option.texts.min(1).optional(),
  languageSource: option.callback.or(option.text).optional(),
  maxPages: option.amount.optional(),
  maxDocumentMs: option.amount.optional(),
  threads: option.amountAboveZero.optional(),
};

/**
 * Reads the text in pictures: `createEngine({ content: { ocr: tesseract() } })`. Its worker threads start with the first
 * picture and load nothing from the network. Dispose it, or the process stays alive. Throws BAD_REQUEST for options that do not exist
 * or are of the wrong type, and CAPABILITY_MISSING for a language whose data are not installed.
 */
export function tesseract(options: TesseractOptions = {}): TextRecognizer & AsyncDisposable {
  checkOptions<TesseractOptions>("tesseract", options, kinds);
  const { languages = ["eng"], maxPages = 20, maxDocumentMs = 20_000, threads = 1 } = options;
  checkLanguages(languages, options.languageSource);
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  let folder: Promise<string> | undefined;

  const start = async (): Promise<Worker> => {
    folder ??= languageFolder(languages, options.languageSource);
    const found = folder;
    // The missing files may be there the next time.
    found.catch(() => (folder = undefined));
    const paths = { langPath: await found, cacheMethod: "none", gzip: true };
    const worker = await createWorker([...languages], OEM.LSTM_ONLY, { ...paths, errorHandler: () => undefined });
    all.add(worker);
    await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO, debug_file: "/dev/null" }); // finds columns and paragraphs
    return worker;
  };
  const stop = async (worker: Worker): Promise<void> => {
    all.delete(worker);
    await worker.terminate();
  };

  /** A turn of one of the threads; those that wait come in the order in which they asked. */
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (busy >= threads) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) busy -= 1;
      else next();
    }
  };

  const read = async (pictures: readonly PagePicture[], signal: AbortSignal): Promise<readonly RecognizedPage[]> => {
    signal.throwIfAborted();
    const worker = idle.pop() ?? (await start());
    let isSound = false;
    try {
      const pages = await untilAborted(readPages(worker, pictures, { maxDocumentMs, signal }), signal);
      isSound = true;
      return pages;
    } finally {
      if (isSound) idle.push(worker);
      // Work under way can't be called off in another way.
      else await stop(worker);
    }
  };

  return {
    maxPages,
    recognize: async (pictures, signal) =>
      pictures.length === 0 ? [] : await inTurn(async () => await read(pictures.slice(0, maxPages), signal)),
    async [Symbol.asyncDispose]() {
      idle.length = 0;
      await Promise.all([...all].map(stop));
      const made = await folder?.catch(() => undefined); // nothing was made, then
      if (made !== undefined) await rm(made, { recursive: true, force: true });
    },
  };
}

interface Budget {
  readonly maxDocumentMs: number;
  readonly signal: AbortSignal;
}

/** A picture that can't be decoded has no text. */
async function readPages(
  worker: Worker,
  pictures: readonly PagePicture[],
  { maxDocumentMs, signal }: Budget,
): Promise<readonly RecognizedPage[]> {
  const end = performance.now() + maxDocumentMs;
  const pages: RecognizedPage[] = [];
  for (const { page, bytes } of pictures) {
    if (signal.aborted || performance.now() >= end) break;
    const picture = Buffer.from(bytes);
    let best = await readPicture(worker, picture, 0);
    const mayBeTurned = best.text !== "" && best.confidence < minUpright;
    for (const quarters of mayBeTurned ? [2, 1, 3] : []) {
      if (best.confidence >= minUpright || signal.aborted || performance.now() >= end) break;
      const turned = await readPicture(worker, picture, quarters);
      if (turned.confidence > best.confidence) best = turned;
    }
    pages.push({ page, ...best });
  }
  return pages;
}

/** A picture that is read with less confidence may have been scanned upside down, or sideways. */
const minUpright = 0.6;

/** The text of a picture that is turned by some quarters of a circle first. */
async function readPicture(
  worker: Worker,
  picture: Buffer,
  quarters: number,
): Promise<Pick<RecognizedPage, "text" | "confidence">> {
  const options = quarters === 0 ? {} : { rotateRadians: (quarters * Math.PI) / 2 };
  const found = await worker.recognize(picture, options).catch(() => undefined);
  const { text = "", confidence = 0 } = found?.data ?? {};
  return { text: text.trim(), confidence: confidence / 100 };
}

/** Rejects with the signal's reason as soon as it fires, whatever the work does. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return await new Promise<Result>((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
