import { setImmediate as nextTurn } from "node:timers/promises";
import type { PageContent } from "../transformer.ts";

/** The outputs that may be as large as the page. */
const bulky = ["markdown", "html", "rawHtml"] as const;
/** Cloning a string this long takes well under a millisecond. */
const maxClonedLength = 100_000;
/** Decoding this much takes about a millisecond. */
const pieceBytes = 1024 * 1024;

/** A page's content on its way between threads: long texts as bytes, which change hands without being copied. */
export interface Parcel {
  readonly content: PageContent;
  readonly texts: readonly (readonly [name: (typeof bulky)[number], utf8: Uint8Array<ArrayBuffer>])[];
}

/** Packs content for another thread. */
export function pack(content: PageContent): Parcel {
  const texts: (readonly [(typeof bulky)[number], Uint8Array<ArrayBuffer>])[] = [];
  const light: { -readonly [Key in keyof PageContent]: PageContent[Key] } = { ...content };
  for (const name of bulky) {
    const text = light[name];
    if (text === undefined || text.length <= maxClonedLength) continue;
    texts.push([name, new TextEncoder().encode(text)]);
    delete light[name];
  }
  return { content: light, texts };
}

/** Reads a parcel piece by piece, each in its own turn of the event loop, so that other work comes in between. */
export async function unpack({ content, texts }: Parcel): Promise<PageContent> {
  const whole: { -readonly [Key in keyof PageContent]: PageContent[Key] } = { ...content };
  for (const [name, utf8] of texts) whole[name] = await decode(utf8);
  return whole;
}

async function decode(utf8: Uint8Array): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  for (let start = 0; start < utf8.length; start += pieceBytes) {
    await nextTurn();
    text += decoder.decode(utf8.subarray(start, start + pieceBytes), { stream: true });
  }
  return text + decoder.decode();
}
