/** What a browser shows in its window; it saves everything else, PDFs too when it has no screen. */
export function isShown(contentType: string): boolean {
  return (
    isMarkup(contentType) || /^\s*(?:(?:text|image|audio|video)\/|[^;]*\b(?:json|xml|javascript)\b)/i.test(contentType)
  );
}

/** A document that someone who asked for its download wants to read. */
export function isReadable(contentType: string): boolean {
  return /pdf|^\s*text\/|json|xml|officedocument|msword|ms-excel|ms-powerpoint|opendocument|rtf|epub/i.test(
    contentType,
  );
}

/** Sound and film may never end, and there is nothing in them to read. */
export function isStream(contentType: string): boolean {
  return /^\s*(?:audio|video)\//i.test(contentType);
}

/** What a browser renders as a document of its own; everything else is taken as bytes. */
export function isMarkup(contentType: string): boolean {
  return contentType.trim() === "" || /^\s*(?:text\/html|application\/xhtml\+xml)/i.test(contentType);
}
