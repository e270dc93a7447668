import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { attribute, textOf } from "./element.ts";

/** Longer texts are no facts. */
const longestField = 60;
/** Fewer parts beside each other are no row of facts. */
const fewestFields = 3;
/** Classes of numbers that name what follows: the verses of a chapter. */
const labelClass = /(?:^|[\s_-])(?:label|verse-?num(?:ber)?)(?:\s|$)/i;
const isSentence = /^(?!(?:st|nd|rd|th)\s)(?:\p{L}{2,}|\p{Lu})[,;:]?\s+\p{L}+[,;:]?\s+\p{L}/u;
/** Classes of marks that stand above the line. */
const raised = /note|ref|fn|sup/i;

/**
 * True for two parts of a row of facts, one of them a number, that their classes set apart: a day before what is on it, a
 * name before its number, two scores. Parts of one number stay together.
 */
export function areFields(before: Element, element: Element): boolean {
  if (!areNamedApart(before, element)) return false;
  const [left, right] = [before, element].map((part) => textOf(part, longestField).trim());
  if (left === undefined || right === undefined) return false;
  if (/\d$/.test(left) && /^\d/.test(right)) return decimal.test(left) || standInRow(before);
  if (/^\d{1,3}$/.test(left) && labelClass.test(attribute(before, "class")) && isSentence.test(right)) return true;
  if (/^\d{1,2}$/.test(left))
    return /^(?:\p{Lu}\p{Ll}{2}|\p{Lu}\.\s?\p{Lu}|an?\s\p{L}|\p{L}{3,},?\s\p{L})/u.test(right);
  return (
    /^\d{1,3}$/.test(right) &&
    /\p{Ll}{3}$|(?:^|\s)\p{Lu}\p{Ll}{2,}$|\p{Ll}\s\p{Lu}{2,3}$/u.test(left) &&
    !raised.test(attribute(element, "class"))
  );
}

/** A number whose last digits are decimals: those behind it are of another one. */
const decimal = /(?:^|\D)\d+[.,]\d{1,2}$/;

/** True for a change, or its share in parentheses, beside the value that changed: `12.30 +0.20 (+1.6%)`. */
export const isChangeBeside = (value: Element, change: Element): boolean =>
  areNamedApart(value, change) &&
  /\d%?\s*$/.test(textOf(value, longestField)) &&
  /^(?:[+−][\d.,]+ ?%?|-\d*[.,]\d+ ?%?|\([+−-]?[\d.,]+ ?%\))$/.test(textOf(change, 20).trim());

/** True for a word of a class of its own beside a name in code: `<code>url</code><span class="type">string</span>`. */
export const isTypeBeside = (code: Element, type: Element): boolean =>
  code.name === "code" &&
  type.name === "span" &&
  attribute(type, "class") !== "" &&
  /^\p{L}{3}/u.test(textOf(type, longestField)) &&
  /\w$/.test(textOf(code, longestField));

/** True for the number of a page of a book, where that page begins in the text. */
export const isPageNumber = (element: Element): boolean =>
  /page-?(?:no|num)/i.test(attribute(element, "class")) && /^\[\p{L}?\d+\]$/u.test(textOf(element, 10).trim());

function areNamedApart(before: Element, element: Element): boolean {
  const [one, other] = [nameOf(before), nameOf(element)];
  return one !== "" && other !== "" && one !== other;
}

/** The name that an element has for style sheets or, without one, for tests. */
const nameOf = ({ attribs }: Element): string => attribs["class"] ?? attribs["data-testid"] ?? "";

/** True for one of several parts without text between them, some of them words. */
function standInRow({ parent }: Element): boolean {
  // White space may stand between the parts.
  if (parent === null || parent.children.length > 2 * mostFields) return false;
  const parts = parent.children.filter((child) => isTag(child) || (isText(child) && child.data.trim() !== ""));
  return (
    parts.length >= fewestFields &&
    parts.length <= mostFields &&
    parts.every((part) => isTag(part) && attribute(part, "class") !== "") &&
    parts.some((part) => /\p{L}{3}/u.test(textOf(part, longestField)))
  );
}

/** More parts than this are no row of facts, and looking at all of them for each would cost. */
const mostFields = 20;

