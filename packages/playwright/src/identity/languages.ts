/** Languages as a caller writes them, read as BCP 47 tags. */
export interface ReadLanguages {
  /** Canonical tags, in the caller's order and without repetitions. */
  readonly languages: readonly string[];
  /** Texts that are no language tags. */
  readonly unknown: readonly string[];
}

/** Reads language tags, also with underscores (`de_AT`) and with quality values (`de;q=0.8`). Pure. */
export function readLanguages(texts: readonly string[]): ReadLanguages {
  const languages = new Set<string>();
  const unknown: string[] = [];
  for (const text of texts) {
    const tag = canonicalTag(text.replace(/;.*$/, "").trim().replaceAll("_", "-"));
    if (tag === undefined) unknown.push(text);
    else languages.add(tag);
  }
  return { languages: [...languages], unknown };
}

function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined; // RangeError: not a tag
  }
}
