/** Text with its percent encoding taken back (RFC 3986 §2.1); as it is where a sign of it is stray. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray "%" is part of the text
  }
}
