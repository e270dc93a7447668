/** A stream that is not packed (ISO 32000-1, §7.3.8), with what else a dictionary says. */
export function streamOf(dictionary: string, content: Buffer): Buffer {
  const rest = dictionary.replace(
    /\/(?:Length|Filter|DecodeParms)\s*(?:\d+\s+\d+\s+R|\d+|\/\w+|\[[^\]]*\]|<<[^>]*>>)/g,
    "",
  );
  const start = Buffer.from(rest.replace(/>>\s*$/, `/Length ${content.length}>>stream\n`), "latin1");
  return Buffer.concat([start, content, Buffer.from("\nendstream")]);
}
