import { singleSpaced } from "../../text/single-spaced.ts";

/**
 * Lower case, single spaces, straight apostrophes, three dots for an ellipsis: the form that wordings are written for.
 */
export const normalise = (text: string): string =>
  beyondAscii.test(text) ? withPlainSigns(text) : singleSpaced(text.toLowerCase());

const beyondAscii = /[^\0-\x7f]/;

const withPlainSigns = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ [\s\u200B]+|(?:[^\S ]|\u200B)[\s\u200B]*/g, " ")
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .replaceAll("\u2026", "...")
    .replaceAll("\u0069\u0307", "i")
    .trim();
