import { TextDecoder } from "./text-decoder.ts";

/** Gives the bytes of a character; undefined for one that the charset does not have. */
export type EncodeCharacter = (character: string) => Uint8Array | undefined;

const asciiEnd = 0x80;
/** Stands between characters: no charset uses its byte as the second one of a character. */
const separator = 0x0a;

/**
 * Makes an encoder for the characters beyond ASCII of a charset, named as in the Encoding Standard: those of one byte and of
 * two, which is all that most charsets have. Pure.
 */
export function characterEncoder(charset: string): EncodeCharacter {
  const candidates: number[][] = [];
  for (let first = asciiEnd; first < 0x100; first += 1) {
    candidates.push([first]);
    for (let second = 0x30; second < 0x100; second += 1) candidates.push([first, second]);
  }
  const decoded = new TextDecoder(charset).decode(
    Uint8Array.from(candidates.flatMap((bytes) => [...bytes, separator])),
  );
  const encoded = new Map<string, Uint8Array>();
  for (const [index, character] of decoded.split("\n").entries()) {
    const isOne = [...character].length === 1 && character !== "\ufffd";
    if (isOne && !encoded.has(character)) encoded.set(character, Uint8Array.from(candidates[index] ?? []));
  }
  return (character) => encoded.get(character);
}
