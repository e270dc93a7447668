/** The source of a page, and how far it has been read. */
export interface Reader {
  /** With line feeds for line ends. */
  readonly html: string;
  /** True if U+0000 stands anywhere: every state of the tokenizer has a rule of its own for it. */
  readonly hasNull: boolean;
  at: number;
}

/** Starts reading; all line ends become line feeds (HTML Standard §13.2.3.5). */
export function createReader(source: string): Reader {
  const html = source.includes("\r") ? source.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : source;
  return { html, hasNull: html.includes("\0"), at: 0 };
}

/** Replaces U+0000, which neither names nor values nor comments may hold. */
export function withoutNull({ hasNull }: Reader, text: string): string {
  return hasNull ? text.replaceAll("\0", "\uFFFD") : text;
}

/** The next place of `sign`; the end of the source if there is none. */
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
  return (code >= 0x61 && code <= 0x7a) || isCapital(code);
}

/** An ASCII capital letter, with which names are compared as if it were small. */
export function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

/** Makes ASCII capitals small, and only those. */
export function lowerCase(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
