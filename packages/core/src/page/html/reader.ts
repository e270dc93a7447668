/** The source of a page, and how far it has been read. */
export interface Reader {
  /** With line feeds for line ends. */
  readonly html: string;
  /** Whether U+0000 stands anywhere: every state of the tokenizer has a rule of its own for it. */
  readonly hasNull: boolean;
  at: number;
}

/** Starts reading; all line ends become line feeds (HTML Standard §13.2.3.5). */
export function createReader(source: string): Reader {
  const html = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
  return { html, hasNull: html.includes("\0"), at: 0 };
}

/** V8 copies a shorter slice by itself. */
const shortestShared = 13;

/**
 * A part of the source that does not keep the whole source alive: who holds on to a title must not hold on to its page.
 * (V8 copies a concatenation into a buffer of its own when it is sliced.)
 */
export function textBetween({ html }: Reader, start: number, end: number): string {
  const text = html.slice(start, end);
  return text.length < shortestShared ? text : ` ${text}`.slice(1);
}

/** Replaces U+0000, which neither names nor values nor comments may hold. */
export function withoutNull({ hasNull }: Reader, text: string): string {
  return hasNull ? text.replaceAll("\0", "\uFFFD") : text;
}

/** Where `sign` stands next; the end of the source when it does not. */
export function indexOrEnd({ html }: Reader, sign: string, from: number): number {
  const index = html.indexOf(sign, from);
  return index === -1 ? html.length : index;
}

/** U+0009, U+000A, U+000C and U+0020, which part names and attributes. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0c;
}

/** An ASCII letter, with which the names of tags begin. */
export function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

/** Names are compared without regard to the case of ASCII letters, and of those alone. */
export function lowerCase(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name;
}
