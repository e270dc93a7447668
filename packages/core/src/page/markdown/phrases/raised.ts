import { isTag, isText, type Element } from "domhandler";
import { findDescendant, textOf } from "../element.ts";

/** True for a break between two letters at one place, of which one is raised and one lowered: ²³⁵₉₂U. */
export const partsStack = ({ prev, next }: Element): boolean =>
  prev !== null &&
  next !== null &&
  isTag(prev) &&
  isTag(next) &&
  /^sup sub$|^sub sup$/.test(`${prev.name} ${next.name}`);

/**
 * Ordinals and trademark signs read well without the raised position, references to notes are links already, and long
 * texts and several lines are raised for their looks only.
 */
export function readsWellUnraised(superscript: Element): boolean {
  const text = textOf(superscript, 60).trim();
  if (text.length > 40 || /^(?:st|nd|rd|th|er|re|tm|sm|(?![+−–-]$)\W*)$/i.test(text)) return true;
  const mayBeOrdinal = /^[aeo]$/i.test(text) && !isBehindValue(superscript) && !isDegree(superscript);
  if (mayBeOrdinal && ordinalBefore.test(textBefore(superscript))) return true;
  return findDescendant(superscript, ({ name }) => name === "a" || name === "br") !== undefined;
}

/** True for a letter behind the number that a cell of a table holds: it marks a note. */
const isBehindValue = ({ parent, prev, next }: Element): boolean =>
  parent !== null &&
  isTag(parent) &&
  parent.name === "td" &&
  next === null &&
  prev !== null &&
  isText(prev) &&
  /^\s*\d+$/.test(prev.data);

/** True for the letter that some write for the sign of a degree: `20<sup>o</sup>C`. */
const isDegree = ({ next }: Element): boolean => next !== null && isText(next) && /^\s?[CF]\b/.test(next.data);

/** Text that an ordinal letter may follow: a small number, a Roman one, or one letter. After other text it marks a note. */
const ordinalBefore = /(?:^|[^\p{L}\p{N}.,])(?:\d{1,2}|[IVXLCDM]+|\p{L})\.?$/u;

const textBefore = ({ prev }: Element): string =>
  prev === null ? "" : isText(prev) ? prev.data.slice(-20) : textOf(prev as Element, 1000).slice(-20);
