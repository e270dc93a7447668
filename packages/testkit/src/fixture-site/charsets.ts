import { page, send, type PageRoutes } from "./reply.ts";

/** A sentence in an old encoding. Node only reads these encodings, so the bytes were made with Python's codecs. */
interface EncodedText {
  readonly text: string;
  readonly base64: string;
}

/** The texts of `/charset/{label}`, by label of the WHATWG Encoding Standard. */
export const charsetTexts: Readonly<Record<string, EncodedText>> = {
  shift_jis: {
    text: "日本語のページです。円、東京、カタカナ。",
    base64: "k/qWe4zqgsyDeYFbg1eCxYK3gUKJfoFBk4yLnoFBg0qDXoNKg2mBQg==",
  },
  "euc-jp": {
    text: "日本語のページです。円、東京、カタカナ。",
    base64: "xvzL3LjspM6l2qG8pbikx6S5oaOx36Gixey1/qGipaulv6Wrpcqhow==",
  },
  "iso-2022-jp": {
    text: "日本語のページです。円、東京、カタカナ。",
    base64: "GyRCRnxLXDhsJE4lWiE8JTgkRyQ5ISMxXyEiRWw1fiEiJSslPyUrJUohIxsoQg==",
  },
  gb18030: {
    text: "这是一个中文网页，价格是一百元。㐀",
    base64: "1eLKx9K7uPbW0M7EzfjSs6OsvNu48crH0ruw2dSqoaOBOe45",
  },
  gbk: {
    text: "这是一个中文网页，价格是一百元。",
    base64: "1eLKx9K7uPbW0M7EzfjSs6OsvNu48crH0ruw2dSqoaM=",
  },
  big5: {
    text: "這是一個中文網頁，價格是一百元。",
    base64: "s2+sT6RArdOkpKTluvSttqFBu/mu5qxPpECmyqS4oUM=",
  },
  "euc-kr": {
    text: "한국어 페이지입니다. 가격은 백 원입니다.",
    base64: "x9Gxub7uIMbkwMzB9sDUtM+02S4gsKGw3cC6ILnpIL/4wNS0z7TZLg==",
  },
  "windows-1250": {
    text: "Příliš žluťoučký kůň úpěl ďábelské ódy.",
    base64: "UPjtbGmaIJ5sdZ1vdehr/SBr+fIg+nDsbCDv4WJlbHNr6SDzZHku",
  },
  "windows-1251": {
    text: "Съешь же ещё этих мягких французских булок.",
    base64: "0frl+Pwg5uUg5fm4IP3y6PUg7P/j6uj1IPTw4O328+fx6uj1IOHz6+7qLg==",
  },
  "windows-1252": {
    text: "“Curly quotes” – dashes — and 10 € café.",
    base64: "k0N1cmx5IHF1b3Rlc5QgliBkYXNoZXMglyBhbmQgMTAggCBjYWbpLg==",
  },
  "windows-1253": {
    text: "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.",
    base64: "zuXz6uXw3Ob5IPTn7SD49ffv9uj88eEg4uTl6/Xj7N/hLg==",
  },
  "windows-1254": {
    text: "Pijamalı hasta yağız şoföre çabucak güvendi.",
    base64: "UGlqYW1hbP0gaGFzdGEgeWHw/Xog/m9m9nJlIOdhYnVjYWsgZ/x2ZW5kaS4=",
  },
  "windows-1255": {
    text: "זהו עמוד בעברית עם טקסט קצר.",
    base64: "5uTlIPLu5eMg4fLh+On6IPLtIOj38egg9/b4Lg==",
  },
  "windows-1256": {
    text: "هذه صفحة عربية فيها نص قصير.",
    base64: "5dDlINXdzckg2tHI7ckg3e3lxyDk1SDe1e3RLg==",
  },
  "windows-1257": {
    text: "Įlinkdama fechtuotojo špaga sublykčiojusi.",
    base64: "wWxpbmtkYW1hIGZlY2h0dW90b2pvIPBwYWdhIHN1Ymx5a+hpb2p1c2ku",
  },
  "iso-8859-2": {
    text: "Příliš žluťoučký kůň úpěl.",
    base64: "UPjtbGm5IL5sdbtvdehr/SBr+fIg+nDsbC4=",
  },
  "iso-8859-15": {
    text: "Dix euros: 10 €, œuvre.",
    base64: "RGl4IGV1cm9zOiAxMCCkLCC9dXZyZS4=",
  },
  "koi8-r": {
    text: "Съешь же ещё этих мягких булок.",
    base64: "89/F29gg1sUgxd2jINzUycggzdHHy8nIIMLVzM/LLg==",
  },
  "utf-16le": utf16("UTF-16 little endian: “quotes”, 東京.", "little"),
  "utf-16be": utf16("UTF-16 big endian: “quotes”, 東京.", "big"),
  "utf-8": { text: "UTF-8: “quotes”, 東京, ☃.", base64: Buffer.from("UTF-8: “quotes”, 東京, ☃.").toString("base64") },
};

/** The place where a page declares its encoding. */
type Declaration = "header" | "meta" | "bom" | "xml" | "none";

/** Pages in many encodings. */
export const charsetRoutes: PageRoutes = {
  /** `/charset/{label}?by=header|meta|bom|xml|none`: a page in that encoding, which says so there. */
  charset(exchange) {
    const label = exchange.rest[0] ?? "utf-8";
    const by = (exchange.url.searchParams.get("by") ?? "header") as Declaration;
    const sentence = Buffer.from(charsetTexts[label]?.base64 ?? "", "base64");
    const type = by === "xml" ? "application/xhtml+xml" : "text/html";
    send(exchange, encodedPage(label, by, sentence), { type: by === "header" ? `${type}; charset=${label}` : type });
  },
};

function encodedPage(label: string, by: Declaration, sentence: Buffer): Buffer {
  const ascii = (text: string) =>
    label.startsWith("utf-16") ? utf16Bytes(text, label.endsWith("be") ? "big" : "little") : Buffer.from(text);
  const meta = by === "meta" ? `<meta charset="${label}">` : "";
  const declaration = by === "xml" ? `<?xml version="1.0" encoding="${label}"?>` : "<!doctype html>";
  const [before = "", after = ""] = page("Charset", "<p>SENTENCE</p>")
    .replace('<meta charset="utf-8">', meta)
    .split("SENTENCE");
  // A sniffer needs some text to go by.
  const sentences = by === "none" ? Array.from({ length: 20 }, () => sentence) : [sentence];
  const markup = ascii(before.replace("<!doctype html>", declaration));
  return Buffer.concat([...(by === "bom" ? [byteOrderMark(label)] : []), markup, ...sentences, ascii(after)]);
}

function byteOrderMark(label: string): Buffer {
  if (label === "utf-8") return Buffer.from([0xef, 0xbb, 0xbf]);
  return label === "utf-16be" ? Buffer.from([0xfe, 0xff]) : Buffer.from([0xff, 0xfe]);
}

function utf16(text: string, order: "little" | "big"): EncodedText {
  return { text, base64: utf16Bytes(text, order).toString("base64") };
}

function utf16Bytes(text: string, order: "little" | "big"): Buffer {
  const bytes = Buffer.from(text, "utf16le");
  return order === "big" ? bytes.swap16() : bytes;
}
