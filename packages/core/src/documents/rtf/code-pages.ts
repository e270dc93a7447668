/** Encodings by the numbers of Windows code pages; others are read as Western European. */
const labels: Readonly<Record<number, string>> = {
  437: "windows-1252",
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  10007: "x-mac-cyrillic",
  20866: "koi8-r",
  65001: "utf-8",
};

/** Code pages by the character sets that fonts name (`\fcharset`). */
const pageOfCharset: Readonly<Record<number, number>> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

/** The code page of a font's character set; undefined when it takes that of the document. */
export const codePageOf = (charset: number): number | undefined => pageOfCharset[charset];

/** The label of a code page's encoding, as `TextDecoder` takes it. */
export function labelOf(codePage: number): string {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  return labels[codePage] ?? "windows-1252";
}
