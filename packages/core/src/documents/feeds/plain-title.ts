/** Elements that are often left open, or have no end. */
const open = /^(?:p|br|hr|img|wbr|li)$/;

/** Elements that end a word. */
const block = /^(?:p|br|hr|li|ul|ol|div|blockquote|h[1-6]|t[drh]|table)$/;

/**
 * A title or description without markup and character references, as both often hold escaped HTML although they should be
 * text. A word in angle brackets that nothing closes is a word.
 */
export function plainTitle(text: string | undefined): string | undefined {
  if (text === undefined || !/<\/?[a-z][^<>]*>|&[a-z#\d]+;/i.test(text)) return text;
  const names = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = ""]) => name.toLowerCase()));
  const [opened, closed] = [names(/<([a-z][a-z\d]*)(?=[\s/>])/gi), names(/<\/([a-z][a-z\d]*)\s*>/gi)];
  const bare = text.replace(/<\/?([a-z][a-z\d]*)(?=[\s/>])([^<>]*)>/gi, (tag, written: string, rest: string) => {
    const name = written.toLowerCase();
    const isMarkup = open.test(name) || (opened.has(name) && closed.has(name)) || /\s[\w:-]+=/.test(rest);
    return isMarkup ? (block.test(name) ? " " : "") : tag;
  });
  return decodeEntities(bare.replace(/\s+/g, " ")).trim();
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const decodeEntities = (text: string): string =>
  text
    .replace(/&#(\d{1,7}|x[\da-f]{1,6});/gi, (reference, digits: string) => {
      const code = Number(digits.toLowerCase().startsWith("x") ? `0${digits}` : digits);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
    })
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (reference, name: string) => named[name] ?? reference);
