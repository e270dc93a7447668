/** The part of a text that is looked at, and the largest share of control characters in one that people wrote. */
const looked = 4096;
const maxShare = 0.02;
const controls = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/g;

/**
 * False for bytes read as text that are none: packed data, of which a twelfth is control characters. Escape, with which some charsets
 * switch, is none of these.
 */
export function isPrintable(text: string): boolean {
  const beginning = text.slice(0, looked);
  return (beginning.match(controls)?.length ?? 0) <= beginning.length * maxShare;
}
