import { escapeHtml, isLinkable } from "../html/markup.ts";
import type { Losses } from "../losses.ts";
import { isSymbolFont, symbolSign } from "../symbol-fonts.ts";
import { equationFieldHtml } from "./equation-field.ts";

/**
 * The address that a field of Word leads to (ECMA-376 part 1, §17.16.5.25), with the place in the page that its switch
 * `\l` names; undefined for other fields and places. A field doubles backslashes.
 */
export function fieldLink(instruction: string): string | undefined {
  const [, words] = /^\s*HYPERLINK\s(.*)$/is.exec(instruction) ?? [];
  if (words === undefined) return undefined;
  const [, quotedPlace, barePlace] = /\\l\s+(?:"([^"]*)"|(\S+))/i.exec(words) ?? [];
  const address = words.replace(/\\[lost]\s+(?:"[^"]*"|\S+)|\\[mn]\b/gi, " ");
  const [, quoted, bare] = /"([^"]+)"|([^\s"]+)/.exec(address) ?? [];
  return linkAddress((quoted ?? bare)?.replaceAll("\\\\", "\\"), quotedPlace ?? barePlace);
}

/** An address with the name of a place behind it, which Office keeps beside it; undefined where no link may lead. */
export function linkAddress(address: string | undefined, place: string | undefined): string | undefined {
  if (address === undefined || !isLinkable(address)) return undefined;
  return place === undefined || place === "" || address.includes("#") ? address : `${address}#${place}`;
}

/** The text of a field that stores no result, because the program computes it anew each time; empty for most kinds. */
export function computedHtml(instruction: string, losses: Losses): string {
  const [, code, font] = /^\s*SYMBOL\s+(\w+)(?:.*?\\f\s*"?([^"\\]+))?/is.exec(instruction) ?? [];
  if (code !== undefined) return signHtml(Number(code), font?.trim(), losses);
  return /^\s*EQ\s/i.test(instruction) ? equationFieldHtml(instruction) : "";
}

/** A sign of a font of symbols; one that is not known is a loss. */
export function signHtml(code: number, font: string | undefined, losses: Losses): string {
  const isPlain = !isSymbolFont(font) && code >= 0x20 && code < 0xd800;
  const sign = isPlain ? String.fromCharCode(code) : symbolSign(code, isSymbolFont(font) ? font : undefined);
  if (sign === undefined) losses.add("unknown sign");
  return escapeHtml(sign ?? "");
}
