/** True if the browser shows the type in its window; it saves everything else, PDFs too when it has no screen. */
export function isShown(contentType: string): boolean {
  return isMarkup(contentType) || isTextual(contentType) || isStream(contentType) || shownPicture.test(contentType);
}

const shownPicture = /^\s*image\/(?:apng|avif|bmp|gif|jpe?g|png|svg\+xml|webp|x-icon|vnd\.microsoft\.icon)\b/i;

const isTextual = (contentType: string) => /^(?:\s*text\/|[^;]*\b(?:json|ndjson|xml|javascript)\b)/i.test(contentType);

/** The type under which the browser shows a file. Some kinds of text, such as tables, it would save under their own. */
export function shownAs(contentType: string): string {
  return isTextual(contentType) && !/\bxml\b/i.test(contentType)
    ? contentType.replace(/^[^;]*/, "text/plain")
    : contentType;
}

/** A document to read for a caller who asked for its download. */
export function isReadable(contentType: string): boolean {
  return /pdf|^\s*text\/|json|xml|officedocument|msword|ms-excel|ms-powerpoint|opendocument|rtf|epub/i.test(
    contentType,
  );
}

/** Sound, film and messages may never end, and there is no page in them to read. */
export function isStream(contentType: string): boolean {
  return /^\s*(?:audio\/|video\/|text\/event-stream\b|multipart\/x-mixed-replace\b)/i.test(contentType);
}

/** True if a browser renders the type as a document of its own; everything else is taken as bytes. */
export function isMarkup(contentType: string): boolean {
  return contentType.trim() === "" || /^\s*(?:text\/html|application\/xhtml\+xml)/i.test(contentType);
}
