const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** A title or snippet as plain text: search services mark the words that were found with tags. */
export function plainText(text: string | null | undefined): string {
  if (text === null || text === undefined) return "";
  return text
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    )
    .replace(/\s+/g, " ")
    .trim();
}

/** The width and height in a text such as `1920 x 1080`. */
export function sizeIn(text: string | null | undefined): {
  readonly imageWidth?: number;
  readonly imageHeight?: number;
} {
  const match = /(\d{1,6})\s?[x×✕]\s?(\d{1,6})/i.exec(text ?? "");
  return match === null ? {} : { imageWidth: Number(match[1]), imageHeight: Number(match[2]) };
}
