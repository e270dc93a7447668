import { EngineError, type TextRecognizer } from "@garner/core";
import type { Environment } from "./environment.ts";

/**
 * Text recognition, if `@garner/ocr` is installed beside the server. Throws BAD_REQUEST if it is missing but the
 * environment names languages.
 */
export async function recognizerOf({
  OCR_LANGUAGES: languages,
}: Environment): Promise<(TextRecognizer & AsyncDisposable) | undefined> {
  const ocr = await import("@garner/ocr").catch((thrown: unknown) => {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  });
  if (ocr !== undefined) return ocr.tesseract(languages === undefined ? {} : { languages });
  if (languages === undefined) return undefined;
  throw new EngineError("BAD_REQUEST", "OCR_LANGUAGES: install `@garner/ocr` to recognize text in pictures.");
}

const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND";
