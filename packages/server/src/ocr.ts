import { EngineError, type TextRecognizer } from "@garner/core";
import { loadOptional, loadIfInstalled } from "./optional-packages.ts";
import type { Environment } from "./environment.ts";

/**
 * Text recognition, if `@garner/ocr` is installed beside the server. Throws CAPABILITY_MISSING if the environment names
 * languages and it is missing, or the data of one of them.
 */
export async function recognizerOf({
  OCR_LANGUAGES: languages,
}: Environment): Promise<(TextRecognizer & AsyncDisposable) | undefined> {
  const name = "@garner/ocr";
  const load = () => import("@garner/ocr");
  if (languages === undefined) return (await loadIfInstalled(name, load))?.tesseract({});
  const { tesseract } = await loadOptional({ variable: "OCR_LANGUAGES", name }, load);
  try {
    return tesseract({ languages });
  } catch (thrown) {
    if (!EngineError.is(thrown)) throw thrown;
    throw new EngineError(thrown.code, `OCR_LANGUAGES: ${thrown.message}`, { cause: thrown });
  }
}
