import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { EngineError } from "@garner/core";

/** A folder with a `.traineddata` or `.traineddata.gz` file for each language, or a function that returns its bytes. */
export type LanguageSource = string | ((language: string) => Promise<Uint8Array>);

/** Names of languages as Tesseract has them, such as `chi_sim_vert`: nothing that leads to another folder. */
const languageName = /^[a-z][a-z\d]*(?:_[a-z\d]+)*$/i;

/**
 * Throws BAD_REQUEST for what is no name of a language, and CAPABILITY_MISSING with what to install for one whose package is
 * not there, unless its data come from a source.
 */
export function checkLanguages(languages: readonly string[], source: LanguageSource | undefined): void {
  for (const language of languages) {
    if (!languageName.test(language))
      throw new EngineError("BAD_REQUEST", `languages: "${language}" is no name of a language, such as \`eng\`.`);
    if (source === undefined) packageFolder(language);
  }
}

/**
 * Gathers the data of some languages in a new folder, because Tesseract looks for all of them in one place. Whoever asked
 * for it removes it.
 */
export async function languageFolder(
  languages: readonly string[],
  source: LanguageSource | undefined,
): Promise<string> {
  const data = await Promise.all(
    languages.map(async (language) => [language, await languageData(language, source)] as const),
  );
  const folder = await mkdtemp(join(tmpdir(), "garner-ocr-"));
  // The ending says where it is looked for; the bytes tell if they are compressed.
  await Promise.all(data.map(([language, bytes]) => writeFile(join(folder, `${language}.traineddata.gz`), bytes)));
  return folder;
}

/**
 * The training data of Tesseract for a language. Without a source it comes from the package
 * `@tesseract.js-data/<language>`. Throws CAPABILITY_MISSING that says what to install.
 */
async function languageData(language: string, source: LanguageSource | undefined): Promise<Uint8Array> {
  if (typeof source === "function") return await source(language);
  const folder = source ?? packageFolder(language);
  for (const ending of [".traineddata.gz", ".traineddata"]) {
    const bytes = await readFile(join(folder, language + ending)).catch(() => undefined); // the other ending, then
    if (bytes !== undefined) return bytes;
  }
  throw missing(language);
}

/** The smaller of the two models in a package, which is as good as the larger one on print. */
function packageFolder(language: string): string {
  try {
    const manifest = createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}/package.json`);
    return join(dirname(manifest), "4.0.0_best_int");
  } catch (thrown) {
    throw missing(language, thrown);
  }
}

function missing(language: string, cause?: unknown): EngineError {
  const message = `languages: there is no data for "${language}". Install \`@tesseract.js-data/${language}\`, or pass \`languageSource\`.`;
  return new EngineError("CAPABILITY_MISSING", message, { cause });
}