/** True for a number before the word that it counts: `<b>3</b><span>beds</span>`. */
export const isNumberOfWord = (number: Element, word: Element): boolean =>
  /^\s*\d[\d.,]*$/.test(textOf(number, 12)) && /^\p{L}{3}/u.test(textOf(word, 20));

/** True for a number behind the link that it says more about: `<a>Boards</a><span>8</span>`. */
export const isNumberOfLink = (link: Element, number: Element): boolean =>
  link.name === "a" &&
  number.name === "span" &&
  !raised.test(attribute(number, "class")) &&
  /\p{L}{3}/u.test(textOf(link, longestField)) &&
  /^\s*\d[\d.,]*\s*$/.test(textOf(number, 16));

/** True for two values that are said to be of different properties (HTML §5.2.3). */
export const haveProperties = (before: Element, element: Element): boolean => {
  const [one, other] = [attribute(before, "itemprop"), attribute(element, "itemprop")];
  return one !== "" && other !== "" && one !== other;
};

/** True for two links of a letter or a number each: the letters of an index, the pages of a list. */
export const areLettersOfIndex = (before: Element, link: Element): boolean =>
  [before, link].every((part) => part.name === "a" && /^(?:\p{Lu}|\d{1,3})$/u.test(textOf(part, 4))) &&
  before.attribs["href"] !== link.attribs["href"];

