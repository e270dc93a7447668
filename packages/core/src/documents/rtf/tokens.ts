import { latin1 } from "../../decoding/latin1.ts";

/** A piece of a file in Rich Text Format: a group's ends, a control word or symbol, bytes of text, or binary data. */
export type Token =
  | { readonly kind: "open" }
  | { readonly kind: "close" }
  | { readonly kind: "word"; readonly word: string; readonly value: number | undefined }
  /** Literal characters, each one byte; `escaped` for one that was written as `\'hh`. */
  | { readonly kind: "text"; readonly text: string; readonly escaped: boolean }
  | { readonly kind: "binary"; readonly bytes: Uint8Array };

const controlWord = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;
const escapedByte = /\\'([\da-fA-F]{2})/y;
const literal = /[^\\{}\r\n]{1,65536}/y;

/** Reads the tokens of a file (Rich Text Format specification 1.9.1, "Contents of an RTF File"). Linear. */
export function* tokensOf(body: Uint8Array): Generator<Token> {
  const source = latin1(body);
  for (let at = 0; at < source.length;) {
    const character = source[at];
    if (character === "{" || character === "}") {
      yield { kind: character === "{" ? "open" : "close" };
      at += 1;
    } else if (character === "\r" || character === "\n") at += 1;
    else if (character === "\\") {
      const { token, end } = controlAt(source, at);
      at = end;
      if (token.kind === "word" && token.word === "bin") {
        const bytes = body.subarray(end, end + Math.max(0, token.value ?? 0));
        at = end + bytes.length;
        yield { kind: "binary", bytes };
      } else yield token;
    } else {
      literal.lastIndex = at;
      const text = literal.exec(source)?.[0] ?? "";
      yield { kind: "text", text, escaped: false };
      at += Math.max(1, text.length);
    }
  }
}

function controlAt(source: string, at: number): { readonly token: Token; readonly end: number } {
  controlWord.lastIndex = at;
  const found = controlWord.exec(source);
  if (found !== null) {
    const [whole, word = "", value] = found;
    const token = { kind: "word", word, value: value === undefined ? undefined : Number(value) } as const;
    return { token, end: at + whole.length };
  }
  escapedByte.lastIndex = at;
  const hex = escapedByte.exec(source)?.[1];
  if (hex !== undefined)
    return { token: { kind: "text", text: String.fromCharCode(Number.parseInt(hex, 16)), escaped: true }, end: at + 4 };
  const symbol = source[at + 1] ?? "";
  const isLiteral = symbol === "\\" || symbol === "{" || symbol === "}";
  const token = isLiteral
    ? ({ kind: "text", text: symbol, escaped: true } as const)
    : ({ kind: "word", word: symbol === "\r" || symbol === "\n" ? "par" : symbol, value: undefined } as const);
  return { token, end: at + 2 };
}
