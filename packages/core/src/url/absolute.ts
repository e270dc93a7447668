/**
 * The absolute form of a reference in a page; undefined when it is no address. A file that has no address stands at a name
 * below `.invalid` (RFC 2606 §2): what is relative to that leads nowhere, and stays as it is written.
 */
export function absoluteAddress(reference: string, baseUrl: string): string | undefined {
  const url = URL.parse(reference, baseUrl);
  return url !== null && isNowhere(url) ? reference : url?.href;
}

/** True if an address is that of a file without one. */
export function isNowhere(url: URL): boolean {
  return url.hostname.endsWith(".invalid");
}
