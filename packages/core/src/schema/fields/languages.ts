/** Languages as a caller writes them, read as BCP 47 tags. */
export interface ReadLanguages {
  /** Canonical tags, in the caller's order and without repetitions. */
  readonly languages: readonly string[];
  /** One for each text that is no language tag. */
  readonly warnings: readonly string[];
}

/** Reads language tags, also with underscores (`de_AT`) and with quality values (`de;q=0.8`). Pure. */
export function readLanguages(texts: readonly string[]): ReadLanguages {
  const languages = new Set<string>();
  const warnings: string[] = [];
  for (const text of texts) {
    const tag = canonicalTag(text.replace(/;.*$/, "").trim().replaceAll("_", "-"));
    if (tag === undefined) warnings.push(`"${text}" in \`location.languages\` is not a language tag.`);
    else languages.add(tag);
  }
  return { languages: [...languages], warnings };
}

function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined; // RangeError: not a tag
  }
}
