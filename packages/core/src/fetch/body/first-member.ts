/** The optional parts of a gzip header, by the bit that announces it (RFC 1952 §2.3.1). */
const flags = { checksum: 2, extra: 4, name: 8, comment: 16 } as const;
const fixedLength = 10;

/** Where the deflated data of the first member of a gzip file begins (RFC 1952 §2.3). */
export function gzipDataStart(bytes: Uint8Array): number {
  const flag = bytes[3] ?? 0;
  let start = fixedLength;
  if ((flag & flags.extra) !== 0) start += 2 + (bytes[start] ?? 0) + (bytes[start + 1] ?? 0) * 256;
  for (const text of [flags.name, flags.comment]) if ((flag & text) !== 0) start = bytes.indexOf(0, start) + 1;
  return (flag & flags.checksum) === 0 ? start : start + 2;
}

/** True if decoding failed only at what stands behind a whole gzip member and isn't another one. */
export function failedBehindMember(error: unknown): boolean {
  return error instanceof Error && /incorrect header check|unknown compression method/.test(error.message);
}
