import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** One labelled page of the quality pack. */
export interface LabelledPage {
  readonly ds: string;
  readonly id: string;
  readonly url: string;
  readonly type?: string;
  /** Pages of one site share a group, so that cross-validation never trains on the site it judges. */
  readonly group: string;
  readonly text?: string;
  readonly with?: readonly string[];
  readonly without?: readonly string[];
  readonly reach?: number | null;
}

/** The labelled pages of a data set; none where the pack has no such set. */
export function readTruths(pack: string, ds: string): LabelledPage[] {
  if (!existsSync(`${pack}/${ds}/truth.jsonl.gz`)) return [];
  return gunzipSync(readFileSync(`${pack}/${ds}/truth.jsonl.gz`))
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LabelledPage);
}

export const readHtml = (pack: string, page: LabelledPage): string =>
  gunzipSync(readFileSync(`${pack}/${page.ds}/html/${page.id}.html.gz`)).toString("utf8");

const scriptWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Lower-case words, one per character in scripts without spaces: the unit of the scorer. */
export function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []) {
    if (!scriptWithoutSpaces.test(word)) {
      tokens.push(word);
      continue;
    }
    let plain = "";
    for (const character of word) {
      if (scriptWithoutSpaces.test(character)) {
        if (plain !== "") tokens.push(plain);
        plain = "";
        tokens.push(character);
      } else plain += character;
    }
    if (plain !== "") tokens.push(plain);
  }
  return tokens;
}
