import type { TextRecognizer } from "@garner/core";
import { loadOptional, loadIfInstalled } from "./optional-packages.ts";
import type { Environment } from "./environment.ts";

/**
 * Text recognition, if `@garner/ocr` is installed beside the server. Throws CAPABILITY_MISSING if it is missing but the
 * environment names languages.
 */
export async function recognizerOf({
  OCR_LANGUAGES: languages,
}: Environment): Promise<(TextRecognizer & AsyncDisposable) | undefined> {
  const name = "@garner/ocr";
  const load = () => import("@garner/ocr");
  if (languages === undefined) return (await loadIfInstalled(name, load))?.tesseract({});
  return (await loadOptional({ variable: "OCR_LANGUAGES", name }, load)).tesseract({ languages });
}