/** True for two parts of one class, the first of which ends a sentence: verses, lines of a talk. */
export const areSentences = (before: Element, part: Element): boolean =>
  attribute(part, "class") !== "" &&
  attribute(part, "class") === attribute(before, "class") &&
  /\s\S+[.!?…]["”’»)]?$/u.test(textOf(before, 2_000)) &&
  /^["“«(]?(?:\p{Lu}|\d)/u.test(textOf(part, 2));

/** True for two labels of one class, such as the tags of a text. */
export const areLabels = (before: Element, label: Element): boolean =>
  before.name === "span" &&
  label.name === "span" &&
  attribute(before, "class") === attribute(label, "class") &&
  /(?:^|[\s_-])(?:badge|chip|keyword|m?label|pill|tag)(?:[\s_-]|$)/i.test(attribute(label, "class"));

/** True for the number of a telephone beside whose it is, or beside another address. */
export const isPhoneOf = (name: Element, phone: Element): boolean =>
  (areNamedApart(name, phone) || (name.name === "a" && attribute(phone, "href").startsWith("tel:"))) &&
  /^\+\d[\d ()/-]{3,}$/.test(textOf(phone, 30).trim());

/** True for an example or a quotation behind what it is of, as dictionaries set them: `a drink` `“a cup of tea”`. */
export const isExampleOf = (before: Element, example: Element): boolean =>
  areNamedApart(before, example) &&
  /[\p{L}\p{N}]$/u.test(textOf(before, 2_000)) &&
  /^["“«‘]\p{L}/u.test(textOf(example, 4));

/** True for the number of a line of verse at its end, and for what a word says when it is pointed at. */
export const isBesideLine = (part: Element): boolean => {
  const classes = attribute(part, "class");
  if (part.name !== "span" || classes === "") return false;
  if (/(?:^|\s)tooltip[_-]{0,2}(?:text|content)(?:\s|$)/i.test(classes)) return true;
  return /(?:^|\s)(?:ln|line-?num(?:ber)?|line-?no)(?:\s|$)/i.test(classes) && /^\s*\d{1,5}\s*$/.test(textOf(part, 8));
};

/** True for a link in brackets behind a signature: `[source]`. */
export const isBracketedLink = (link: Element): boolean =>
  link.name === "a" && /^\[\p{Ll}{3,}\]$/u.test(textOf(link, 20).trim());

/** True for two systems, each with the version that something needs: `iOS 13.0+`, `macOS 10.15+`. */
export const areVersions = (before: Element, version: Element): boolean =>
  [before, version].every((part) => /^\s*\p{L}[\p{L} ]* \d[\d.]*\+\s*$/u.test(textOf(part, longestField)));

/** True for a name of a class of its own behind one that ends with an abbreviation: `Tea Inc.` `Ann Ek`. */
export const isNameBehind = (before: Element, name: Element): boolean =>
  areNamedApart(before, name) &&
  /\s\p{L}+\.$/u.test(textOf(before, longestField)) &&
  /^\p{Lu}\p{Ll}/u.test(textOf(name, 2));

/** True for the number of an amendment before the words that it put into a law: it leads to a note on them. */
export const isAmendment = (number: Element): boolean =>
  number.name === "a" &&
  attribute(number, "href").startsWith("#") &&
  /comment|note/i.test(attribute(number, "class")) &&
  /^\p{Lu}\d{1,3}$/u.test(textOf(number, 5));

const date =
  /^\s*(?:\d{4}-\d{1,2}-\d{1,2}(?: \d{1,2}:\d\d(?::\d\d)?)?|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}\.? \p{L}{3,9}\.? \d{4}|\p{Lu}\p{Ll}{2,8}\.? \d{1,2}, \d{4})(?![\d-])/u;
const price = /^\s*\d[\d.,]*\s?[€£¥]/;
const telephone = /^\s*(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}(?!\d)/;

/** True for a part that begins with a date, a price or the number of a telephone. */
export function beginsWithFact(node: AnyNode): boolean {
  const text = textOf(node, longestField);
  return [date, price, telephone].some((fact) => fact.test(text));
}

/** True for an element that is a date. */
export const isDate = (element: Element): boolean => {
  const text = textOf(element, longestField);
  return text.length <= longestField && text.replace(date, "").trim() === "" && text.trim() !== "";
};

/** True for an element that is a year. */
export const isYear = (element: Element): boolean => /^\s*(?:19|20)\d\d\s*$/.test(textOf(element, 8));

/** True for two parts that name what their values are of: `SKU: 12` `Part: A-1`. */
export const areNamedValues = (before: Element, value: Element): boolean =>
  [before, value].every((part) => /^\s*\p{Lu}[\p{L} ]{1,30}: ?[\p{L}\p{N}]/u.test(textOf(part, longestField)));

/** True for two entries of one class, each of several parts: the shares of a ticker. */
export const areEntries = (before: Element, entry: Element): boolean =>
  attribute(entry, "class") !== "" &&
  attribute(entry, "class") === attribute(before, "class") &&
  [before, entry].every(
    (part) => part.children.filter(isTag).length > 1 && /\p{L}{3}/u.test(textOf(part, longestField)),
  );

/** True for a word in capitals above a title, of a class of its own. */
export const isKicker = (word: Element): boolean =>
  attribute(word, "class") !== "" && /^\s*\p{Lu}{4,}$/u.test(textOf(word, longestField));

/** True for two values of one measure: the warmest and the coldest of a day, the two of a place on a map. */
export const areMeasures = (before: Element, value: Element): boolean => {
  const [one, other] = [before, value].map((part) => measure.exec(textOf(part, 12))?.[1]);
  return one !== undefined && one === other;
};

/** A number with its sign and what stands behind that: a scale, a point of the compass. */
const measure = /^\s*[+−-]?\d[\d.,]*\s?([%°])[CEFNOSW]?\s*$/;

/** True for a number in parentheses behind another: the ratings that a grade is the mean of. */
export const isCountOf = (count: Element, grade: Element): boolean =>
  /^\s*\([\d.,]+\s?[KkMm+]?\)\s*$/.test(textOf(count, 12)) &&
  /^\s*\d(?:[.,]\d+)?$/.test(textOf(grade, 6)) &&
  attribute(count, "class") !== attribute(grade, "class");

/** True for a count in words, in parentheses behind a number: `4.8/5<span>(120 reviews)</span>`. */
export const isCountBehind = (count: Element, left: string): boolean =>
  /\d/.test(left) && /^\([\d.,]+[KkMm+]? \p{L}[\p{L} ]*\)$/u.test(textOf(count, 40).trim());

/** True for the name of an account beside that of its owner, and not for the second half of an address: `Ann @ann`. */
export const isHandleBeside = (name: Element, handle: Element): boolean =>
  attribute(name, "class") !== attribute(handle, "class") && /^@\w{2,30}\s*$/.test(textOf(handle, 40));
